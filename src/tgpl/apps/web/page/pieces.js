// A thing as a piece: a group in a field of 100 by 100, for boards and for supplies of small things.

import { svg } from "./dom.js";
import { inkOn, isPale, paint, toneOf } from "./colours.js";
import { figureOf, pipsOf } from "./figures.js";

// It has no name of its own: it goes by its class.
export const isNameless = (thing) => thing.name?.replace(/ /g, "").toLowerCase() === thing.kind?.toLowerCase();
export const valueOf = (thing, name) => (thing.values ?? []).find((value) => value.name.toLowerCase() === name);
export const isDie = (thing) => /^(die|dice|cube)$/i.test(thing.kind ?? "") && valueOf(thing, "face")?.number >= 1 && valueOf(thing, "face").number <= 6;

// The colour that says whose it is, or what it is.
function colourOf(thing, players, figure) {
  const owner = thing.owner === undefined ? undefined : players[thing.owner]?.color;
  const name = thing.color ?? figure?.color;
  if (name !== undefined) return paint(name);
  const tone = owner === undefined || !isNameless(thing) ? toneOf(thing.name ?? "") : null;
  return tone ?? (owner === undefined ? null : paint(owner));
}

// Players go by the colour of their pieces, where symbols say it: the black and the white of chess.
export function colourPlayers(picture) {
  const seen = {};
  const note = (owner, symbol) => {
    const color = figureOf(symbol, "", false).color;
    if (owner !== undefined && color) seen[owner] = seen[owner] === undefined || seen[owner] === color ? color : null;
  };
  for (const thing of Object.values(picture.things)) if (!thing.color && thing.at.tile) note(thing.owner, thing.symbol);
  for (const { mark } of Object.values(picture.tiles)) {
    if (mark?.color && mark.player !== undefined) seen[mark.player] = mark.color;
    else if (mark) note(mark.player, mark.text);
  }
  return Object.fromEntries(Object.entries(picture.players).map(([seat, player]) => [seat, { ...player, color: seen[seat] ?? player.color }]));
}

export function drawPiece(thing, players, chess = false) {
  if (thing.face === "down") return drawBack();
  if (isDie(thing)) return drawDie(valueOf(thing, "face").number, colourOf(thing, players));
  const figure = figureOf(thing.symbol ?? (chess ? "" : undefined), thing.kind, chess);
  const color = colourOf(thing, players, figure);
  const drawn = figure.shape
    ? [drawShape(figure.shape, color ?? paint("gray"))]
    : figure.disc
      ? drawDisc(color ?? paint("gray"))
      : drawText(thing.symbol || thing.letter || "?", color);
  const numbers = (thing.values ?? []).filter((value) => value.number !== undefined);
  return numbers.length === 1 ? [...drawn, drawBadge(numbers[0].value)] : drawn;
}

export function drawMark(mark, players) {
  const color = mark.color ? paint(mark.color) : mark.player === undefined ? null : paint(players[mark.player]?.color);
  const text = mark.text ?? "";
  if (mark.player !== undefined && (text === "" || text === mark.figure?.[0])) return drawDisc(color);
  if (color === null) return [svg("text", { class: text.length > 3 ? "said small" : "said", x: 50, y: 50 }, text)];
  const figure = figureOf(text, mark.figure, false);
  if (figure.shape) return [drawShape(figure.shape, color)];
  return figure.disc ? drawDisc(mark.color || !figure.color ? color : paint(figure.color)) : drawText(text, color);
}

const rim = (color) => (isPale(color) ? "#6d675b" : color === paint("black") ? "#ffffff59" : "#00000066");

function drawShape(path, color) {
  const edge = isPale(color) ? "#3a3832" : color === paint("black") ? "#d9d4c8" : "#1c1d2299";
  return svg("path", { class: "figure", d: path, vars: { "--c": color, "--edge": edge } });
}

function drawDisc(color) {
  return [
    svg("circle", { class: "disc", cx: 50, cy: 50, r: 37, vars: { "--c": color, "--edge": rim(color) } }),
    svg("circle", { class: "groove", cx: 50, cy: 50, r: 27, vars: { "--edge": rim(color) } }),
  ];
}

function drawText(text, color) {
  const size = [...text].length > 2 ? "tiny" : [...text].length > 1 ? "small" : "";
  if (color === null) return [svg("text", { class: `glyph ${size}`, x: 50, y: 52 }, text)];
  if (/^[x✕✗×]$/i.test(text)) return [svg("path", { class: "stroke", d: "M25 25l50 50M75 25l-50 50", vars: { "--c": color } })];
  if (/^[o0]$/i.test(text)) return [svg("circle", { class: "stroke", cx: 50, cy: 50, r: 28, vars: { "--c": color } })];
  return [
    svg("circle", { class: "disc", cx: 50, cy: 50, r: 37, vars: { "--c": color, "--edge": rim(color) } }),
    svg("text", { class: `glyph on ${size}`, x: 50, y: 52, vars: { "--c": inkOn(color) } }, text),
  ];
}

function drawBadge(text) {
  return svg("g", { class: "badge" }, svg("circle", { cx: 78, cy: 76, r: 17 }), svg("text", { x: 78, y: 77 }, text));
}

function drawDie(face, color) {
  const body = color ?? "#fbf8f1";
  return [
    svg("rect", { class: "disc", x: 10, y: 10, width: 80, height: 80, rx: 16, vars: { "--c": body, "--edge": rim(body) } }),
    pipsOf(face).map(([x, y]) => svg("circle", { class: "pip", cx: x, cy: y, r: 8.5, vars: { "--c": inkOn(body) } })),
  ];
}

function drawBack() {
  return [svg("rect", { class: "backing", x: 18, y: 8, width: 64, height: 84, rx: 8 })];
}
