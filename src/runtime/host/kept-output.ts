// Output of any size in bounded memory: head and tail, since a failing run's end is most informative.
import { redact, redactAfter, redactBefore } from "../../core/secrets/redact.ts";

/** Bytes of output to keep and judge: 1 MiB, a quarter of it from the beginning. */
export const keptLimit = 1_048_576;
/** How far from a cut to look for a line end or blank: credentials are shorter. */
const seam = 4_096;
export type KeptOutput = { add(chunk: Uint8Array): void; text(): string };

/** Whole credentials have been removed; a half one at the cut goes with the text up to the nearest line end or blank. */
const untilSeam = (head: string): string => {
  const near = head.slice(-seam);
  const cut = near.includes("\n") ? near.lastIndexOf("\n") : near.lastIndexOf(" ");
  return head.slice(0, head.length - near.length + cut + 1);
};
const fromSeam = (tail: string): string => {
  const near = tail.slice(0, seam);
  const cut = near.includes("\n") ? near.indexOf("\n") : near.indexOf(" ");
  return tail.slice(cut < 0 ? near.length : cut + 1);
};

export const keepOutput = (limit = keptLimit): KeptOutput => {
  const headLimit = Math.floor(limit / 4);
  const tailLimit = limit - headLimit;
  const head: Buffer[] = [];
  let headSize = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let all = 0;
  return {
    add(given) {
      all += given.length;
      let chunk = Buffer.from(given);
      if (headSize < headLimit) {
        const part = chunk.subarray(0, headLimit - headSize);
        head.push(part);
        headSize += part.length;
        chunk = chunk.subarray(part.length);
      }
      if (chunk.length === 0) return;
      tail.push(chunk);
      tailSize += chunk.length;
      // Joins rarely, so that many small chunks take linear time.
      if (tailSize <= 2 * tailLimit) return;
      tail = [Buffer.from(Buffer.concat(tail).subarray(-tailLimit))];
      tailSize = tailLimit;
    },
    text() {
      const first = Buffer.concat(head);
      const last = Buffer.concat(tail).subarray(-tailLimit);
      if (first.length + last.length === all)
        return redact(Buffer.concat([first, last]).toString("utf8"));
      const [before, after] = [
        redactBefore(first.toString("utf8")),
        redactAfter(last.toString("utf8")),
      ];
      const [from, to] = [untilSeam(before), fromSeam(after)];
      const cut =
        Buffer.byteLength(before.slice(from.length)) +
        Buffer.byteLength(after.slice(0, after.length - to.length));
      return `${from}\n[${all - first.length - last.length + cut} bytes left out]\n${to}`;
    },
  };
};
