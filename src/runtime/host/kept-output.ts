// Why: an output of any size is kept in bounded memory, its head and its tail, since the end of a failing run says most.
import { redact } from "../../core/redact.ts";

/** Of a program's output as it is kept and judged: 1 MiB, a quarter of it the head. */
export const keptLimit = 1_048_576;
/** A seam falls on a line's end, so that no half of a credential escapes redaction. */
const seam = 4_096;

export type KeptOutput = { add(chunk: Uint8Array): void; text(): string };

const lastLine = (head: Buffer): Buffer => {
  const at = head.lastIndexOf(10);
  return at >= 0 && head.length - at <= seam ? head.subarray(0, at + 1) : head;
};
const firstLine = (tail: Buffer): Buffer => {
  const at = tail.indexOf(10);
  return at >= 0 && at < seam ? tail.subarray(at + 1) : tail;
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
      // Joined only now and then: a flood of small chunks stays linear.
      if (tailSize <= 2 * tailLimit) return;
      tail = [Buffer.from(Buffer.concat(tail).subarray(-tailLimit))];
      tailSize = tailLimit;
    },
    text() {
      const first = Buffer.concat(head);
      const last = Buffer.concat(tail).subarray(-tailLimit);
      if (first.length + last.length === all) return redact(Buffer.concat([first, last]).toString("utf8"));
      const [from, to] = [lastLine(first), firstLine(last)];
      return redact(`${from.toString("utf8")}\n[${all - from.length - to.length} bytes left out]\n${to.toString("utf8")}`);
    },
  };
};
