// Without this script everything works by buttons alone. With it, digits choose, and what is chosen is kept before it is sent.
"use strict";

document.documentElement.classList.add("scripted");

const rating = document.querySelector("form.rating");
if (rating) {
  const groups = [...rating.querySelectorAll("fieldset")];
  const send = rating.querySelector(".send button");

  // The next respect without an answer, else the button.
  const goOn = (group) => {
    const later = groups.slice(groups.indexOf(group) + 1);
    const open = [...later, ...groups].find((other) => !other.querySelector("input:checked"));
    const target = open ? open.querySelector("input") : send;
    target.focus({ preventScroll: true });
    (open || send).scrollIntoView({ block: "nearest" });
  };

  rating.addEventListener("keydown", (event) => {
    const group = event.target.closest("fieldset");
    if (!group || event.ctrlKey || event.metaKey || event.altKey) return;
    const value = event.key.toLowerCase() === "n" ? "NA" : event.key;
    const wanted = [...group.querySelectorAll("input")].find((input) => input.value === value);
    if (!wanted) return;
    event.preventDefault();
    wanted.checked = true;
    wanted.dispatchEvent(new Event("change", { bubbles: true }));
    goOn(group);
  });

  // One draft is under way at a time; when it has arrived, what has changed since goes next.
  let busy = false;
  let changed = false;
  const keep = async () => {
    if (busy) {
      changed = true;
      return;
    }
    busy = true;
    try {
      await fetch(rating.dataset.draft, { method: "POST", body: new URLSearchParams(new FormData(rating)), keepalive: true });
    } catch {
      // the answer itself will tell
    }
    busy = false;
    if (changed) {
      changed = false;
      keep();
    }
  };
  rating.addEventListener("change", keep);

  rating.addEventListener("submit", () => { send.disabled = true; changed = false; });
  window.addEventListener("pageshow", () => { send.disabled = false; });
}
