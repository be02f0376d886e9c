// What the page does without this script, it does at once with it: choosing a type, choosing chips.
// It also shows which words answer each other. Nothing is read or sent but this service's own pages.
"use strict";

document.documentElement.classList.add("scripted");

const pair = document.getElementById("pair");
if (pair) {
  const links = [...pair.querySelectorAll("[data-choose]")];
  const panels = [...pair.querySelectorAll("[data-panel]")];
  const swap = pair.querySelector(".swap");

  const choose = (link) => {
    const type = link.dataset.choose;
    pair.dataset.chosen = type;
    for (const other of links) {
      if (other === link) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
    if (type !== "all") document.getElementById("computed").open = true;
    for (const panel of panels) {
      panel.hidden = type !== "all" && panel.dataset.panel !== type;
      panel.open = panel.dataset.panel === (type === "all" ? panels[0].dataset.panel : type);
    }
    const address = new URL(swap.href);
    address.searchParams.delete("type");
    if (type !== "all") address.searchParams.set("type", type);
    swap.href = address.href;
    document.getElementById("said").textContent = link.dataset.said || "";
  };

  pair.addEventListener("click", (event) => {
    const link = event.target.closest("[data-choose]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    choose(link);
    history.replaceState(null, "", link.href);
  });

  // Evidence with the same number belongs together, wherever it stands.
  const numbered = [...pair.querySelectorAll("[data-evidence]")];
  const numbers = (element) => element.dataset.evidence.split(" ");
  const show = (event) => {
    const over = event.target.closest("[data-evidence]");
    const wanted = new Set(over ? numbers(over) : []);
    for (const element of numbered) {
      element.classList.toggle("linked", numbers(element).some((number) => wanted.has(number)));
    }
  };
  for (const kind of ["pointerover", "pointerleave", "focusin"]) pair.addEventListener(kind, show);
}

const form = document.querySelector("form[data-instant]");
if (form) {
  const section = document.getElementById("related");
  let latest = 0;

  form.addEventListener("change", async () => {
    const turn = ++latest;
    const address = new URL(form.action);
    address.search = new URLSearchParams(new FormData(form)).toString();
    section.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (turn !== latest) return;
      const found = new DOMParser().parseFromString(text, "text/html");
      for (const part of ["related-count", "related-list"]) {
        const fresh = document.importNode(found.getElementById(part), true);
        document.getElementById(part).replaceChildren(...fresh.childNodes); // the element stays: it is announced
      }
      history.replaceState(null, "", address);
    } catch {
      if (turn === latest) location.assign(address); // the page itself says what is wrong
    } finally {
      if (turn === latest) section.setAttribute("aria-busy", "false");
    }
  });
}
