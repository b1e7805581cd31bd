// Colours of rule texts as this page paints them.

const NAMED = {
  black: "#33353c", blue: "#3568c9", brown: "#8a5f3d", cyan: "#2596a8", gray: "#868c96", green: "#2f8a57", magenta: "#b1469d",
  orange: "#dd7b23", pink: "#dd7aa3", purple: "#7754c4", red: "#c8443a", white: "#f5f2ea", yellow: "#e2b52c",
};

export const paint = (name) => NAMED[name] ?? (/^#[0-9a-f]{6}$/i.test(name ?? "") ? name : NAMED.gray);

function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// What can be read on it.
export const inkOn = (hex) => (luminance(hex) > 0.33 ? "#22242a" : "#ffffff");
export const isPale = (hex) => luminance(hex) > 0.7;

const KNOWN = [
  [/wood|forest|grove|jungle|tree/i, 120], [/lake|river|sea|water|ocean|pond|coast|harbou?r|well/i, 205], [/beach|sand|desert|dune/i, 45], [/hill|mountain|quarry|rock|stone|mine/i, 25],
  [/meadow|field|plain|grass|pasture|farm/i, 85], [/village|town|city|house|hut|keep|castle|tower|hall|home|trader|market/i, 12], [/marsh|swamp|moor/i, 165], [/fire|lava|burn/i, 5],
];

// What things are made of, where the designer gives no colour: people look for the amber one.
const MADE_OF = [
  [/\b(amber|orange)s?\b/i, "#d98a1f"], [/\b(coral|ruby|garnet|brick|clay|blood|meat)s?\b/i, "#c9503f"], [/\b(jade|emerald|herb|leaf|cloth)s?\b/i, "#2f8a57"], [/\b(lapis|sapphire|water|fish|ice)s?\b/i, "#3568c9"], [/\b(pearl|diamond|salt|wool|sheep|milk)s?\b/i, "#e9e4d8"],
  [/\b(silver|iron|steel|tin|stone|rock|ore)s?\b/i, "#8d949e"], [/\b(gold|coin|wheat|grain|corn|straw|honey|copper)s?\b/i, "#d9ac2b"], [/\b(wood|timber|log|lumber|leather|bread)s?\b/i, "#8a5f3d"], [/\b(coal|onyx|obsidian|oil|ink)s?\b/i, "#3a3c43"], [/\b(amethyst|wine|spice|silk|magic|mana)s?\b/i, "#8455b8"], [/\b(glass|crystal|gem|topaz)s?\b/i, "#2596a8"],
];
export const toneOf = (word) => MADE_OF.find(([fits]) => fits.test(word))?.[1] ?? null;

// A quiet hue of its own for each word, where the designer names none; what people know by its colour has that.
export function hueOf(word) {
  const known = KNOWN.find(([fits]) => fits.test(word));
  if (known) return known[1];
  let sum = 7;
  for (const letter of word) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return (sum * 137) % 360;
}
