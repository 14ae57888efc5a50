// What the dashboard does by itself. Every page works without it.
"use strict";

// As the server writes them: "2 March 2026, 09:05".
const isArabic = document.documentElement.lang === "ar";
const locale = isArabic ? "ar-LY-u-nu-latn" : "en-GB";
const days = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" });
const minutes = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const hours = new Intl.DateTimeFormat(locale, minutes);
const exactHours = new Intl.DateTimeFormat(locale, { ...minutes, second: "2-digit" });

function localTime(moment, clock) {
  return `${days.format(moment)}${isArabic ? "،" : ","} ${clock.format(moment)}`;
}

function prepare() {
  // Times in the viewer's own zone; the exact one stays on hover.
  for (const time of document.querySelectorAll("time[data-local]")) {
    const clock = time.dataset.local === "seconds" ? exactHours : hours;
    time.textContent = localTime(new Date(time.dateTime), clock);
  }
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
  }
}

// Heard here for all of them: a part that loads itself again brings new ones.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (button === null) return;
  await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
  button.textContent = button.dataset.copy;
});

// One submission per form: a second click sends nothing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
// A page taken back out of the browser's memory can be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Nobody looks at a page in the background, so it asks for nothing.
document.addEventListener("htmx:before:request", (event) => {
  if (document.hidden) event.preventDefault();
});
// Only this page takes the place of a part of it: not an error, and not the way to sign in.
document.addEventListener("htmx:before:response", (event) => {
  const answer = event.detail.ctx.response.raw;
  if (answer.redirected) location.reload();
  if (answer.redirected || !answer.ok) event.preventDefault();
});
document.addEventListener("htmx:after:swap", prepare);

prepare();
// On a phone the sections scroll; the one that is open is in sight.
document
  .querySelector(".sections [aria-current]")
  ?.scrollIntoView({ inline: "center", block: "nearest" });
