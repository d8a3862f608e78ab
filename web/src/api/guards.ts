// Type guards of the server's answers, checked here and trusted elsewhere.
import type * as wire from "../../../src/http/answers.ts";

export type Guard<T> = (value: unknown) => value is T;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Both sides are built from one tree, so the presence of keys identifies an answer. */
const having =
  <T>(...keys: readonly (keyof T & string)[]): Guard<T> =>
  (value): value is T =>
    isRecord(value) && keys.every((key) => key in value);
const listOf =
  <T>(is: Guard<T>): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(is);

const isLogLines = listOf(
  having<wire.LogLine>("seq", "run", "version", "type", "at", "by", "told"),
);
const isRunLine = having<wire.RunLine>(
  ...(["run", "protocol", "life", "state", "pieces", "workers", "decisions", "facts"] as const),
);
const isLogPage = having<wire.LogPage>("run", "newest", "lines");
const isSearch = having<wire.Search>("run", "from", "to", "count", "versions", "lines");
const isWorkChanges = having<wire.WorkChanges>("run", "is", "from", "to", "files", "patch", "cut");
const isWorkAnswer = having<wire.WorkAnswer>("work", "why");
const isLiveRows = having<wire.LiveRows>("lines");
const isLedgerTrouble = having<wire.LedgerTrouble>("since", "code", "text", "hint");

export const answers = {
  here: having<wire.Here>("root", "version", "as", "protocols"),
  runs: listOf(isRunLine),
  shown: having<wire.RunAnswer>("run", "version", "newest", "span", "nodes", "jobs", "decisions"),
  logPage: (value: unknown): value is wire.LogPage => isLogPage(value) && isLogLines(value.lines),
  logEvent: having<wire.LogEvent>("version", "type", "data", "cause", "hash"),
  search: (value: unknown): value is wire.Search => isSearch(value) && isLogLines(value.lines),
  timeline: having<wire.Timeline>("run", "version", "attempts"),
  evidence: having<wire.Evidence>("run", "version", "criteria"),
  files: having<wire.FileList>("run", "version", "files", "artifacts"),
  work: (value: unknown): value is wire.WorkAnswer =>
    isWorkAnswer(value) && (value.work === null || isWorkChanges(value.work)),
  workCounts: having<wire.WorkCountsAnswer>("run", "units", "all"),
  output: having<wire.Output>("text", "next", "over", "kept"),
  transcript: having<wire.Transcript>("brief", "events", "next", "over", "kept", "resume"),
  commands: having<wire.CommandList>("run", "commands"),
  decision: having<wire.DecisionBrief>("run", "key", "question", "brief", "options"),
  done: having<wire.Accepted>("run", "version", "events"),
  checkedAgain: having<wire.CheckedByHand>("run", "unit", "ran", "failed"),
  delivery: having<wire.DeliveryAhead>("run", "into", "doubt"),
  delivered: having<wire.Delivered>("run", "is", "from", "to", "branch", "uncommitted"),
  dropped: having<wire.Dropped>("run", "version", "aside"),
  driven: having<wire.Driven>("run", "driven"),
  stopped: having<wire.Stopped>("run", "job", "stopped"),
  startable: having<wire.Startable>("usual", "protocols", "agents", "checks", "templates", "again"),
  liveRows: (value: unknown): value is wire.LiveRows =>
    isLiveRows(value) && isLogLines(value.lines),
  liveHint: having<wire.LiveHint>("run"),
  liveTrouble: (value: unknown): value is wire.LiveTrouble =>
    isRecord(value) && (value["trouble"] === null || isLedgerTrouble(value["trouble"])),
  problem: (value: unknown): value is wire.Problem =>
    isRecord(value) && (isRecord(value["refusal"]) || isRecord(value["fault"])),
} as const;
