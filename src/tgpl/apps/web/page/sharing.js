// Rules in an address: texts, compressed, in letters that may stand behind a #. What comes out of one is read as strictly as what comes from the network.

const LARGEST = 1_200_000; // bytes of what is unpacked
export const LONGEST = 24_000; // letters of an address that can still be sent around

export async function pack(main, sources) {
  const bytes = new TextEncoder().encode(JSON.stringify({ main, sources }));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let at = 0; at < packed.length; at += 8192) letters += String.fromCharCode(...packed.subarray(at, at + 8192));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// Null where it is none.
export async function unpack(text) {
  try {
    const packed = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > LARGEST) return null;
      parts.push(part.value);
    }
    return check(JSON.parse(await new Blob(parts).text()));
  } catch {
    return null;
  }
}

export function check(data) {
  const { main, sources } = data ?? {};
  const fine = typeof main === "string" && sources && typeof sources === "object" && typeof sources[main] === "string" && Object.values(sources).every((text) => typeof text === "string");
  return fine ? { main, sources: { ...sources } } : null;
}
