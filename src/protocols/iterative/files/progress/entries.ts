// Entries of progress.md from the log. What the events before came to is remembered, so only new ones cost anything.
import type { Recorded } from "../../../../core/row.ts";
import { second } from "../../../../core/words/seconds.ts";
import type { IterativeEvent } from "../../events.ts";
import { entryHeading } from "../../markdown/entry.ts";
import { headingOf } from "../../markdown/lines.ts";
import type { Mode } from "../../state.ts";
import { label } from "../layout.ts";
import { gateLines, recoveryLines, reviewLines, verdictLines } from "./judged.ts";
import { noteOf } from "./notes.ts";
import { passKind, passLines } from "./pass.ts";

type Event = Recorded<IterativeEvent>;
/** `n`: null to count here, by subject and kind. */
type Made = {
  readonly subject: string;
  readonly kind: string;
  readonly n: number | null;
  readonly body: string;
};

const body = (lines: readonly string[]): string => lines.join("\n");
const isRecovery = (event: Event | undefined): boolean =>
  event?.type === "DiscrepancyLogged" || event?.type === "UnitDemoted";

/** All findings of one command, as one entry at the first of its events. */
const recovery = (log: readonly Event[], index: number): Made | null => {
  const first = log[index];
  if (first === undefined) return null;
  const isSame = (event: Event | undefined): boolean =>
    event?.cause === first.cause && event.at === first.at;
  for (let before = index - 1; isSame(log[before]); before -= 1)
    if (isRecovery(log[before])) return null;
  const found: Parameters<typeof recoveryLines>[0][number][] = [];
  const demoted: Parameters<typeof recoveryLines>[1][number][] = [];
  for (let next = index; isSame(log[next]); next += 1) {
    const event = log[next];
    if (event?.type === "DiscrepancyLogged") found.push(event.data);
    if (event?.type === "UnitDemoted") demoted.push(event.data);
  }
  return {
    subject: "Recovery",
    kind: "Iteration",
    n: null,
    body: body(recoveryLines(found, demoted)),
  };
};

/** The engine's commits for a gate are recorded directly before it, by the same command. */
const committedAt = (log: readonly Event[], index: number): readonly string[] => {
  const commits: string[] = [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const event = log[at];
    if (event?.type !== "CommitRecorded" || event.cause !== log[index]?.cause) break;
    commits.unshift(event.data.hash);
  }
  return commits;
};

const made = (log: readonly Event[], index: number, mode: Mode): Made | null => {
  const event = log[index];
  if (event === undefined) return null;
  const note = noteOf(event, () => log.slice(0, index));
  if (note !== null)
    return { subject: note.unit ?? "Run", kind: "Note", n: null, body: label("Did", note.did) };
  switch (event.type) {
    case "PassEnded":
      return {
        subject: event.data.unit,
        kind: passKind(event.data),
        n: event.data.kind === "test" ? null : event.data.iteration,
        body: body(passLines(event.data, mode)),
      };
    case "GateRun": {
      const commits = committedAt(log, index);
      return event.data.outcome !== "red" && commits.length === 0
        ? null
        : {
            subject: event.data.unit ?? "Run",
            kind: "Gate",
            n: event.data.n,
            body: body(gateLines(event.data, commits)),
          };
    }
    case "VerdictGiven":
      return {
        subject: event.data.unit,
        kind: "Verification",
        n: event.data.number,
        body: body(verdictLines(event.data)),
      };
    case "ReviewGiven":
      return { subject: "Review", kind: "Iteration", n: null, body: body(reviewLines(event.data)) };
    default:
      return isRecovery(event) ? recovery(log, index) : null;
  }
};

/** Counts notes and similar entries on from the adopted ones. */
const countFound = (counts: Map<string, number>, entry: string): void => {
  const heading = entryHeading(
    headingOf({ text: entry.split("\n", 1)[0]?.trimEnd() ?? "", fenced: false })?.text ?? "",
  );
  if (heading === null) return;
  const key = `${heading.subject} - ${heading.kind}`;
  counts.set(key, Math.max(heading.number ?? 0, counts.get(key) ?? 0));
};

