// <typed-sts-related item="ID">: related items with the reason for each, on a page of somebody else's.
//
//   item, language, k, by     as /api/v1/related takes them; without language that of the page
//   src                       where the service is; without, where this script came from
//   pictures                  ask the service for small pictures too
//   heading                   another heading; heading="" for none
//
// It says what it does: typed-sts-load {count}, typed-sts-error {status}, and typed-sts-select {id, href, item} when a
// title is followed; preventDefault() keeps the browser where it is. Every text of a record is set as text, never as
// HTML; nothing is stored, no cookie is sent, and only the service at src is asked.
(() => {
  "use strict";
  const OWN = document.currentScript ? new URL("..", document.currentScript.src).href : "";
  const PATIENCE = 40000;
  const MOST = 50;

  const STYLE = `
:host { display: block; container-type: inline-size; overflow-wrap: anywhere; text-align: start;
  --_ink: var(--typed-sts-ink, #23211d); --_soft: var(--typed-sts-soft, #625d53); --_line: var(--typed-sts-line, #ddd6c9);
  --_card: var(--typed-sts-card, #fffdf9); --_tile: var(--typed-sts-tile, #efe9dd);
  --_accent: var(--typed-sts-accent, #7a2e3a); --_focus: var(--typed-sts-focus, #1f5fae);
  color: var(--_ink); font: var(--typed-sts-size, 1rem)/1.5 var(--typed-sts-font, inherit); }
@supports (color: light-dark(#000, #fff)) { :host {
  --_ink: var(--typed-sts-ink, light-dark(#23211d, #ebe7df)); --_soft: var(--typed-sts-soft, light-dark(#625d53, #aca698));
  --_line: var(--typed-sts-line, light-dark(#ddd6c9, #3a3842)); --_card: var(--typed-sts-card, light-dark(#fffdf9, #1e1d23));
  --_tile: var(--typed-sts-tile, light-dark(#efe9dd, #2a2830));
  --_accent: var(--typed-sts-accent, light-dark(#7a2e3a, #e7a3a9)); --_focus: var(--typed-sts-focus, light-dark(#1f5fae, #8ec1ff)); } }
:host([hidden]) { display: none; }
*, *::before { box-sizing: border-box; }
h2, h3, p, ol { margin: 0; padding: 0; }
h2, h3 { font-family: var(--typed-sts-heading-font, "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", Georgia, serif);
  font-weight: 600; line-height: 1.25; text-wrap: balance; }
h2 { font-size: 1.35em; margin-bottom: .6em; }
h3 { font-size: 1.05em; }
a { color: var(--_accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--_focus); outline-offset: 2px; border-radius: 3px; }
ol { list-style: none; display: grid; gap: var(--typed-sts-gap, .85em); grid-template-columns: repeat(auto-fill, minmax(min(19em, 100%), 1fr)); }
li { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); background: var(--_card); border: 1px solid var(--_line);
  border-radius: var(--typed-sts-radius, 6px); overflow: clip; }
li.pictured { grid-template-columns: 5.75em minmax(0, 1fr); }
.picture { position: relative; display: grid; place-items: center; align-self: start; margin: .85em 0 .85em .85em; aspect-ratio: 1;
  background: var(--_tile); border-radius: calc(var(--typed-sts-radius, 6px) / 2); overflow: clip; }
.picture svg { width: 42%; fill: none; stroke: var(--_soft); stroke-width: 1.5; opacity: .75; }
.picture img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
.text { display: flex; flex-direction: column; gap: .25em; padding: .8em 1em .75em; min-width: 0; }
.key { font-size: .78em; font-weight: 600; line-height: 1.3; color: var(--_soft); margin-bottom: .5em; text-decoration: underline var(--_u, solid) 2px var(--_c, currentcolor);
  text-underline-offset: .3em; text-decoration-skip-ink: none; }
h3 a { color: var(--_ink); text-decoration-color: var(--_line); display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3;
  line-clamp: 3; overflow: hidden; }
h3 a:hover { color: var(--_accent); text-decoration-color: currentcolor; }
.line { color: var(--_soft); font-size: .9em; }
.reason { font-size: .92em; }
.why { margin-top: auto; font-size: .88em; }
.why a { display: inline-block; padding-block: .15em; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.told { color: var(--_soft); }
.waiting { display: grid; gap: var(--typed-sts-gap, .85em); grid-template-columns: repeat(auto-fill, minmax(min(19em, 100%), 1fr)); }
.waiting i { height: 6.5em; border: 1px solid var(--_line); border-radius: var(--typed-sts-radius, 6px); background: var(--_tile); }
@media (prefers-reduced-motion: no-preference) { .waiting i { animation: wait 1.4s ease-in-out infinite alternate; } }
@keyframes wait { to { opacity: .45; } }
button { font: 600 .9em/1.2 inherit; font-family: inherit; color: var(--_accent); background: none; border: 1px solid currentcolor;
  border-radius: 4px; padding: .45em .9em; margin-top: .6em; cursor: pointer; }
`;

  /** Return an element with attributes and, as text, what it says. */
  const make = (tag, attributes = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };
  /** Return an http(s) address, or nothing: no other scheme is ever linked to. */
  const webAddress = (text) => (/^https?:\/\//i.test(text || "") && URL.canParse(text) ? text : "");
  const firstOf = (values) => (Array.isArray(values) && values.length ? String(values[0]) : "");
  /** Return the drawing of a picture that is not there. */
  const frame = () => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", "M3.5 5h17v14h-17zM3.5 16l5-5 4 4 3-3 5 5M16 9.2h.01");
    svg.append(path);
    return svg;
  };

  class TypedStsRelated extends HTMLElement {
    static observedAttributes = ["item", "language", "k", "by", "src", "pictures", "heading"];
    #asking = null;
    #isDue = false;
    #inside = this.attachShadow({ mode: "open" });

    connectedCallback() {
      const sheet = new CSSStyleSheet(); // a page's policy on styles does not hold it back
      sheet.replaceSync(STYLE);
      this.#inside.adoptedStyleSheets = [sheet];
      this.#later();
    }

    disconnectedCallback() {
      this.#asking?.abort();
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#later();
    }

    /** Ask anew. */
    refresh() {
      this.#later();
    }

    get #language() {
      const asked = this.getAttribute("language") || this.closest("[lang]")?.lang || navigator.language || "en";
      const code = asked.toLowerCase().split("-")[0];
      return code in WORDS ? code : "en";
    }

    /** Several attributes that change together are one question. */
    #later() {
      if (this.#isDue) return;
      this.#isDue = true;
      queueMicrotask(() => {
        this.#isDue = false;
        if (this.isConnected) this.#ask();
      });
    }

    #address(path, query) {
      const base = this.getAttribute("src") || OWN;
      const address = new URL(path, new URL(base.endsWith("/") ? base : `${base}/`, document.baseURI));
      for (const [name, value] of Object.entries(query)) if (value) address.searchParams.set(name, value);
      return address.href;
    }

    async #ask() {
      this.#asking?.abort();
      const item = this.getAttribute("item");
      if (!item) {
        this.#inside.replaceChildren();
        return;
      }
      const asking = (this.#asking = new AbortController());
      const language = this.#language;
      const k = Math.min(Math.max(parseInt(this.getAttribute("k") || "6", 10) || 6, 1), MOST);
      this.#show(true, this.#waiting(language, k));
      const patience = setTimeout(() => asking.abort(new Error("too slow")), PATIENCE);
      let status = 0;
      try {
        const address = this.#address("api/v1/related", { id: item, k, by: this.getAttribute("by"), language });
        const answer = await fetch(address, { signal: asking.signal, credentials: "omit", referrerPolicy: "no-referrer" });
        status = answer.status;
        if (!answer.ok) throw new Error(`status ${status}`);
        const found = (await answer.json()).related;
        if (asking !== this.#asking) return;
        this.#show(false, found.length ? this.#list(item, found, language) : this.#told("none", language));
        this.#say("typed-sts-load", { count: found.length });
      } catch (error) {
        if (asking !== this.#asking || !this.isConnected) return;
        this.#show(false, this.#told("failed", language, true));
        this.#say("typed-sts-error", { status, message: String(error) });
      } finally {
        clearTimeout(patience);
      }
    }

    #say(name, detail, cancelable = false) {
      return this.dispatchEvent(new CustomEvent(name, { detail, cancelable, bubbles: true, composed: true }));
    }

    /** Show one thing under the heading; what has focus within keeps its place where it can. */
    #show(isBusy, shown) {
      const language = this.#language;
      const heading = this.hasAttribute("heading") ? this.getAttribute("heading") : WORDS[language].heading;
      const section = make("section", { part: "section", lang: language, "aria-busy": String(isBusy) });
      if (heading) {
        const title = make("h2", { id: "heading", part: "heading" }, heading);
        section.setAttribute("aria-labelledby", "heading");
        section.append(title);
      } else {
        section.setAttribute("aria-label", WORDS[language].heading);
      }
      section.append(shown);
      this.#inside.replaceChildren(section);
    }

    #waiting(language, k) {
      const bars = Array.from({ length: Math.min(k, 6) }, () => make("i"));
      const all = make("div", { class: "waiting", part: "waiting" }, ...bars);
      for (const bar of bars) bar.setAttribute("aria-hidden", "true");
      return make("div", {}, make("p", { class: "unseen", role: "status" }, WORDS[language].loading), all);
    }

    #told(what, language, mayRetry = false) {
      const told = make("div", { class: "told", part: "message", role: "status" }, make("p", {}, WORDS[language][what]));
      if (mayRetry) {
        const again = make("button", { type: "button", part: "retry" }, WORDS[language].again);
        again.addEventListener("click", () => this.#ask());
        told.append(again);
      }
      return told;
    }

    #list(item, found, language) {
      // Safari takes the meaning of a list from one without bullets, unless its role is said.
      const list = make("ol", { part: "list", role: "list" });
      list.append(...found.map((entry) => this.#card(item, entry, language)));
      return list;
    }

    #card(item, entry, language) {
      const record = entry.item || {};
      const words = WORDS[language];
      const title = firstOf(record.dcTitle);
      const pair = this.#address("pair", { a: item, b: entry.id, language });
      const href = webAddress(record.isShownAt) || pair;
      const link = make("a", { href, part: "title", dir: "auto", lang: record.language }, title || words.untitled);
      link.addEventListener("click", (event) => {
        if (!this.#say("typed-sts-select", { id: entry.id, href, item: record }, true)) event.preventDefault();
      });
      const text = make("div", { class: "text" });
      if (words.types[entry.best]) text.append(make("p", { class: "key", part: "respect" }, words.types[entry.best]));
      text.append(make("h3", {}, link));
      const line = [...new Set([firstOf(record.dcCreator), firstOf(record.dcDate), record.provider])].filter(Boolean).join(" · ");
      if (line) text.append(make("p", { class: "line", part: "line", dir: "auto" }, line));
      if (entry.reason) text.append(make("p", { class: "reason", part: "reason", dir: "auto" }, entry.reason));
      const about = make("span", { class: "unseen" }, ` ${title || words.untitled}`);
      text.append(make("p", { class: "why" }, make("a", { href: pair, part: "why", rel: "nofollow" }, words.why, about)));
      const card = make("li", { part: "item" });
      const look = LOOKS[entry.best];
      if (look) {
        const [light, dark, underline] = look;
        card.style.setProperty("--_c", CSS.supports("color", "light-dark(#000, #fff)") ? `light-dark(${light}, ${dark})` : light);
        card.style.setProperty("--_u", underline);
      }
      if (this.hasAttribute("pictures")) {
        card.classList.add("pictured");
        card.append(this.#picture(entry.id, record.preview));
      }
      card.append(text);
      return card;
    }

    /** Return a tile with a drawing, over which the picture is laid when it comes. */
    #picture(id, preview) {
      const tile = make("div", { class: "picture", part: "picture", "aria-hidden": "true" }, frame());
      if (webAddress(preview)) {
        const image = make("img", { loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" });
        image.alt = "";
        image.addEventListener("error", () => image.remove());
        image.src = this.#address("picture", { id });
        tile.append(image);
      }
      return tile;
    }
  }

  if (!customElements.get("typed-sts-related")) customElements.define("typed-sts-related", TypedStsRelated);
})();
