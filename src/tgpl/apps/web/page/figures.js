// Pieces that people know by their shape. Each is a path in a field of 100 by 100, drawn for this page.

const BASE = "M25 78h50v10h-50z";
const SHAPES = {
  pawn: `M50 19a13.5 13.5 0 0 1 9 23.5h6v7h-7c0 13 5 19 10 28h-36c5-9 10-15 10-28h-7v-7h6a13.5 13.5 0 0 1 9-23.5z${BASE}`,
  rook: `M27 18h11v9h7v-9h10v9h7v-9h11v19l-8 7v23l6 11h-42l6-11v-23l-8-7z${BASE}`,
  knight: `M31 78c-1-17 13-22 15-33c-5 4-11 4-15 8c-4 4-11 2-11-4c0-7 10-12 14-23c1-4 4-7 7-8l3-9 7 8c18 2 26 18 26 37c0 9-2 17-3 24z${BASE}`,
  bishop: `M50 11c5 0 6 6 3 9c11 8 17 19 11 30c-2 4-5 6-7 7h5v7h-6c0 6 5 10 10 14h-32c5-4 10-8 10-14h-6v-7h5c-2-1-5-3-7-7c-6-11 0-22 11-30c-3-3-2-9 3-9z${BASE}`,
  queen: `M20 26a5 5 0 1 1 5 5l6 17 7-23a5 5 0 1 1 5 0l7 23 7-23a5 5 0 1 1 5 0l7 23 6-17a5 5 0 1 1 5 5l-9 30c-2 7-3 8-2 12h-38c1-4 0-5-2-12l-9-30a5 5 0 0 1 0-10z${BASE}`,
  king: `M46.5 8h7v7h7v7h-7v7c2-3 7-5 12-5c12 0 18 12 12 24c-3 6-8 9-9 17l1 13h-39l1-13c-1-8-6-11-9-17c-6-12 0-24 12-24c5 0 10 2 12 5v-7h-7v-7h7z${BASE}`,
  meeple: "M50 12c9 0 15 7 13 16c13 4 27 11 27 20c0 6-6 8-12 7l-10-1c4 11 10 22 14 34h-25l-7-14-7 14h-25c4-12 10-23 14-34l-10 1c-6 1-12-1-12-7c0-9 14-16 27-20c-2-9 4-16 13-16z",
  house: "M50 16l37 31h-9v38h-56v-38h-9z",
  tower: "M28 16h10v9h7v-9h10v9h7v-9h10v20h-5l5 50h-44l5-50h-5z",
  ship: "M12 62h76l-13 23h-50zM46 12h6v46h-6zM56 20l24 36h-24zM42 26v30h-20z",
  flag: "M27 12h7v76h-7zM34 15c16-8 26 8 43 0v34c-17 8-27-8-43 0z",
  crown: "M16 30l17 16 17-26 17 26 17-16-8 46h-52z",
  hound: "M18 66l12-24 16-6 10-18 8 12 18 8-4 14-18 4-2 30h-10l-4-18-12-2-6 20h-10z",
  hare: "M30 86c-6-14 2-30 14-34l-8-36c8 2 12 14 15 26 2-12 6-22 13-25l-2 30c12 4 16 12 12 20l-14 4 4 15z",
};

const WORDS = [
  ["pawn", /^pawn$/i], ["rook", /^(rook|castle)$/i], ["knight", /^(knight|rider|horse(man)?|cavalry)$/i], ["bishop", /^bishop$/i],
  ["queen", /^queen$/i], ["king", /^king$/i], ["meeple", /(worker|meeple|settler|villager|firefighter|pilgrim|citizen|person|foot|soldier|infantry)s?$/i],
  ["house", /(house|hut|home|village|cottage)s?$/i], ["tower", /(tower|keep|fort|fortress|castle)s?$/i],
  ["ship", /(ship|boat|galley|fleet)s?$/i], ["flag", /(flag|banner|standard)s?$/i], ["hound", /^(hound|dog|wolf)s?$/i], ["hare", /^(hare|rabbit)s?$/i],
];
const CHESS = "♔♕♖♗♘♙♚♛♜♝♞♟";
const CHESS_NAMES = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const STONES = { "●": "black", "○": "white", "⚫": "black", "⚪": "white", "⬤": "black", "◯": "white" };

// How a piece is drawn: { shape, color } of a known figure, { disc } of a stone, { text } for all others. `color`: what the symbol
// itself says about it.
export function figureOf(symbol, kind, chess) {
  const mark = (symbol ?? "").replace(/[\uFE0E\uFE0F]/g, "");
  const place = mark.length === 1 ? CHESS.indexOf(mark) : -1;
  if (place >= 0) return { shape: SHAPES[CHESS_NAMES[place % 6]], color: place < 6 ? "white" : "black", name: CHESS_NAMES[place % 6] };
  if (STONES[mark]) return { disc: true, color: STONES[mark] };
  if (chess && CHESS_LETTERS[kind?.toLowerCase()]) return { shape: SHAPES[CHESS_LETTERS[kind.toLowerCase()]] };
  if (mark && !/^[\p{L}\p{N}]$/u.test(mark)) return { text: symbol };
  const word = WORDS.find(([, fits]) => fits.test(lastWord(kind ?? "")));
  if (word) return { shape: SHAPES[word[0]], name: word[0] };
  if (/^(stone|peg|man|disc|disk|counter|draught|checker|marble|ball)$/i.test(kind ?? "")) return { disc: true };
  return { text: symbol ?? "" };
}

const CHESS_LETTERS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
export const isChessSet = (kinds) => kinds.length > 1 && kinds.includes("k") && kinds.every((kind) => CHESS_LETTERS[kind]);
const lastWord = (name) => name.split(/(?<=[a-z])(?=[A-Z])|[\s_]+/).at(-1);

export const SUITS = {
  hearts: { path: "M50 86C20 62 10 48 10 34a20 20 0 0 1 40-6a20 20 0 0 1 40 6c0 14-10 28-40 52z", red: true },
  diamonds: { path: "M50 10l32 40-32 40-32-40z", red: true },
  clubs: { path: "M50 12a18 18 0 0 1 14 29a18 18 0 1 1-10 33c0 6 4 11 10 14h-28c6-3 10-8 10-14a18 18 0 1 1-10-33a18 18 0 0 1 14-29z" },
  spades: { path: "M50 10c8 16 36 28 36 46a17 17 0 0 1-32 8c0 10 4 18 11 22h-30c7-4 11-12 11-22a17 17 0 0 1-32-8c0-18 28-30 36-46z" },
};
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
export const pipsOf = (face) => (PIPS[face] ?? []).map((at) => [27 + 23 * (at % 3), 27 + 23 * Math.floor(at / 3)]);
