// The studio: a rule text beside the table at which it is played. What is typed is kept at every pause, read, and brought to the table.

import { drawDesk, drawPrompt, drawShared, drawStarters, drawVersions } from "./desk.js";
import { h, morph } from "./dom.js";
import { Editor } from "./editor.js";
import { check, LONGEST, pack, unpack } from "./sharing.js";

const PAUSE = 450; // milliseconds without a key, after which a text is kept and read
const ROUNDS = 10; // times that games are played for a moment, after each change
const REMEMBERED = 30; // texts that this browser can go on with

const root = document.getElementById("app");
const dialogRoot = document.getElementById("dialog");
const notes = document.getElementById("notes");
const live = document.getElementById("live");
const studio = { draft: null, token: null, table: null, owner: null, main: "", editors: new Map(), file: "", row: 0, problems: [], told: null, test: null, state: "", notice: null, side: "text", find: null, players: null, games: [], shared: null, fileOnDisk: null, force: false, busy: false, again: false };

// ---- asking

async function ask(address, body) {
  const answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
  if (!answer) return { refused: true, code: "lost", words: "The server does not answer. What you write stays in this page; it is kept when the server is back." };
  const data = await answer.json().catch(() => null);
  return answer.ok ? data : { refused: true, code: data?.code ?? "", words: data?.words ?? "That did not work." };
}

const askDraft = (what, fields = {}) => ask(`/studio/${studio.draft}/${what}`, { token: studio.token, ...fields });
const sources = () => Object.fromEntries([...studio.editors].map(([file, editor]) => [file, editor.text]));

function tell(words, kind = "") {
  const one = h("div", { class: `note ${kind}`, role: kind === "bad" ? "alert" : "status" }, words);
  notes.append(one);
  setTimeout(() => one.remove(), kind === "bad" ? 8000 : 5000);
}

// ---- drawing

function render() {
  const fresh = studio.shared ? drawShared(studio) : studio.draft ? drawDesk(studio) : drawStarters(studio);
  morph(root.firstElementChild, fresh);
  const place = root.querySelector(".editors");
  for (const [file, editor] of studio.editors) {
    if (place && editor.node.parentElement !== place) place.append(editor.node);
    editor.node.hidden = file !== studio.file;
  }
  document.title = studio.told?.title ? `${studio.told.title} – the studio` : "The studio";
}

function openDialog(content) {
  dialogRoot.replaceChildren(content);
  if (!dialogRoot.open) dialogRoot.showModal();
}

// ---- a draft

function writeAddress() {
  const parts = { d: studio.draft, k: studio.token, ...(studio.table ? { t: studio.table, o: studio.owner } : {}) };
  history.replaceState(null, "", `/studio#${new URLSearchParams(parts)}`);
}

function remember() {
  try {
    const known = JSON.parse(localStorage.getItem("tgpl-drafts") ?? "[]").filter((one) => one.d !== studio.draft);
    const title = studio.told?.title || studio.main;
    localStorage.setItem("tgpl-drafts", JSON.stringify([{ d: studio.draft, k: studio.token, title, when: Date.now() }, ...known].slice(0, REMEMBERED)));
  } catch { /* a browser that keeps nothing */ }
}


async function begin(body) {
  if (studio.busy) return;
  studio.busy = true;
  const made = await ask("/studio", body);
  studio.busy = false;
  if (made.refused) return tell(made.words, "bad");
  const table = body.table && made.keeps_table ? { table: body.table, owner: body.owner } : { table: null, owner: null };
  Object.assign(studio, { draft: made.draft, token: made.token, shared: null, ...table });
  await openDraft();
}

async function openDraft() {
  const told = await askDraft("read");
  if (told.refused) {
    Object.assign(studio, { draft: null, token: null });
    tell(told.words, "bad");
    return openStarters();
  }
  studio.editors.clear();
  root.replaceChildren(h("main", {}));
  Object.assign(studio, { main: told.main, file: told.main, row: told.row, fileOnDisk: told.file, state: "kept" });
  for (const [file, text] of Object.entries(told.sources)) addEditor(file, text);
  learn(told);
  writeAddress();
  studio.editors.get(studio.main).area.focus();
  studio.editors.get(studio.main).area.setSelectionRange(0, 0);
  test();
}

