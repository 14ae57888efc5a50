// What the dashboard does by itself. Every page works without it.
"use strict";

const language = document.documentElement.lang;
const shown = new Intl.DateTimeFormat(language === "ar" ? "ar-LY" : "en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
});

function prepare(root) {
  // Times in the viewer's own zone; the exact one stays on hover.
  for (const time of root.querySelectorAll("time[data-local]")) {
    time.textContent = shown.format(new Date(time.dateTime));
  }
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
      button.textContent = button.dataset.copy;
    });
  }
}

prepare(document);
document.addEventListener("htmx:load", (event) => prepare(event.target));
