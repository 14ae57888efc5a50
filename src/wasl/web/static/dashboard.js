// What the dashboard does by itself. Every page works without it.
"use strict";

const language = document.documentElement.lang;
const shown = new Intl.DateTimeFormat(language === "ar" ? "ar-LY" : "en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
});

function prepare() {
  // Times in the viewer's own zone; the exact one stays on hover.
  for (const time of document.querySelectorAll("time[data-local]")) {
    time.textContent = shown.format(new Date(time.dateTime));
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
