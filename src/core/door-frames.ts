// Frames of a job's door: what a program inside a fence and the job's host tell each other over one socket.

/**
 * From within: `ask` (JSON: what was typed), then for each `want` one piece of standard input, or its `end`.
 * From the host: `want` (more of standard input), `out`, `err`, and `exit` (the code in digits) as the last.
 */
const kinds = ["ask", "input", "end", "want", "out", "err", "exit"] as const;
export type FrameKind = (typeof kinds)[number];
export type Frame = { readonly kind: FrameKind; readonly bytes: Uint8Array };

/** Of one frame's bytes: a report may be as long. */
export const MAX_FRAME = 1024 * 1024;
const HEAD = 5;
const none = new Uint8Array(0);

/** A frame as it goes over the socket: its kind, its length, its bytes. */
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

/** Takes pieces as they come, and gives the frames that are whole by then; null: it is no frame of ours, or one that is too long. */
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
