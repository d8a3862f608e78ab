// HTTP answers with agents' texts and pictures: plain types only, at most 2 MiB.
import { utf8Text } from "../../core/utf8.ts";

/** Maximum bytes of one text. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/** A text's first bytes in whole characters. `cut`: truncated. */
const cutText = (text: string): { readonly text: string; readonly cut: boolean } => {
  if (text.length * 3 <= MAX_TEXT_BYTES) return { text, cut: false };
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= MAX_TEXT_BYTES) return { text, cut: false };
  let end = MAX_TEXT_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.subarray(0, end).toString("utf8"), cut: true };
};

const pictures: readonly (readonly [type: string, begins: readonly string[]])[] = [
  ["image/png", ["89504e470d0a1a0a"]],
  ["image/jpeg", ["ffd8ff"]],
  ["image/gif", ["474946383761", "474946383961"]],
];
const pictureType = (bytes: Uint8Array): string | undefined => {
  const begin = Buffer.from(bytes.subarray(0, 12)).toString("hex");
  if (begin.startsWith("52494646") && begin.endsWith("57454250")) return "image/webp";
  return pictures.find(([, begins]) => begins.some((one) => begin.startsWith(one)))?.[0];
};

const headers = (
  type: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  "content-type": type,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  ...more,
});

/** A truncated text says so in its last line, and has its size in bytes in the header `cairn-cut`. */
export const textAnswer = (whole: string): Response => {
  const { text, cut } = cutText(whole);
  const plain = "text/plain; charset=utf-8";
  if (!cut) return new Response(text, { headers: headers(plain) });
  const bytes = Buffer.byteLength(whole);
  const said = `${text}\n[${bytes - Buffer.byteLength(text)} bytes left out]\n`;
  return new Response(said, { headers: headers(plain, { "cairn-cut": String(bytes) }) });
};

/** Text as text, pictures as pictures, everything else as a download. */
export const bytesAnswer = (bytes: Uint8Array): Response => {
  const type = pictureType(bytes);
  if (type !== undefined) return new Response(new Uint8Array(bytes), { headers: headers(type) });
  const text = utf8Text(bytes);
  if (text !== null) return textAnswer(text);
  return new Response(new Uint8Array(bytes), {
    headers: headers("application/octet-stream", { "content-disposition": "attachment" }),
  });
};
