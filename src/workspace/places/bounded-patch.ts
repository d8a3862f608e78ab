// The beginning of a patch, taken from git's output as it comes: so much of each file, so much of all, and always a patch that can be read.

const begins = Buffer.from("diff --git ");
const next = Buffer.from("\ndiff --git ");

/** Bytes. `file`: of one file. `read`: of git's output, what is left out among it. */
export type PatchBounds = { readonly bytes: number; readonly file: number; readonly read: number };
/** @param bytes of all that is kept */
export const boundsOf = (bytes: number): PatchBounds => ({
  bytes,
  file: Math.ceil(bytes / 8),
  read: bytes * 16,
});

/** `cut`: there is more. */
export type PatchPart = { readonly text: string; readonly cut: boolean };

type Hunk = { readonly at: number; readonly header: RegExpExecArray; old: number; fresh: number };

const headerOf = (line: string): RegExpExecArray | null =>
  /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(line);
/** A side of a hunk without lines is named by the line before it. */
const sideOf = (start: string | undefined, count: string | undefined, left: number): string =>
  `${Number(start) - (left === 0 && count !== "0" ? 1 : 0)},${left}`;

/** What is kept of a patch, and where in it the taking stands. */
type Taken = {
  readonly lines: string[];
  bytes: number;
  /** The one that is being taken: its first line, its bytes, its hunks. */
  file: { at: number; bytes: number; hunks: number };
  hunk: Hunk | null;
  /** The rest of this file is passed over. */
  skips: boolean;
  cut: boolean;
};

const beginFile = (taken: Taken): void => {
  taken.file = { at: taken.lines.length, bytes: 0, hunks: 0 };
  taken.hunk = null;
};
/** Ends the file here: its last hunk says how many lines of it are there. One of which none is there is left out. */
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

  /** Where the next file begins; null: not in this piece. */
  const nextFile = (data: Buffer, from: number): number | null => {
    const found = data.indexOf(next, from);
    if (found !== -1) return found + 1;
    rest = data.subarray(Math.max(from, data.length - next.length));
    return null;
  };
  /** The end of the line that begins there, kept or not; null: it isn't whole yet. */
  const line = (data: Buffer, from: number): number | null => {
    const end = data.indexOf(10, from);
    const bytes = (end === -1 ? data.length : end + 1) - from;
    // Too short to say whether it begins another file.
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
    /** false: no more is wanted. */
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