/** Renders a range of events; adopted entries come first, byte for byte. `after`: number of entries after each event. */
const renderOn = (
  log: readonly Event[],
  mode: Mode,
  [from, to]: readonly [number, number],
  counts: Map<string, number>,
  after: (entries: number) => void = () => undefined,
): string[] => {
  const entries: string[] = [];
  for (let index = from; index < to; index += 1) {
    const event = log[index];
    if (event?.type === "RunAdopted")
      for (const entry of event.data.found.progress) {
        entries.push(entry.trimEnd());
        countFound(counts, entry);
      }
    const entry = made(log, index, mode);
    if (event !== undefined && entry !== null) {
      const key = `${entry.subject} - ${entry.kind}`;
      const n = entry.n ?? (counts.get(key) ?? 0) + 1;
      counts.set(key, Math.max(n, counts.get(key) ?? 0));
      entries.push(`## ${key} ${n} - ${second(event.at)}\n${entry.body}`);
    }
    after(entries.length);
  }
  return entries;
};

/** Result of the first `count` events of a log. */
type Rendered = {
  readonly mode: Mode;
  readonly count: number;
  readonly log: readonly Event[];
  /** Number of entries after each event. */
  readonly after: readonly number[];
  readonly counts: ReadonlyMap<string, number>;
  readonly entries: readonly string[];
  /** Offset of each entry in the text. */
  readonly starts: readonly number[];
  readonly text: string;
};
/** Cached by a log's first event. Events never change, so a longer log starts with the cached result. */
const remembered = new WeakMap<Event, Rendered>();

/** Number of events whose result is final: a recovery also collects later events of its command. */
const settledIn = (log: readonly Event[]): number => {
  const last = log.at(-1);
  let count = log.length;
  for (
    let at = log.length - 1;
    at >= 0 && log[at]?.cause === last?.cause && log[at]?.at === last?.at;
    at -= 1
  )
    if (isRecovery(log[at])) count = at;
  return count;
};

const between = "\n\n";
type Entries = Pick<Rendered, "entries" | "starts" | "text">;
const withMore = ({ entries, starts, text }: Entries, more: readonly string[]): Entries => {
  if (more.length === 0) return { entries, starts, text };
  let at = text === "" ? 0 : text.length + between.length;
  const fresh = more.map((entry) => {
    const start = at;
    at += entry.length + between.length;
    return start;
  });
  return {
    entries: [...entries, ...more],
    starts: [...starts, ...fresh],
    text: (text === "" ? "" : text + between) + more.join(between),
  };
};

const settled = (log: readonly Event[], mode: Mode, count: number): Rendered => {
  const [first] = log;
  const known = first === undefined ? undefined : remembered.get(first);
  const goesOn =
    known !== undefined &&
    known.mode === mode &&
    known.count <= count &&
    known.log[known.count - 1] === log[known.count - 1];
  const from = goesOn
    ? known
    : { count: 0, after: [], counts: new Map<string, number>(), entries: [], starts: [], text: "" };
  const counts = new Map(from.counts);
  const after: number[] = [];
  const fresh = renderOn(log, mode, [from.count, count], counts, (entries) =>
    after.push(from.entries.length + entries),
  );
  const now = {
    mode,
    count,
    log,
    after: [...from.after, ...after],
    counts,
    ...withMore(from, fresh),
  };
  if (first !== undefined && count > (known?.count ?? 0)) remembered.set(first, now);
  return now;
};

/** The result of a prefix of a cached longer log; null if there is none. */
const former = (log: readonly Event[], mode: Mode): Entries | null => {
  const [first] = log;
  const known = first === undefined ? undefined : remembered.get(first);
  if (
    known === undefined ||
    known.mode !== mode ||
    known.count < log.length ||
    known.log[log.length - 1] !== log.at(-1)
  )
    return null;
  const many = known.after[log.length - 1] ?? 0;
  const end = known.starts[many];
  return {
    entries: known.entries.slice(0, many),
    starts: known.starts.slice(0, many),
    text:
      many === 0 ? "" : known.text.slice(0, end === undefined ? undefined : end - between.length),
  };
};

/** The rendered entries, and the text of the file. */
export const renderedEntries = (log: readonly Event[], mode: Mode): Entries => {
  const count = settledIn(log);
  const told = count === log.length ? former(log, mode) : null;
  if (told !== null) return told;
  const known = settled(log, mode, count);
  return withMore(known, renderOn(log, mode, [count, log.length], new Map(known.counts)));
};
