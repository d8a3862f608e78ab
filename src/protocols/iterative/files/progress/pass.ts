// Entry of a pass: what it said and what was measured, in the labels that the next pass is told to read.
import type { Recorded } from "../../../../core/row.ts";
import { commitIn, type Entry, entryLabels, readEntry } from "../../markdown/entry.ts";
import type { IterativeEvents } from "../../events.ts";
import type { Mode } from "../../state.ts";
import { oneLine } from "../../markdown/values.ts";
import { label } from "../layout.ts";

export type Ended = Recorded<IterativeEvents["PassEnded"]>;
type Data = Ended["data"];
type Line = readonly [string, string];

const shownPaths = 10;
const shownCommits = 20;

const some = (list: readonly string[], most: number): string =>
  [...list.slice(0, most), ...(list.length > most ? ["…"] : [])].join(", ");

/** Without a report, the measured changes are described. */
export const didOf = ({ said, measured }: Pick<Data, "said" | "measured">): string => {
  if (said.did.trim() !== "") return said.did;
  const count = measured.changed.length + measured.more;
  if (!measured.known) return "(no report) nobody can say what changed";
  if (count === 0) return "(no report) changed nothing";
  return `(no report) changed ${count} files: ${some(
    measured.changed.map(({ path }) => oneLine(path)),
    shownPaths,
  )}`;
};

/** Shows the rules' result instead of the agent's signal, so that the file never shows a DONE that didn't count. */
const signalOf = ({ unit, result, said, why }: Data): string | null => {
  if (result === "done") return `${unit}_DONE`;
  const signal = oneLine(said.signal ?? "");
  if (result === "blocked")
    return signal.startsWith("BLOCKED:")
      ? signal
      : `BLOCKED:${oneLine(said.blockers) || oneLine(why)}`;
  return signal === "" || signal === `${unit}_DONE` || signal === "FIXED" ? null : signal;
};

/** Commits of the pass, then named ones that don't exist. */
const commitOf = ({ measured }: Data): string => {
  const found = measured.commits.map(({ hash }) => hash.slice(0, 7));
  const named = measured.claimed.filter(({ found: is }) => is).map(({ hash }) => hash.slice(0, 7));
  const lost = measured.claimed
    .filter(({ found: is }) => !is)
    .map(({ hash }) => `${oneLine(hash).slice(0, 40)} (not found)`);
  return some([...new Set([...found, ...named]), ...lost], shownCommits);
};

const confirmed = ({ result, said, measured }: Data): string => {
  if (result === "done") return measured.did ? "found work" : "nothing left";
  return result === "continue" && (measured.did || said.remaining.trim() !== "")
    ? "found work"
    : "inconclusive";
};

const known: ReadonlySet<string> = new Set(entryLabels);

/** Labels of the agent's own, each after the label before it. */
const withOwn = (lines: readonly Line[], entry: Entry | null): readonly Line[] => {
  if (entry === null) return lines;
  const isCommit =
    commitIn({ labels: entry.labels.filter(([name]) => name !== "Commit") }) !== null;
  const own = new Map<string, Line[]>();
  let anchor = "Did";
  for (const [name, value] of entry.labels) {
    if (known.has(name) && name !== "Output")
      anchor = lines.some(([one]) => one === name) ? name : anchor;
    else if (name !== "" && !(isCommit && ["Output", "Commit/Output", "Delta"].includes(name)))
      own
        .set(anchor, own.get(anchor) ?? [])
        .get(anchor)
        ?.push([name, value]);
  }
  return lines.flatMap((line) => [line, ...(own.get(line[0]) ?? [])]);
};

const linesOf = (data: Data, mode: Mode): readonly Line[] => {
  const signal = signalOf(data);
  const commit = commitOf(data);
  return [
    ["Did", didOf(data)],
    ["Remaining", data.said.remaining],
    ...(data.result === "done" ? [] : [["Blockers", data.said.blockers] as const]),
    ...(signal === null ? [] : [["Signal", signal] as const]),
    ...(commit === "" && mode === "knowledge" ? [] : [["Commit", commit] as const]),
    ...(data.kind === "confirmation" ? [["Result", confirmed(data)] as const] : []),
  ];
};

const tested = (data: Data): readonly Line[] => [
  ["Result", oneLine(data.said.signal ?? "") || data.result],
  ["Checks", "None"],
  ["Output", didOf(data)],
];

/** The entry's lines below its heading. */
export const passLines = (data: Data, mode: Mode): readonly string[] => {
  const raw = data.raw.at(-1);
  const lines =
    data.kind === "test"
      ? tested(data)
      : withOwn(linesOf(data, mode), raw === undefined ? null : readEntry(raw));
  return lines.map(([name, value]) => label(name, value));
};

const kinds: Readonly<Partial<Record<Data["kind"], string>>> = {
  confirmation: "Confirmation",
  test: "Tests",
};
export const passKind = ({ kind }: Data): string => kinds[kind] ?? "Iteration";
