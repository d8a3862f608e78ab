// Differences between files: which files, how many lines, and each line.
import { memo, useState } from "react";
import { useChanges } from "../../api/queries.ts";
import { Trouble } from "../../style/trouble.tsx";
import { count } from "../../words.ts";
import { type Difference, type DiffLine, type Hunk, hunksWithin } from "./difference.ts";
import { Scrollable } from "../../style/scrollable.tsx";
import { LineText } from "./file-text.tsx";
import { useDifferences } from "./use-differences.ts";

/** Limits of lines per file, and of files, expanded by default. */
const linesMost = 400;
const filesMost = 12;
/** Maximum lines of a new file expanded by default. */
const shortMost = 150;

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
    <div className="block">
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
  onLine = null,
}: {
  readonly difference: Difference;
  readonly first: boolean;
  readonly onLine?: OnLine | null;
}) => {
  const { path, is, added, removed, hunks, cut } = difference;
  const [open, setOpen] = useState(
    first && (is === "changed" || (is === "added" && added <= shortMost)),
  );
  const [most, setMost] = useState(linesMost);
  const lines = hunks?.reduce((sum, hunk) => sum + hunk.lines.length, 0) ?? 0;
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>{path}</code> <span className="dim">{words[is]}</span>{" "}
        <span className="small number">
          {added === 0 ? null : <span className="good">+{added} </span>}
          {removed === 0 ? null : <span className="bad">−{removed}</span>}
        </span>
      </summary>
      {!open ? null : hunks === null ? (
        <p className="dim">
          These have too little in common to compare line by line: {count(removed, "line")} were
          replaced by {count(added, "line")}.
        </p>
      ) : (
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
      )}
      {open && lines > most ? (
        <button type="button" onClick={() => setMost(most + 10 * linesMost)}>
          show {Math.min(lines - most, 10 * linesMost).toLocaleString("en")} of{" "}
          {count(lines - most, "more line")}
        </button>
      ) : null}
      {cut ? (
        <p className="small dim">It is too large to compare in full: this is its beginning.</p>
      ) : null}
    </details>
  );
};

/** The differences between `from` and `to`. */
export const Differences = ({
  run,
  from,
  to,
}: {
  readonly run: string;
  readonly from: number;
  readonly to: number;
}) => {
  const { data, error } = useChanges(run, from, to);
  const all = useDifferences(data?.changes);
  if (error !== null) return <Trouble error={error} />;
  if (all === null) return <p className="dim">Comparing …</p>;
  if (all.length === 0) return <p className="dim">No file differs.</p>;
  const left = data?.left ?? 0;
  return (
    <div
      className="differences"
      role="region"
      aria-label={`what changed from event ${from} to event ${to}`}
    >
      <p className="small dim">
        {count(all.length + left, "file is", "files are")} different
        {left === 0 ? "" : `; the first ${all.length} are shown`}
      </p>
      {all.map((difference, index) => (
        <FileDifference key={difference.path} difference={difference} first={index < filesMost} />
      ))}
    </div>
  );
};
