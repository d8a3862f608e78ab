// Shortening of a node's output beyond 32 KiB: 24 KiB head, 8 KiB tail, a note between.

const kib = 1_024;
const most = 32 * kib;
const head = 24 * kib;
const tail = 8 * kib;

/** Checks for a UTF-8 continuation byte. */
const continues = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/** Shortens a text over 32 KiB (UTF-8) to 24 KiB of its start, a line with the omitted size, and 8 KiB of its end; never splits a character. */
export const keptOutput = (text: string): string => {
  if (text.length <= most / 3) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= most) return text;
  let first = head;
  while (continues(bytes[first])) first -= 1;
  let last = bytes.length - tail;
  while (continues(bytes[last])) last += 1;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return `${decoder.decode(bytes.subarray(0, first))}\n[… ${last - first} bytes are left out here …]\n${decoder.decode(bytes.subarray(last))}`;
};
