// What buttons, forms and switches do.

import { closeDialog, dialogRoot, openDialog, render } from "./drawing.js";
import { h } from "./dom.js";
import { drag } from "./gestures.js";
import { lookAt, leavePast } from "./moments.js";
import { cancel, choose, goOn, nameValue, send, touchIt } from "./playing.js";
import { findToken, keepSettings, leaveFor, name, root, table, tell } from "./state.js";

const ACTS = {
  choose: (node) => choose(node.dataset.option),
  cancel,
  type: (node) => nameValue(node.dataset.value),
  slide(node) {
    const step = Number(node.dataset.step ?? 0);
    const range = root.querySelector(".slider input");
    table.slid = Math.max(0, Math.min(Number(range.max), step ? (table.slid ?? 0) + step : Number(range.value)));
    range.value = table.slid;
    render();
  },
  "list-options": () => openDialog({ kind: "choice", keys: Object.keys(table.picture.ask.options), title: table.picture.ask.words }),
  async why(node) {
    const about = node.dataset.about ?? null;
    const answer = await table.line.ask("why", about ? { about } : {});
    if (answer.type === "refused") return tell(answer.words, "bad");
    openDialog({ kind: "reasons", ...answer.why });
  },
  async hint() {
    table.pending = true;
    render();
    const answer = await table.line.ask("hint");
    table.pending = false;
    render();
    if (answer.type === "refused") return tell(answer.words, "bad");
    const hint = answer.hint ?? answer;
    table.hinted = hint.option;
    render();
    tell(hint.label ? `A machine would choose: ${hint.label}${hint.words ? ` (${hint.words})` : ""}` : hint.words);
  },
  look: (node) => lookAt(Number(node.dataset.at ?? node.value)),
  now: leavePast,
  undo: (node) => send("undo", { to: Number(node.dataset.to) }).then((answer) => answer.type !== "refused" && (leavePast(), closeDialog())),
  agree: () => send("agree"),
  decline: () => send("decline"),
  async fork(node) {
    const answer = await send("fork", { at: Number(node.dataset.at) });
    if (answer.type !== "refused") openDialog({ kind: "links", title: "A new table", words: "It begins where this one was. Machines sit where nobody comes.", ...(answer.fork ?? answer) });
  },
  comment: (node) => openDialog({ kind: "comment", at: Number(node.dataset.at) }),
  async "send-comment"(form) {
    const answer = await send("comment", { at: Number(form.elements.at.value), text: form.elements.text.value });
    if (answer.type !== "refused") closeDialog();
  },
  "name-me": (form) => send("name", { name: form.elements.name.value }).then(closeDialog),
  name(form) {
    const value = form.elements.value.value;
    form.reset();
    return nameValue(value);
  },
  setting(node) {
    if (node.dataset.name === "turned") table.settings.turned = { ...table.settings.turned, [table.facts.game.title]: node.checked };
    else table.settings[node.dataset.name] = node.checked;
    if (node.dataset.name === "notify" && node.checked) globalThis.Notification?.requestPermission();
    keepSettings();
    render();
    goOn();
  },
  sit: (node) => send("sit", { seat: Number(node.dataset.seat), who: node.dataset.who ?? node.value }),
  "leave-seat": () => send("sit", { seat: table.you.seat, who: "random" }),
  accept: () => send("accept", { rules: table.offer.rules }).then((answer) => answer.type !== "refused" && ((table.offer = null), render())),
  "option-hand": (node) => send("options", { hand: node.checked }),
  "rename": (form) => send("options", { title: form.elements.title.value }),
  "option-undo": (node) => send("options", { undo: node.value }),
  async copy(node) {
    try {
      await navigator.clipboard.writeText(node.dataset.text);
      tell("Copied.");
    } catch {
      node.parentElement.querySelector("input")?.select();
      tell("Select it and copy it by hand.");
    }
  },
  async "show-qr"(node) {
    const answer = await table.line.ask("draw", { text: node.dataset.text });
    if (answer.type === "refused") return tell(answer.words, "bad");
    openDialog({ kind: "link", text: node.dataset.text, rows: answer.qr });
  },
  async qr(node) {
    if (table.qr?.text === node.dataset.text) table.qr = null;
    else {
      const answer = await table.line.ask("draw", { text: node.dataset.text });
      if (answer.type === "refused") return tell(answer.words, "bad");
      table.qr = { text: node.dataset.text, rows: answer.qr };
    }
    render();
  },
  async record() {
    const answer = await fetch(`/t/${name}/record`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(findToken()) });
    if (!answer.ok) return tell((await answer.json().catch(() => ({}))).words ?? "There is no record yet.", "bad");
    const link = h("a", { href: URL.createObjectURL(await answer.blob()), download: `${table.facts.game.title.replace(/\W+/g, "-")}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  },
  async again() {
    const answer = await fetch("/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: table.facts.game.id, players: Object.keys(table.picture.players).length }) });
    const made = await answer.json();
    if (answer.ok) leaveFor(`/t/${made.table}#${made.owner}`);
    else tell(made.words, "bad");
  },
  rules: () => openDialog({ kind: "rules" }),
  log: () => openDialog({ kind: "log" }),
  menu: () => openDialog({ kind: "menu" }),
  desk: () => openDialog({ kind: "desk" }),
  studio: () => (top.location.href = `/studio#${new URLSearchParams({ table: name, owner: findToken().token })}`),
  keys: () => openDialog({ kind: "keys" }),
  info: (node) => openDialog({ kind: "info", id: node.dataset.about }),
  "show-pile": (node) => openDialog({ kind: "pile", about: node.dataset.about }),
  close: closeDialog,
  hand() {
    table.handing = {};
    closeDialog();
    render();
  },
  "hand-value": (node) => openDialog({ kind: "hand", value: { of: node.dataset.of, attribute: node.dataset.attribute, name: node.dataset.name, value: node.dataset.value } }),
  "hand-move"(node) {
    table.handing = { move: node.dataset.about };
    closeDialog();
    render();
  },
  "hand-deal"(node) {
    table.handing = { deal: node.dataset.about };
    closeDialog();
    render();
  },
  async "hand-set"(form) {
    const text = form.elements.value.value;
    const answer = await send("hand", { set: form.elements.about.value, attribute: form.elements.attribute.value, value: text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text });
    if (answer.type !== "refused") closeDialog();
  },
};

export function act(node, event) {
  event?.preventDefault();
  ACTS[node.dataset.act]?.(node);
}

document.addEventListener("click", (event) => {
  if (event.target === dialogRoot) return closeDialog();
  const node = event.target.closest("[data-act], [data-touch]");
  if (!node || drag.moved) return;
  if (node.dataset.act && !["FORM", "INPUT", "SELECT"].includes(node.nodeName)) return act(node, event);
  if (node.dataset.touch && !node.dataset.act) touchIt(node.dataset.touch);
});
document.addEventListener("click", (event) => {
  // By hand a whole zone can be meant.
  const zone = event.target.closest("[data-zone]");
  if (table.handing && zone && !event.target.closest("[data-touch], [data-act]")) touchIt(zone.dataset.zone);
});
document.addEventListener("submit", (event) => event.target.dataset.act && act(event.target, event));
document.addEventListener("change", (event) => event.target.matches("select[data-act], input[type=checkbox][data-act]") && ACTS[event.target.dataset.act]?.(event.target));
document.addEventListener("input", (event) => event.target.matches("input[type=range][data-act]") && ACTS[event.target.dataset.act]?.(event.target));
dialogRoot.addEventListener("close", () => table.dialog && closeDialog());
