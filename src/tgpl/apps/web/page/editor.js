// A text field that knows rule texts: a layer with colours behind it, a layer with what is underlined, completion, find. What is typed, selected and
// undone is the browser's own; everything that this module writes goes through the browser's undo too.

import { h } from "./dom.js";

const TOKENS = {
  code: /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:[^"\\\n]|\\.)*"?)|(?<number>\b\d+(?:\.\d+)?(?:d\d+)?\b)|(?<word>[A-Za-z_]\w*)/g,
  kif: /(?<comment>;[^\n]*)|(?<number>\b\d+\b)|(?<variable>\?\w+)|(?<word>[A-Za-z_]\w*)/g,
};
const LARGE = 120_000; // letters above which a text is shown without colours
const PAUSE = 130; // milliseconds until what could be written is asked for
const INDENT = "    ";

export class Editor {
  // `asks`: complete(text, offset), changed(), save(), find()
  constructor(file, text, asks) {
    Object.assign(this, { file, asks, names: {}, problems: [], items: [], chosen: 0, found: [] });
    this.area = h("textarea", { class: "code", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", "aria-label": `Rules: ${file}`, "data-file": file });
    this.area.value = text;
    this.colours = h("pre", { class: "code layer", "aria-hidden": "true" });
    this.marks = h("pre", { class: "code layer marks", "aria-hidden": "true" });
    this.lines = h("pre", { class: "code lines", "aria-hidden": "true" });
    this.list = h("ul", { class: "completions", role: "listbox", hidden: true });
    this.node = h("div", { class: "editor", "data-kept": "", "data-key": `editor-${file}` }, this.lines, h("div", { class: "sheet-of-text" }, this.colours, this.marks, this.area, this.list));
    this.area.addEventListener("input", (event) => this.typed(event));
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => this.press(event));
    this.area.addEventListener("blur", () => setTimeout(() => this.closeList(), 150));
    this.area.addEventListener("pointerdown", () => this.closeList());
    this.list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const node = event.target.closest("[data-item]");
      if (node) this.take(Number(node.dataset.item));
    });
    this.paint();
  }

  get text() { return this.area.value; }
  get caret() { return this.area.selectionStart; }

  // ---- writing, so that it can be undone

  replace(start, end, text) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const done = text ? document.execCommand("insertText", false, text) : start === end || document.execCommand("delete");
    if (!done) {
      this.area.setRangeText(text, start, end, "end");
      this.typed({});
    }
  }

  // The whole text becomes another: only the stretch that differs is written.
  become(text) {
    const old = this.text;
    if (old === text) return;
    let start = 0;
    while (start < Math.min(old.length, text.length) && old[start] === text[start]) start += 1;
    let tail = 0;
    while (tail < Math.min(old.length, text.length) - start && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
    const caret = this.caret;
    this.replace(start, old.length - tail, text.slice(start, text.length - tail));
    const shifted = caret <= start ? caret : caret >= old.length - tail ? caret + text.length - old.length : Math.min(caret, text.length - tail);
    this.area.setSelectionRange(shifted, shifted);
  }

  apply(changes) {
    for (const change of [...changes].sort((a, b) => b.start - a.start)) this.replace(change.start, change.end, change.text);
  }

  goTo(start, end = start) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const line = this.text.slice(0, start).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, line * height - this.area.clientHeight / 2);
    this.follow();
  }

  goToLine(line) {
    const lines = this.text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    this.goTo(start, start + (lines[line - 1]?.length ?? 0));
  }

  typed(event) {
    this.problems = [];
    this.found = [];
    this.paint();
    this.asks.changed();
    clearTimeout(this.soon);
    const before = this.text.slice(0, this.caret);
    const writes = event.inputType === "insertText" && event.data?.length === 1;
    if (writes && (/(?:^|[^\w.])[A-Za-z_]\w+$/.test(before) || /\.\w*$/.test(before)) && !/(?:\/\/|;;)[^\n]*$/.test(before)) this.soon = setTimeout(() => this.complete(), PAUSE);
    else this.closeList();
  }

  press(event) {
    const key = event.key;
    const control = event.ctrlKey || event.metaKey;
    if (!this.list.hidden && ["ArrowDown", "ArrowUp"].includes(key)) this.choose(this.chosen + (key === "ArrowDown" ? 1 : -1));
    else if (!this.list.hidden && ["Enter", "Tab"].includes(key)) this.take(this.chosen);
    else if (key === "Escape" && !this.list.hidden) this.closeList();
    else if (key === "Escape") this.leaving = true;
    else if (control && key === " ") this.complete();
    else if (control && key.toLowerCase() === "s") this.asks.save();
    else if (control && key.toLowerCase() === "f") this.asks.find();
    else if (key === "Enter" && !control && !event.isComposing) this.breakLine();
    else if (key === "Tab" && !this.leaving && !event.altKey && !control) this.indent(event.shiftKey);
    else if (key === "}" && /(?:^|\n)[ ]+$/.test(this.text.slice(0, this.caret)) && this.caret === this.area.selectionEnd) this.closeBlock();
    else {
      if (key !== "Tab" && key !== "Shift") this.leaving = false;
      return;
    }
    event.preventDefault();
  }

  breakLine() {
    const before = this.text.slice(0, this.caret);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const deeper = /\{\s*$/.test(line) ? INDENT : "";
    this.replace(this.caret, this.area.selectionEnd, `\n${line.match(/^\s*/)[0]}${deeper}`);
  }

  indent(back) {
    const { selectionStart: start, selectionEnd: end } = this.area;
    if (start === end && !back) return this.replace(start, end, INDENT);
    const from = this.text.lastIndexOf("\n", start - 1) + 1;
    const lines = this.text.slice(from, end).split("\n").map((line) => (back ? line.replace(/^ {1,4}/, "") : line && INDENT + line));
    this.replace(from, end, lines.join("\n"));
    this.area.setSelectionRange(from, from + lines.join("\n").length);
  }

  closeBlock() {
    const start = Math.max(this.caret - INDENT.length, this.text.lastIndexOf("\n", this.caret - 1) + 1);
    this.replace(start, this.caret, "}");
  }

  // ---- layers

  learn(names, problems) {
    Object.assign(this, { names, problems });
    this.paint();
  }

  paint() {
    const text = this.text;
    this.colours.replaceChildren(...this.colour(text), "\n");
    this.marks.replaceChildren(...this.underline(text), "\n");
    const count = text.split("\n").length;
    if (this.count !== count) this.lines.textContent = Array.from({ length: (this.count = count) }, (_, at) => at + 1).join("\n") + "\n";
    this.follow();
  }

  colour(text) {
    if (text.length > LARGE) return [text];
    const made = [];
    let last = 0;
    for (const match of text.matchAll(/\.(kif|gdl)$/.test(this.file) ? TOKENS.kif : TOKENS.code)) {
      const { word, ...others } = match.groups;
      const kind = word ? (Object.hasOwn(this.names, word) ? this.names[word] : null) : Object.keys(others).find((name) => others[name] !== undefined);
      if (!kind) continue;
      made.push(text.slice(last, match.index), h("span", { class: `is-${kind}` }, match[0]));
      last = match.index + match[0].length;
    }
    return [...made, text.slice(last)];
  }

  underline(text) {
    const spans = [...this.problems.map((one) => ({ start: one.start, end: Math.max(one.end, one.start + 1), class: one.severity === "error" ? "wrong" : "doubtful" })), ...this.found].sort((a, b) => a.start - b.start);
    const made = [];
    let last = 0;
    for (const span of spans) {
      if (span.start < last) continue;
      made.push(text.slice(last, span.start), h("span", { class: span.class }, text.slice(span.start, span.end) || " "));
      last = span.end;
    }
    return [...made, text.slice(last)];
  }

  follow() {
    for (const layer of [this.colours, this.marks]) Object.assign(layer, { scrollTop: this.area.scrollTop, scrollLeft: this.area.scrollLeft });
    this.lines.scrollTop = this.area.scrollTop;
  }

  // ---- find

  find(words, step) {
    const text = this.text.toLowerCase();
    const sought = words.toLowerCase();
    const places = [];
    for (let at = sought ? text.indexOf(sought) : -1; at >= 0 && places.length < 2000; at = text.indexOf(sought, at + sought.length)) places.push(at);
    this.found = places.map((start) => ({ start, end: start + words.length, class: "found" }));
    this.paint();
    if (!places.length) return [0, 0];
    const here = this.place ?? this.caret;
    let at = step > 0 ? places.findIndex((place) => place > here) : step < 0 ? places.findLastIndex((place) => place < here) : places.findIndex((place) => place >= here);
    if (at < 0) at = step < 0 ? places.length - 1 : 0;
    this.place = places[at];
    const focused = document.activeElement;
    this.goTo(places[at], places[at] + words.length);
    focused?.focus();
    return [at + 1, places.length];
  }

  endFind() {
    Object.assign(this, { found: [], place: undefined });
    this.paint();
  }

  // ---- completion

  async complete() {
    const [text, caret] = [this.text, this.caret];
    const answer = await this.asks.complete(text, caret);
    if (!answer?.items?.length || this.text !== text || this.caret !== caret || document.activeElement !== this.area) return this.closeList();
    const begun = text.slice(answer.start, caret);
    if (answer.items.length === 1 && answer.items[0].label === begun) return this.closeList();
    Object.assign(this, { items: answer.items, start: answer.start });
    this.choose(0);
    this.list.hidden = false;
    this.placeList();
  }

  choose(at) {
    this.chosen = (at + this.items.length) % this.items.length;
    this.list.replaceChildren(...this.items.map((item, n) => h("li", { role: "option", "data-item": n, "aria-selected": n === this.chosen ? "true" : "false", class: n === this.chosen ? "chosen" : "" }, h("span", { class: `is-${item.kind}` }, item.label), h("small", {}, item.detail))));
    this.list.children[this.chosen].scrollIntoView({ block: "nearest" });
  }

  placeList() {
    const range = document.createRange();
    const walker = document.createTreeWalker(this.colours, NodeFilter.SHOW_TEXT);
    let left = this.start;
    for (let node = walker.nextNode(); node; left -= node.data.length, node = walker.nextNode()) {
      if (left > node.data.length) continue;
      range.setStart(node, left);
      range.setEnd(node, left);
      break;
    }
    const [spot, frame] = [range.getBoundingClientRect(), this.list.parentElement.getBoundingClientRect()];
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    const below = frame.bottom - spot.top - height;
    this.list.style.left = `${Math.max(4, Math.min(spot.left - frame.left, frame.width - this.list.offsetWidth - 8))}px`;
    this.list.style.top = `${below > this.list.offsetHeight ? spot.top - frame.top + height : Math.max(4, spot.top - frame.top - this.list.offsetHeight)}px`;
  }

  take(at) {
    const item = this.items[at];
    const indent = this.text.slice(this.text.lastIndexOf("\n", this.start - 1) + 1, this.start).match(/^\s*/)[0];
    const { text, from, to } = item.snippet ? readSnippet(item.insert.replaceAll("\n", `\n${indent}`)) : { text: item.insert, from: item.insert.length, to: item.insert.length };
    const start = this.start;
    this.closeList();
    this.replace(start, this.caret, text);
    this.area.setSelectionRange(start + from, start + to);
    this.closeList();
  }

  closeList() {
    clearTimeout(this.soon);
    this.list.hidden = true;
  }
}

// What editors write for a snippet: `${1:name}`, `$2`, `$0`. The first place is selected.
function readSnippet(insert) {
  let [text, from, to, last] = ["", null, null, 0];
  const plain = insert.replaceAll("\t", INDENT);
  for (const match of plain.matchAll(/\$\{(\d+)(?::([^}]*))?\}|\$(\d+)|\\([$}\\])/g)) {
    text += plain.slice(last, match.index);
    last = match.index + match[0].length;
    if (from === null && (match[1] ?? match[3]) !== undefined) [from, to] = [text.length, text.length + (match[2] ?? "").length];
    text += match[4] ?? match[2] ?? "";
  }
  text += plain.slice(last);
  return { text, from: from ?? text.length, to: to ?? text.length };
}