function addEditor(file, text) {
  const asks = { complete: (now, offset) => askDraft("complete", { file, text: now, offset }), changed, save, find: openFind };
  studio.editors.set(file, new Editor(file, text, asks));
}

function changed() {
  studio.state = "writing";
  studio.stamp = (studio.stamp ?? 0) + 1;
  clearTimeout(studio.timer);
  studio.timer = setTimeout(keep, PAUSE);
  const state = root.querySelector(".bar .state");
  if (state) state.textContent = "…";
}

function learn(told) {
  studio.told = { ...told, title: told.title || studio.told?.title };
  studio.problems = told.problems ?? [];
  for (const [file, editor] of studio.editors) editor.learn(told.names ?? {}, studio.problems.filter((one) => one.file === file));
  live.textContent = studio.problems.length ? `${studio.problems.length} problems: ${studio.problems[0].title}` : "";
  remember();
  render();
}

// Keeps the texts as they are; one at a time, and what was typed meanwhile comes after.
async function keep() {
  if (studio.keeping) return (studio.again = true), studio.keeping;
  studio.keeping = write("write");
  await studio.keeping;
  studio.keeping = null;
  if (studio.again) {
    studio.again = false;
    await keep();
  }
}

async function write(what, more = {}) {
  const stamp = studio.stamp;
  const told = await askDraft(what, { sources: sources(), base: studio.row, ...more });
  if (told.refused) {
    studio.state = "not kept";
    if (told.code === "stale") studio.notice = { words: told.words, acts: [["Take what is kept there", "theirs"], ["Keep what stands here", "mine"]] };
    else if (told.code === "too_often" || told.code === "lost") studio.timer = setTimeout(keep, 3000);
    else tell(told.words, "bad");
    render();
    return told;
  }
  studio.row = told.row;
  if (stamp !== studio.stamp) return told;
  studio.state = what === "save" ? "saved" : "kept";
  learn(told);
  if (told.playable) await bring(false);
  test();
  return told;
}

async function save() {
  clearTimeout(studio.timer);
  const editor = studio.editors.get(studio.file);
  const formatted = await askDraft("format", { file: studio.file, text: editor.text });
  if (typeof formatted.text === "string") editor.become(formatted.text);
  clearTimeout(studio.timer);
  await studio.keeping;
  const told = await write("save", { force: studio.force });
  studio.force = told.code === "changed_on_disk";
  if (!told.refused) tell(studio.fileOnDisk ? `${studio.fileOnDisk} is saved.` : "Saved as a version that you can go back to.");
}

async function takeTheirs() {
  const told = await askDraft("read");
  if (told.refused) return tell(told.words, "bad");
  Object.assign(studio, { row: told.row, notice: null });
  become(told.sources);
}

async function keepMine() {
  const told = await askDraft("read");
  if (told.refused) return tell(told.words, "bad");
  Object.assign(studio, { row: told.row, notice: null });
  await keep();
}

function become(texts) {
  for (const file of [...studio.editors.keys()]) if (!Object.hasOwn(texts, file)) removeEditor(file);
  for (const [file, text] of Object.entries(texts)) {
    if (!studio.editors.has(file)) addEditor(file, text);
    else {
      studio.file = file;
      render();
      studio.editors.get(file).become(text);
    }
  }
  studio.file = studio.main;
  changed();
  render();
}

function removeEditor(file) {
  studio.editors.get(file)?.node.remove();
  studio.editors.delete(file);
  if (studio.file === file) studio.file = studio.main;
}

// ---- the table

async function play() {
  clearTimeout(studio.timer);
  await keep();
  const made = await askDraft("play", { players: studio.players });
  if (made.refused) return tell(made.words, "bad");
  Object.assign(studio, { table: made.table, owner: made.owner, notice: null, side: "table" });
  writeAddress();
  render();
}

