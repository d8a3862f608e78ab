// Truncation of a patch from git's output, per file and in total, which always leaves a valid patch.

const begins = Buffer.from("diff --git ");
const next = Buffer.from("\ndiff --git ");

/** Bytes. `file`: per file. `read`: of git's output, including omitted parts. */
export type PatchBounds = { readonly bytes: number; readonly file: number; readonly read: number };
/** @param bytes of the whole result */
export const boundsOf = (bytes: number): PatchBounds => ({
  bytes,
  file: Math.ceil(bytes / 8),
  read: bytes * 16,
});

/** `cut`: truncated. */
export type PatchPart = { readonly text: string; readonly cut: boolean };

type Hunk = { readonly at: number; readonly header: RegExpExecArray; old: number; fresh: number };

const headerOf = (line: string): RegExpExecArray | null =>
  /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(line);
/** A hunk side without lines is named by the line before it. */
const sideOf = (start: string | undefined, count: string | undefined, left: number): string =>
  `${Number(start) - (left === 0 && count !== "0" ? 1 : 0)},${left}`;

/** The accepted part of a patch, and the reading position. */
type Taken = {
  readonly lines: string[];
  bytes: number;
  /** The current file: its first line, bytes and hunks. */
  file: { at: number; bytes: number; hunks: number };
  hunk: Hunk | null;
  /** The rest of this file is skipped. */
  skips: boolean;
  cut: boolean;
};

const beginFile = (taken: Taken): void => {
  taken.file = { at: taken.lines.length, bytes: 0, hunks: 0 };
  taken.hunk = null;
};
/** Ends the file here: sets the line count of its last hunk, or removes one without lines. */
const endFile = (taken: Taken): void => {
  const { lines, file, hunk } = taken;
  taken.skips = true;
  taken.cut = true;
  if (hunk !== null) {
    const { at, header, old, fresh } = hunk;
    const [whole, oldStart, oldCount, newStart, newCount] = header;
    if (old + fresh === 0) {
      lines.length = at;
      file.hunks -= 1;
    } else {
      const said = `@@ -${sideOf(oldStart, oldCount, old)} +${sideOf(newStart, newCount, fresh)} @@`;
      lines[at] = `${said}${(lines[at] ?? "").slice(whole.length)}`;
    }
  }
  if (file.hunks === 0) lines.length = Math.min(lines.length, file.at);
  taken.hunk = null;
};
const keep = (taken: Taken, line: string, bytes: number): void => {
  const header = headerOf(line);
  if (header !== null) {
    taken.hunk = { at: taken.lines.length, header, old: 0, fresh: 0 };
    taken.file.hunks += 1;
  } else if (taken.hunk !== null) {
    if (line.startsWith(" ") || line.startsWith("-")) taken.hunk.old += 1;
    if (line.startsWith(" ") || line.startsWith("+")) taken.hunk.fresh += 1;
  }
  taken.lines.push(line);
  taken.bytes += bytes;
  taken.file.bytes += bytes;
};

export const patchWithin = (bounds: PatchBounds) => {
  const file = { at: 0, bytes: 0, hunks: 0 };
  const taken: Taken = { lines: [], bytes: 0, file, hunk: null, skips: false, cut: false };
  let read = 0;
  let rest: Buffer = Buffer.alloc(0);
  let isFull = false;

  /** The beginning of the next file; null: not in this chunk. */
  const nextFile = (data: Buffer, from: number): number | null => {
    const found = data.indexOf(next, from);
    if (found !== -1) return found + 1;
    rest = data.subarray(Math.max(from, data.length - next.length));
    return null;
  };
  /** The end of the line that begins there; null: incomplete. */
  const line = (data: Buffer, from: number): number | null => {
    const end = data.indexOf(10, from);
    const bytes = (end === -1 ? data.length : end + 1) - from;
    // Too short to tell whether it begins another file.
    if (end === -1 && bytes < begins.length) {
      rest = data.subarray(from);
      return null;
    }
    const isNext = data.subarray(from, from + begins.length).equals(begins);
    if (isNext) beginFile(taken);
    isFull = taken.bytes + bytes > bounds.bytes;
    if (isFull || taken.file.bytes + bytes > bounds.file) {
      endFile(taken);
      return end === -1 || isFull ? data.length : end;
    }
    if (end === -1) {
      rest = data.subarray(from);
      return null;
    }
    keep(taken, data.toString("utf8", from, end + 1), bytes);
    return end + 1;
  };

  return {
    /** false: no more input wanted. */
    take(chunk: Buffer): boolean {
      read += chunk.length;
      const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      rest = Buffer.alloc(0);
      let at: number | null = 0;
      while (at !== null && at < data.length) {
        if (taken.skips) {
          at = nextFile(data, at);
          taken.skips = at === null;
        } else at = line(data, at);
      }
      if (!isFull && read > bounds.read) {
        isFull = true;
        if (!taken.skips) endFile(taken);
      }
      return !isFull;
    },
    part: (): PatchPart => ({ text: taken.lines.join(""), cut: taken.cut }),
  };
};
