// Stands in for Moamalat's lightbox.js. It runs in the merchant's page and opens the card form in
// a frame of the sandbox; what the form reports reaches the page's callbacks.
"use strict";

(function () {
  const sandboxOrigin = new URL(document.currentScript.src).origin;
  const purchaseFields = [
    "MID",
    "TID",
    "AmountTrxn",
    "MerchantReference",
    "TrxDateTime",
    "SecureHash",
  ];
  let overlay = null;
  let frame = null;

  function showLightbox() {
    close();
    frame = document.createElement("iframe");
    frame.title = "Moamalat";
    frame.name = "moamalat-lightbox";
    frame.src = formUrl(Lightbox.Checkout.configure);
    Object.assign(frame.style, { width: "100%", maxWidth: "26rem", height: "32rem", border: "0" });

    overlay = document.createElement("div");
    overlay.id = "moamalat-lightbox-overlay";
    Object.assign(overlay.style, {
      position: "fixed",
      inset: "0",
      zIndex: "2147483647",
      display: "flex",
      alignItems: "center",
      justifyContent: "center",
      background: "rgba(0, 0, 0, 0.6)",
    });
    overlay.append(frame);
    document.body.append(overlay);
  }

  function formUrl(configure) {
    const url = new URL("/lightbox", sandboxOrigin);
    for (const field of purchaseFields) {
      url.searchParams.set(field, String(configure[field] ?? ""));
    }
    // The form answers to nobody else.
    url.searchParams.set("pageOrigin", window.location.origin);
    return url.href;
  }

  function close() {
    overlay?.remove();
    overlay = frame = null;
  }

  function call(name, ...data) {
    Lightbox.Checkout.configure[name]?.(...data);
  }

  window.addEventListener("message", (event) => {
    if (event.origin !== sandboxOrigin || event.source !== frame?.contentWindow) return;
    const { name, data } = event.data;
    close();
    if (name === "complete") {
      call("completeCallback", data);
      // The real one does this, too, now and then: a page must not take it for a cancellation.
      call("cancelCallback");
    } else if (name === "error") {
      call("errorCallback", data);
    } else {
      call("cancelCallback");
    }
  });

  window.Lightbox = { Checkout: { configure: {}, showLightbox } };
})();
