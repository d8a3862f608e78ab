// Why: progress.md is rendered from the log, and only what is new in it costs anything: what an event comes to is remembered with it.
import type { Recorded } from "../../../../core/row.ts";
import { second } from "../../../../core/seconds.ts";
import type { IterativeEvent } from "../../messages.ts";
import { entryHeading } from "../../markdown/entry.ts";
import { headingOf } from "../../markdown/lines.ts";
import type { Mode } from "../../state.ts";
import { label } from "../layout.ts";
import { gateLines, recoveryLines, reviewLines, verdictLines } from "./judged.ts";
import { noteOf } from "./notes.ts";
import { passKind, passLines } from "./pass.ts";

type Event = Recorded<IterativeEvent>;
/** `n` null: counted here, by subject and kind. */
type Made = { readonly subject: string; readonly kind: string; readonly n: number | null; readonly body: string };

const body = (lines: readonly string[]): string => lines.join("\n");
const isRecovery = (event: Event | undefined): boolean => event?.type === "DiscrepancyLogged" || event?.type === "UnitDemoted";

/** All that one command found, as one entry: made at the first of its events. */
const recovery = (log: readonly Event[], index: number): Made | null => {
  const first = log[index];
  if (first === undefined) return null;
  const isSame = (event: Event | undefined): boolean => event?.cause === first.cause && event.at === first.at;
  for (let before = index - 1; isSame(log[before]); before -= 1) if (isRecovery(log[before])) return null;
  const found: Parameters<typeof recoveryLines>[0][number][] = [];
  const demoted: Parameters<typeof recoveryLines>[1][number][] = [];
  for (let next = index; isSame(log[next]); next += 1) {
    const event = log[next];
    if (event?.type === "DiscrepancyLogged") found.push(event.data);
    if (event?.type === "UnitDemoted") demoted.push(event.data);
  }
  return { subject: "Recovery", kind: "Iteration", n: null, body: body(recoveryLines(found, demoted)) };
};

const made = (log: readonly Event[], index: number, mode: Mode): Made | null => {
  const event = log[index];
  if (event === undefined) return null;
  const note = noteOf(event, () => log.slice(0, index));
  if (note !== null) return { subject: note.unit ?? "Run", kind: "Note", n: null, body: label("Did", note.did) };
  switch (event.type) {
    case "PassEnded":
      return {
        subject: event.data.unit,
        kind: passKind(event.data),
        n: event.data.kind === "test" ? null : event.data.iteration,
        body: body(passLines(event.data, mode)),
      };
    case "GateRun":
      return event.data.outcome !== "red"
        ? null
        : { subject: event.data.unit ?? "Run", kind: "Gate", n: event.data.n, body: body(gateLines(event.data)) };
    case "VerdictGiven":
      return { subject: event.data.unit, kind: "Verification", n: event.data.number, body: body(verdictLines(event.data)) };
    case "ReviewGiven":
      return { subject: "Review", kind: "Iteration", n: null, body: body(reviewLines(event.data)) };
    default:
      return isRecovery(event) ? recovery(log, index) : null;
  }
};

/** What an event came to. That of a recovery is made anew: it takes in events that follow. */
const remembered = new WeakMap<Event, Made | null>();

const madeOnce = (log: readonly Event[], index: number, event: Event, mode: Mode): Made | null => {
  const known = remembered.get(event);
  if (known !== undefined) return known;
  const fresh = made(log, index, mode);
  if (!isRecovery(event)) remembered.set(event, fresh);
  return fresh;
};

/** Notes and the like are counted on from those that were found. */
const countFound = (counts: Map<string, number>, entry: string): void => {
  const heading = entryHeading(headingOf({ text: entry.split("\n", 1)[0]?.trimEnd() ?? "", fenced: false })?.text ?? "");
  if (heading === null) return;
  const key = `${heading.subject} - ${heading.kind}`;
  counts.set(key, Math.max(heading.number ?? 0, counts.get(key) ?? 0));
};

/** Entries as rendered; adopted ones come first, byte for byte. */
export const renderedEntries = (log: readonly Event[], mode: Mode): readonly string[] => {
  const counts = new Map<string, number>();
  const entries: string[] = [];
  for (const [index, event] of log.entries()) {
    if (event.type === "RunAdopted")
      for (const entry of event.data.found.progress) {
        entries.push(entry.trimEnd());
        countFound(counts, entry);
      }
    const entry = madeOnce(log, index, event, mode);
    if (entry === null) continue;
    const key = `${entry.subject} - ${entry.kind}`;
    const n = entry.n ?? (counts.get(key) ?? 0) + 1;
    counts.set(key, Math.max(n, counts.get(key) ?? 0));
    entries.push(`## ${key} ${n} - ${second(event.at)}\n${entry.body}`);
  }
  return entries;
};
