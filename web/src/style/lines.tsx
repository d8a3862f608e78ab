// Changed lines: how many were added and removed.
import { howMany } from "../../../src/core/words/how-many.ts";

type Sum = {
  readonly added: number;
  readonly removed: number;
  readonly files?: number;
  readonly is?: "landed" | "waiting";
};

/** For several files; uncounted lines, as in binary files, are 0. */
export const linesIn = (
  files: readonly { readonly added: number | null; readonly removed: number | null }[],
): Sum => ({
  added: files.reduce((all, { added }) => all + (added ?? 0), 0),
  removed: files.reduce((all, { removed }) => all + (removed ?? 0), 0),
});

export const Lines = ({ of: { added, removed, files, is } }: { readonly of: Sum }) => (
  <span
    className="lines number"
    title={
      files === undefined
        ? undefined
        : `${howMany(files, "file")} changed${is === "waiting" ? ", not landed yet" : ""}`
    }
  >
    <span className="good">+{added}</span> <span className="bad">−{removed}</span>
  </span>
);
