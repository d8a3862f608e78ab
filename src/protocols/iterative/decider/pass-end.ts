// Events of a pass's end with its commits and entries, appended together so that no crash falls between them (⊕ pass).
import { howMany } from "../../../core/words/how-many.ts";
import type { Stamp } from "../../../core/protocol.ts";
import type { Of } from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { textLimit } from "../limits.ts";
import { readEntry } from "../markdown/entry.ts";
import type { passStatement } from "../shapes.ts";
import type { Pass, PassKind, State, Unit, UnitId } from "../state.ts";
import { unitOf } from "../units.ts";
import { changedPaths, type Measured } from "./measure.ts";
import type { Words } from "./result.ts";
import { doneSignal } from "./signals.ts";
import { chain, type Events, type Follow } from "./step.ts";
import { halt, stuckEvent } from "./work.ts";

type End = {
  readonly unit: Unit;
  readonly pass: Pass;
  readonly words: Words;
  readonly measured: Measured;
  /** New progress.md entries of the unit, unparsed. */
  readonly entries: readonly string[];
  readonly output: string | null;
};
type Said = Of<typeof passStatement>;

const most = (text: string): string =>
  text.length <= textLimit ? text : `${text.slice(0, textLimit - 1)}…`;

/** Merges an entry seen while it was being written with its final form: sorted by text, a continuation directly follows its beginning. */
const finished = (entries: readonly string[]): readonly string[] => {
  const sorted = entries
    .map((raw, index) => ({ raw, index }))
    .toSorted((a, b) => (a.raw < b.raw ? -1 : a.raw > b.raw ? 1 : 0));
  const goesOn = (raw: string, index: number): boolean => {
    const begun = raw.trimEnd();
    const start = begun.includes("\n") ? begun : `${begun}\n`;
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle]?.raw ?? "") < start) from = middle + 1;
      else to = middle;
    }
    for (let at = from; ; at += 1) {
      const other = sorted[at];
      if (other === undefined || !other.raw.startsWith(start)) return false;
      if (other.index > index) return true;
    }
  };
  return entries.filter((raw, index) => !goesOn(raw, index));
};

/** Entries that don't end a pass. */
export const notesOf = (unit: UnitId | null, entries: readonly string[]): Events =>
  finished(entries).map((raw) => {
    const did = readEntry(raw)?.labels.find(([name]) => name === "Did")?.[1] ?? raw;
    return event.noteAdded({ unit, text: most(did), raw });
  });

/** Number in the pass's heading in progress.md. */
const numberOf = (unit: Unit, kind: PassKind): number =>
  kind === "confirmation"
    ? unit.confirmations
    : kind === "test"
      ? 1
      : kind === "verification"
        ? unit.verifications + 1
        : unit.used;

const changes = ({ known, changed, more }: Measured): string => {
  const n = changed.length + more;
  const named = changed.slice(0, 10).map(({ path }) => path);
  if (n === 0) return known ? "changed nothing" : "nobody can say what changed";
  return `changed ${howMany(n, "file")}: ${named.join(", ")}${n > named.length ? ", …" : ""}`;
};

/** Without a report: the measured changes, and how the process ended. */
const unsaid = ({ measured, words }: End): string =>
  `(no report) ${changes(measured)}${words.end === "" ? "" : `; ${words.end}`}`;

const commitText = ({ commits, claimed }: Measured): string =>
  [
    ...commits.map(({ hash }) => hash.slice(0, 7)),
    ...claimed.filter(({ found }) => !found).map(({ hash }) => `${hash.slice(0, 7)} (not found)`),
  ].join(", ");

/** As recorded: a signal only if the rules agree with it, so that a rebuild from progress.md never produces a false "done". */
const saidOf = (end: End): Said => {
  const { unit, pass, words, measured } = end;
  return {
    did: most(words.did ?? unsaid(end)),
    remaining: most(words.remaining ?? (words.result === "done" ? "" : (unit.remaining ?? ""))),
    blockers: most(words.blockers === "" ? words.reason : words.blockers),
    signal:
      words.result === "done"
        ? doneSignal(unit.id, pass.kind)
        : words.result === "blocked"
          ? most(`BLOCKED:${words.reason}`)
          : null,
    commit: commitText(measured),
  };
};

export const commitsOf = (state: State, unit: Unit, commits: Measured["commits"]): Events =>
  commits
    .filter(
      ({ hash }) => !unit.commits.includes(hash) || !state.commits.some((one) => one.hash === hash),
    )
    .map(({ hash, subject }) => event.commitRecorded({ unit: unit.id, hash, subject }));

/** Result of a confirmation: agreement, more work, or unknown. */
const confirmed = ({ unit, pass, words, measured }: End): Events => {
  if (words.result === "done" && !measured.did)
    return [event.workConfirmed({ unit: unit.id, content: measured.content, holder: pass.holder })];
  const found = measured.did || (words.result === "continue" && (words.remaining ?? "") !== "");
  return found
    ? [event.workFound({ unit: unit.id, by: pass.holder, paths: changedPaths(measured) })]
    : [];
};

const blocked =
  ({ unit, words }: End): Follow =>
  (state) => {
    const now = unitOf(state, unit.id);
    return now === null || words.result !== "blocked"
      ? []
      : [stuckEvent(now, "blocked", words.reason)];
  };

export const ended = (state: State, stamp: Stamp, about: End): Events => {
  const { unit, pass, words, measured, output } = about;
  const entries = finished(about.entries);
  const end = event.passEnded({
    unit: unit.id,
    n: pass.n,
    kind: pass.kind,
    holder: pass.holder,
    result: words.result,
    why: words.why,
    iteration: numberOf(unit, pass.kind),
    said: saidOf(about),
    raw: entries.slice(-1),
    measured,
    output,
  });
  return chain(state, stamp, [
    () => commitsOf(state, unit, measured.commits),
    () => notesOf(unit.id, entries.slice(0, -1)),
    () => [end],
    () => (pass.kind === "confirmation" && words.result !== "blocked" ? confirmed(about) : []),
    blocked(about),
    halt(unit.id),
  ]);
};