async function bring(accept) {
  if (!studio.table) return;
  const told = await askDraft("bring", { table: studio.table, owner: studio.owner, accept });
  if (told.refused) studio.notice = { words: told.words, acts: [["Begin a new match", "play"]] };
  else if (told.lost) studio.notice = { words: told.lost, acts: [["Go on from the last good point", "accept"], ["Begin a new match", "play"]] };
  else studio.notice = null;
  if (told.followed) live.textContent = studio.brought = "The table goes on under the new rules.";
  render();
}

async function test() {
  const stamp = studio.stamp;
  studio.test = null;
  for (let round = 0; round < ROUNDS && studio.told?.playable && studio.stamp === stamp; round += 1) {
    const found = await askDraft("test");
    if (found.refused || studio.stamp !== stamp) break;
    studio.test = found;
    render();
  }
}

// ---- sharing

async function share() {
  const packed = await pack(studio.main, sources());
  let link = `${location.origin}/studio#g=${packed}`;
  if (link.length > LONGEST) {
    await keep();
    const kept = await askDraft("share");
    if (kept.refused) return tell(kept.words, "bad");
    link = `${location.origin}/studio#s=${kept.key}`;
  }
  openDialog(drawPrompt("Share these rules", h("p", { class: "soft" }, "Who opens this link reads the rules, plays them, and can go on with a copy of their own. Yours stays as it is."), h("input", { class: "field", id: "share-link", readonly: true, value: link, "aria-label": "Link" }), h("div", { class: "buttons" }, h("button", { type: "button", class: "button strong", "data-act": "copy", "data-text": link }, "Copy"))));
  dialogRoot.querySelector("#share-link").select();
}

async function openShared(data) {
  if (!data) {
    tell("This link has no rules in it that can be read. Perhaps it was cut off on its way.", "bad");
    return openStarters();
  }
  studio.shared = data;
  render();
}

async function playShared() {
  const made = await ask("/tables", { rules: { main: studio.shared.main, sources: studio.shared.sources } });
  if (made.refused) return tell(made.words, "bad");
  location.href = `/t/${made.table}#${made.owner}`;
}

// ---- the beginning

const read = (address) => fetch(address).then((answer) => answer.json()).catch(() => null);

async function openStarters() {
  render();
  studio.games = (await read("/games")) ?? [];
  render();
}

async function beginTemplate() {
  const starters = await read("/studio/starters");
  if (!starters) return tell("The server does not answer. Try again in a moment.", "bad");
  await begin({ rules: starters.template });
}

async function open() {
  const about = await fetch("/about").then((answer) => answer.json()).catch(() => ({}));
  studio.may = Boolean(about.studio);
  const parts = new URLSearchParams(location.hash.slice(1));
  if (parts.get("g")) return openShared(await unpack(parts.get("g")));
  if (parts.get("s")) return openShared(check(await ask("/studio/shared", { key: parts.get("s") })));
  if (parts.get("d")) {
    Object.assign(studio, { draft: parts.get("d"), token: parts.get("k"), table: parts.get("t"), owner: parts.get("o") });
    return openDraft();
  }
  if (parts.get("game")) await begin({ game: parts.get("game") });
  else if (parts.get("table")) await begin({ table: parts.get("table"), owner: parts.get("owner") ?? "" });
  if (!studio.draft) await openStarters();
}

// ---- what is pressed

function openFind() {
  const editor = studio.editors.get(studio.file);
  const picked = editor.text.slice(editor.area.selectionStart, editor.area.selectionEnd);
  studio.find = { words: picked.includes("\n") ? "" : picked, count: null };
  render();
  const field = root.querySelector("#find");
  field.value = studio.find.words;
  field.select();
  field.focus();
}

function look(step) {
  const words = root.querySelector("#find").value;
  studio.find = { words, count: words ? studio.editors.get(studio.file).find(words, step) : null };
  render();
}

function goTo(file, work) {
  if (!studio.editors.has(file)) return;
  Object.assign(studio, { file, side: "text" });
  render();
  work(studio.editors.get(file));
}

async function openVersions() {
  clearTimeout(studio.timer);
  await keep();
  const told = await askDraft("versions");
  if (told.refused) return tell(told.words, "bad");
  openDialog(drawVersions(told.versions));
}

