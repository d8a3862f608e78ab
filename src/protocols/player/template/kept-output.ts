// Shortening of a node's output beyond 32 KiB: 24 KiB head, 8 KiB tail, a note between.

const kib = 1_024;
const most = 32 * kib;
const head = 24 * kib;
const tail = 8 * kib;

/** A byte that continues a letter begun before it. */
const continues = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/** A text of more than 32 KiB (UTF-8) as 24 KiB of its head, a line saying how much is left out, 8 KiB of its tail; letters stay whole. */
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
