// The card form: asks the sandbox about the card, then about the code, and tells the page that
// opened it how it ended.
"use strict";

const values = Object.fromEntries(new URLSearchParams(window.location.search));
const purchase = {
  MID: values.MID,
  TID: values.TID,
  AmountTrxn: values.AmountTrxn,
  MerchantReference: values.MerchantReference,
  TrxDateTime: values.TrxDateTime,
  SecureHash: values.SecureHash,
};

const words = {
  invalid_card: "رقم البطاقة أو تاريخ الانتهاء غير صحيح · Wrong card number or expiry",
  wrong_code: "رمز التأكيد غير صحيح · Wrong code",
  code_expired: "انتهت صلاحية الرمز · The code has expired",
  nothing: "جارٍ المعالجة… · Processing…",
  unreachable: "تعذر الاتصال · No connection",
};

function tellPage(name, data) {
  // Delivered only if the page around us is of the origin that opened us.
  window.parent.postMessage({ name, data }, values.pageOrigin);
}

function errorData(error) {
  return {
    error,
    Amount: purchase.AmountTrxn,
    MerchantReferenece: purchase.MerchantReference, // misspelt by the real one, too
    DateTimeLocalTrxn: purchase.TrxDateTime,
    SecureHash: purchase.SecureHash,
  };
}

const failedBefore = document.documentElement.dataset.error;
if (failedBefore) {
  tellPage("error", errorData(failedBefore));
} else {
  startForm();
}

function startForm() {
  const cardStep = document.getElementById("card-step");
  const codeStep = document.getElementById("code-step");
  const status = document.getElementById("status");
  const digitsOf = (id) => document.getElementById(id).value.replace(/\s/g, "");

  document.getElementById("amount").textContent =
    `${(Number(purchase.AmountTrxn) / 1000).toFixed(3)} LYD`;
  document.getElementById("cancel").addEventListener("click", () => tellPage("cancel"));
  onSubmit(cardStep, () => ask("/lightbox/card", { card: digitsOf("card"), expiry: digitsOf("expiry") }));
  onSubmit(codeStep, () => ask("/lightbox/code", { card: digitsOf("card"), code: digitsOf("code") }));

  function onSubmit(form, action) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      button.disabled = true; // a second click would pay a second time
      try {
        await action();
      } catch {
        status.textContent = words.unreachable;
      } finally {
        button.disabled = false;
      }
    });
  }

  async function ask(path, answers) {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...purchase, ...answers }),
    });
    const { outcome, data } = await response.json();
    status.textContent = words[outcome] ?? "";
    if (outcome === "code_sent") {
      cardStep.hidden = true;
      codeStep.hidden = false;
      document.getElementById("code").focus();
    } else if (outcome === "approved") {
      tellPage("complete", data);
    } else if (outcome === "declined") {
      tellPage("error", errorData(data.error));
    } else if (outcome === "nothing") {
      codeStep.hidden = true;
    }
  }
}