function download() {
  const address = URL.createObjectURL(new Blob([studio.editors.get(studio.file).text], { type: "text/plain" }));
  h("a", { href: address, download: studio.file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function applyFix(number) {
  const fix = studio.problems[number]?.fix;
  for (const file of new Set(fix?.changes.map((change) => change.file))) goTo(file, (editor) => editor.apply(fix.changes.filter((change) => change.file === file)));
  clearTimeout(studio.timer);
  keep();
}

const ACTS = {
  empty: () => begin({ rules: { main: "game.tgpl", sources: { "game.tgpl": "" } } }),
  template: beginTemplate,
  game: (node) => begin({ game: node.dataset.game }),
  draft: (node) => {
    Object.assign(studio, { draft: node.dataset.draft, token: node.dataset.token });
    return openDraft();
  },
  fork: () => begin({ rules: { main: studio.shared.main, sources: studio.shared.sources } }),
  "play-shared": playShared,
  play, save, share, versions: openVersions, download, find: openFind,
  accept: () => bring(true),
  theirs: takeTheirs,
  mine: keepMine,
  fix: (node) => applyFix(Number(node.dataset.number)),
  problem: (node) => goTo(studio.problems[node.dataset.number].file, (editor) => editor.goTo(studio.problems[node.dataset.number].start, studio.problems[node.dataset.number].end)),
  line: (node) => goTo(node.dataset.file, (editor) => editor.goToLine(Number(node.dataset.line))),
  file: (node) => goTo(node.dataset.file, (editor) => editor.area.focus()),
  "add-file": () => openDialog(drawPrompt("Another file", h("p", { class: "soft" }, "Rules that the others import, or a table of cards: cards.csv, harbour.tgpl."), h("form", { class: "inline", "data-act": "new-file" }, h("input", { name: "file", class: "field", required: true, pattern: "[A-Za-z0-9_][A-Za-z0-9_\\-]*\\.[a-z]{2,5}", maxlength: 60, "aria-label": "Name of the file" }), h("button", { type: "submit", class: "button strong" }, "Add")))),
  "remove-file": () => (removeEditor(studio.file), changed(), render()),
  side: (node) => ((studio.side = node.dataset.side), render()),
  "find-next": () => look(1),
  "find-back": () => look(-1),
  "find-end": () => (studio.editors.get(studio.file).endFind(), (studio.find = null), render(), studio.editors.get(studio.file).area.focus()),
  version: async (node) => {
    const told = await askDraft("look", { row: Number(node.dataset.row) });
    if (told.refused) return tell(told.words, "bad");
    dialogRoot.close();
    become(told.sources);
    tell("As it was then. What stood here before is a version too.");
  },
  copy: async (node) => {
    await navigator.clipboard?.writeText(node.dataset.text).catch(() => null);
    dialogRoot.querySelector("#share-link")?.select();
    node.textContent = "Copied";
  },
  close: () => dialogRoot.close(),
};

document.addEventListener("click", (event) => {
  if (event.target === dialogRoot) return dialogRoot.close();
  const node = event.target.closest("[data-act]");
  if (node && node.nodeName !== "FORM" && node.nodeName !== "SELECT") ACTS[node.dataset.act]?.(node);
});
document.addEventListener("submit", (event) => {
  event.preventDefault();
  const file = new FormData(event.target).get("file");
  if (event.target.dataset.act !== "new-file" || studio.editors.has(file)) return;
  addEditor(file, "");
  studio.file = file;
  dialogRoot.close();
  changed();
  render();
});
document.addEventListener("input", (event) => event.target.id === "find" && look(0));
document.addEventListener("change", (event) => {
  if (event.target.dataset.act === "players") studio.players = Number(event.target.value);
});
document.addEventListener("keydown", (event) => {
  const inFind = event.target.id === "find";
  if (inFind && ["Enter", "Escape"].includes(event.key)) {
    event.preventDefault();
    if (event.key === "Escape") ACTS["find-end"]();
    else look(event.shiftKey ? -1 : 1);
  } else if (studio.draft && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && !event.defaultPrevented) {
    event.preventDefault();
    save();
  }
});
addEventListener("beforeunload", (event) => ["writing", "not kept"].includes(studio.state) && event.preventDefault());
addEventListener("hashchange", () => location.reload());
open();
