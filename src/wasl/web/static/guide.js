/* The guide is complete without this. It adds buttons that copy, and shows code in one language at
   a time where it is there in several. */
(() => {
  "use strict";
  const main = document.querySelector("main");
  const words = main.dataset;

  function button(text, className) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = className;
    made.textContent = text;
    return made;
  }

  function addCopying(figure) {
    const copy = button(words.copy, "copy");
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(figure.querySelector("code").textContent);
      copy.textContent = words.copied;
      setTimeout(() => { copy.textContent = words.copy; }, 2000);
    });
    figure.querySelector("figcaption").append(copy);
  }

  // Browsers lend the clipboard to safe pages alone.
  if (navigator.clipboard) document.querySelectorAll("figure.code").forEach(addCopying);

  const groups = [];
  const KEY = "wasl-guide-language";

  function choose(language) {
    for (const group of groups) {
      const shown = group.some((part) => part.language === language) ? language : group[0].language;
      for (const part of group) {
        const isShown = part.language === shown;
        part.tab.setAttribute("aria-selected", String(isShown));
        part.tab.tabIndex = isShown ? 0 : -1;
        part.figure.hidden = !isShown;
      }
    }
  }

  function addTabs(codes, number) {
    const row = document.createElement("div");
    row.className = "tabs";
    row.setAttribute("role", "tablist");
    row.setAttribute("aria-label", words.languages);
    const group = [...codes.querySelectorAll("figure.code")].map((figure, place) => {
      const tab = button(figure.querySelector("figcaption span").textContent, "tab");
      tab.setAttribute("role", "tab");
      tab.id = `tab-${number}-${place}`;
      figure.id = `code-${number}-${place}`;
      tab.setAttribute("aria-controls", figure.id);
      figure.setAttribute("role", "tabpanel");
      figure.setAttribute("aria-labelledby", tab.id);
      // Two files in one language are two choices.
      const same = codes.querySelectorAll(`[data-language="${figure.dataset.language}"]`);
      const language = figure.dataset.language + [...same].indexOf(figure);
      tab.addEventListener("click", () => {
        const top = tab.getBoundingClientRect().top;
        choose(language);
        window.scrollBy(0, tab.getBoundingClientRect().top - top);
        try { localStorage.setItem(KEY, language); } catch { /* only this page remembers */ }
      });
      row.append(tab);
      return { tab, figure, language };
    });
    row.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const forward = document.dir === "rtl" ? -step : step;
      const at = group.findIndex((part) => part.tab === document.activeElement);
      const next = group[(at + forward + group.length) % group.length].tab;
      next.click();
      next.focus();
    });
    codes.prepend(row);
    codes.classList.add("codes-tabbed");
    groups.push(group);
  }

  document.querySelectorAll(".codes").forEach(addTabs);
  let remembered = "";
  try { remembered = localStorage.getItem(KEY) || ""; } catch { /* as above */ }
  choose(remembered);

  // On a phone the pages are a strip: the one that is read comes into sight.
  const strip = document.querySelector(".contents > ul");
  const current = strip.querySelector("[aria-current]");
  if (current) strip.scrollLeft += current.getBoundingClientRect().left
    - (strip.clientWidth - current.offsetWidth) / 2;

  // The other language opens at the same place.
  const other = document.querySelector("[data-action=language]");
  const plain = other.getAttribute("href");
  const keepPlace = () => other.setAttribute("href", plain + location.hash);
  addEventListener("hashchange", keepPlace);
  keepPlace();
})();
