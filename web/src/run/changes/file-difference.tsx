// Difference of one file: how many lines, and each line, with a button that comments on it.
import { howMany } from "../../../../src/core/words/how-many.ts";
import { memo, useState } from "react";
import { sumOf } from "../../words.ts";
import { Scrollable } from "../../style/scrollable.tsx";
import { type Difference, type DiffLine, type Hunk, hunksWithin } from "./patch.ts";

/** Lines of a file expanded by default. */
const linesMost = 400;
/** Maximum lines of a new file expanded by default. */
const shortMost = 150;

/** `cut`: number of omitted characters. */
const LineText = ({ text, cut }: { readonly text: string; readonly cut: number }) => (
  <span>
    {text}
    {cut === 0 ? "\n" : <span className="dim"> … {cut.toLocaleString("en")} more characters</span>}
  </span>
);

type OnLine = (path: string, line: DiffLine) => void;

const HunkLines = memo(
  ({
    path,
    hunk,
    onLine,
  }: {
    readonly path: string;
    readonly hunk: Hunk;
    readonly onLine: OnLine | null;
  }) => (
    <div className="block" style={{ containIntrinsicHeight: `auto ${1.5 * hunk.lines.length}em` }}>
      {hunk.title === "" ? null : <div className="hunk dim small">{hunk.title}</div>}
      {hunk.lines
        .map((line) => ({ ...line, line }))
        .map(({ sign, before, after, text, cut, line }) => (
          <div
            key={`${before} ${after}`}
            className={
              sign === "+" ? "numbered plus" : sign === "-" ? "numbered minus" : "numbered"
            }
            data-n={after ?? before}
          >
            {onLine === null ? null : (
              <button
                type="button"
                className="say"
                aria-label={`Comment on line ${after ?? before ?? ""}`}
                onClick={() => onLine(path, line)}
              >
                +
              </button>
            )}
            <LineText text={`${sign} ${text}`} cut={cut} />
          </div>
        ))}
    </div>
  ),
);

const words = { added: "added", removed: "deleted", changed: "changed" };

/** `onLine`: called to comment on a line; null: no comments. */
export const FileDifference = ({
  difference,
  first,
  onLine,
}: {
  readonly difference: Difference;
  readonly first: boolean;
  readonly onLine: OnLine | null;
}) => {
  const { path, is, added, removed, hunks, cut } = difference;
  const [open, setOpen] = useState(
    first && (is === "changed" || (is === "added" && added <= shortMost)),
  );
  const [most, setMost] = useState(linesMost);
  const lines = sumOf(hunks, (hunk) => hunk.lines.length);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>{path}</code> <span className="dim">{words[is]}</span>{" "}
        <span className="small number">
          {added === 0 ? null : <span className="good">+{added} </span>}
          {removed === 0 ? null : <span className="bad">−{removed}</span>}
        </span>
      </summary>
      {open ? (
        <Scrollable className="text" label={`what changed in ${path}`}>
          {hunksWithin(hunks, most).map((hunk) => (
            <HunkLines
              key={`${hunk.lines[0]?.before} ${hunk.lines[0]?.after}`}
              path={path}
              hunk={hunk}
              onLine={onLine}
            />
          ))}
        </Scrollable>
      ) : null}
      {open && lines > most ? (
        <button type="button" onClick={() => setMost(most + 10 * linesMost)}>
          show {Math.min(lines - most, 10 * linesMost).toLocaleString("en")} of{" "}
          {howMany(lines - most, "more line")}
        </button>
      ) : null}
      {cut ? (
        <p className="small dim">It is too large to compare in full: this is its beginning.</p>
      ) : null}
    </details>
  );
};
