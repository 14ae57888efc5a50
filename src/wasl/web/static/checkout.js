// What a checkout page does by itself. Wallets can be paid without any of it.
"use strict";

const main = document.querySelector("main");
const page = main.dataset.page;
const POLL_EVERY_MS = 2500;
const STAY_BEFORE_RETURN_S = 12;

function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

function everySecond(action) {
  if (action() === false) return;
  const timer = setInterval(() => {
    if (action() === false) clearInterval(timer);
  }, 1000);
}

// One submission per form: a second click sends nothing.
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const button = form.querySelector("button[type=submit]");
    button.setAttribute("aria-disabled", "true");
    if (button.dataset.busy) button.textContent = button.dataset.busy;
  });
}

// A page taken back out of the browser's memory shows what was true then.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

for (const control of document.querySelectorAll("[data-needs-script]")) {
  control.disabled = false;
  control.hidden = false;
}
document.querySelector("[data-action=print]")?.addEventListener("click", () => window.print());

function goOn() {
  window.location.replace(main.dataset.here);
}

// How long the payment can still be made.
const deadline = document.querySelector("[data-seconds-left]");
if (deadline) {
  const end = Date.now() + Number(deadline.dataset.secondsLeft) * 1000;
  const left = deadline.querySelector("[data-left]");
  const clock = left.querySelector(".clock");
  everySecond(() => {
    const seconds = (end - Date.now()) / 1000;
    if (seconds > 24 * 3600) return true;
    deadline.querySelector("[data-before]").hidden = true;
    left.hidden = false;
    clock.textContent = clockText(seconds);
    deadline.classList.toggle("soon", seconds < 60);
    return seconds > 0;
  });
}

// When another code may be asked for.
const resend = document.querySelector("[data-action=resend]");
if (resend && Number(resend.dataset.wait) > 0) {
  const allowedAt = Date.now() + Number(resend.dataset.wait) * 1000;
  const text = resend.querySelector("[data-wait-text]");
  const clock = text.querySelector(".clock");
  resend.disabled = true;
  everySecond(() => {
    const seconds = (allowedAt - Date.now()) / 1000;
    const waiting = seconds > 0;
    text.hidden = !waiting;
    clock.textContent = clockText(seconds);
    resend.disabled = waiting;
    return waiting;
  });
}

// The state can change without this page: a payment is found, another tab paid, time runs out.
const FILLED_IN_BY_HAND = ["choose", "code"];

function movesTo(next) {
  if (page === "card") return next === "paid";
  if (FILLED_IN_BY_HAND.includes(page)) return !FILLED_IN_BY_HAND.includes(next);
  return next !== page;
}

async function look() {
  try {
    const answer = await fetch(main.dataset.status, { cache: "no-store" });
    if (answer.ok && movesTo((await answer.json()).page)) {
      goOn();
      return;
    }
  } catch {
    // Offline for a moment: the next look tells.
  }
  setTimeout(look, POLL_EVERY_MS);
}

if (main.dataset.status) setTimeout(look, POLL_EVERY_MS);

// The card window. What it reports is only a reason to ask: the next page asks Moamalat.
if (page === "card") {
  window.addEventListener("DOMContentLoaded", () => {
    const configure = JSON.parse(document.getElementById("lightbox").textContent);
    const checkout = window.Lightbox?.Checkout;
    if (!checkout) {
      document.querySelector("[data-lightbox=opening]").hidden = true;
      document.querySelector("[data-lightbox=failed]").hidden = false;
      return;
    }
    let done = false;
    const finish = () => {
      if (done) return;
      done = true;
      goOn();
    };
    checkout.configure = {
      ...configure,
      completeCallback: finish,
      errorCallback: finish,
      cancelCallback: finish,
    };
    checkout.showLightbox();
  });
}

// Back to the shop, once, after a moment to read the receipt.
if (main.dataset.return) {
  const key = `returned:${main.dataset.intent}`;
  const returning = document.querySelector("[data-returning]");
  const clock = returning.querySelector(".clock");
  if (!sessionStorage.getItem(key)) {
    const leaveAt = Date.now() + STAY_BEFORE_RETURN_S * 1000;
    let stays = false;
    returning.hidden = false;
    returning.querySelector("[data-action=stay]").addEventListener("click", () => {
      stays = true;
      sessionStorage.setItem(key, "stayed");
      returning.hidden = true;
    });
    everySecond(() => {
      if (stays) return false;
      const seconds = (leaveAt - Date.now()) / 1000;
      clock.textContent = clockText(seconds);
      if (seconds > 0) return true;
      sessionStorage.setItem(key, "yes");
      window.location.assign(main.dataset.return);
      return false;
    });
  }
}
