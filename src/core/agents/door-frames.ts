// Frames of a job's door: what a program inside a fence and the job's host tell each other over one socket.

/**
 * From inside: `ask` (JSON of the typed command), then one piece of standard input for each `want`, or its `end`.
 * From the host: `want` (more standard input), `out`, `err`, and finally `exit` (the code in digits).
 */
const kinds = ["ask", "input", "end", "want", "out", "err", "exit"] as const;
export type FrameKind = (typeof kinds)[number];
export type Frame = { readonly kind: FrameKind; readonly bytes: Uint8Array };

/** Maximum bytes of one frame, enough for a report. */
export const MAX_FRAME = 1024 * 1024;
const HEAD = 5;
const none = new Uint8Array(0);

/** Encodes a frame: kind, length, bytes. */
export const frameOf = (kind: FrameKind, bytes: Uint8Array = none): Uint8Array => {
  const frame = new Uint8Array(HEAD + bytes.length);
  frame[0] = kinds.indexOf(kind);
  new DataView(frame.buffer).setUint32(1, bytes.length);
  frame.set(bytes, HEAD);
  return frame;
};

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** Collects chunks and returns the frames that are complete; null for an invalid or oversized frame. */
export const frameReader = (): ((piece: Uint8Array) => readonly Frame[] | null) => {
  let rest: Uint8Array = none;
  return (piece) => {
    rest = joined(rest, piece);
    const frames: Frame[] = [];
    while (rest.length >= HEAD) {
      const kind = kinds[rest[0] ?? kinds.length];
      const length = new DataView(rest.buffer, rest.byteOffset).getUint32(1);
      if (kind === undefined || length > MAX_FRAME) return null;
      if (rest.length < HEAD + length) break;
      frames.push({ kind, bytes: rest.subarray(HEAD, HEAD + length) });
      rest = rest.subarray(HEAD + length);
    }
    return frames;
  };
};
