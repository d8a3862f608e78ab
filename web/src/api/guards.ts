// Why: what comes over the wire is looked at once, at the door; behind it the contract's types are believed.
import type {
  CommandList,
  Course,
  RefusedList,
  DecisionBrief,
  Delivered,
  DeliveryAhead,
  Done,
  CheckedByHand,
  Driven,
  Dropped,
  Evidence,
  FileChanges,
  FileList,
  Here,
  LedgerTrouble,
  LiveHint,
  LiveRows,
  LiveTrouble,
  LogEvent,
  LogLine,
  LogPage,
  Output,
  Problem,
  RunLine,
  Search,
  Shown,
  Startable,
  Stopped,
  Timeline,
  Transcript,
  WorkAnswer,
  WorkChanges,
  WorkCountsAnswer,
} from "../../../src/http/answers.ts";

export type Guard<T> = (value: unknown) => value is T;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Both sides of the wire are built from one tree: that the keys are there tells an answer from another's. */
const having =
  <T>(...keys: readonly (keyof T & string)[]): Guard<T> =>
  (value): value is T =>
    isRecord(value) && keys.every((key) => key in value);
const listOf =
  <T>(is: Guard<T>): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(is);

export const isHere = having<Here>("root", "version", "as", "protocols");
const isRunLine = having<RunLine>(
  "run",
  "protocol",
  "life",
  "state",
  "nodes",
  "workers",
  "decisions",
  "facts",
);
export const isRunLines = listOf(isRunLine);
export const isShown = having<Shown>(
  "run",
  "protocol",
  "version",
  "newest",
  "span",
  "nodes",
  "jobs",
  "decisions",
);
const isLogLine = having<LogLine>("seq", "run", "version", "type", "at", "by", "told");
const isLogLines = listOf(isLogLine);
export const isLogPage: Guard<LogPage> = (value): value is LogPage =>
  having<LogPage>("run", "newest", "lines")(value) && isLogLines(value.lines);
export const isLogEvent = having<LogEvent>("version", "type", "data", "cause", "hash");
export const isSearch: Guard<Search> = (value): value is Search =>
  having<Search>("run", "from", "to", "count", "versions", "lines", "types", "senders")(value) &&
  isLogLines(value.lines);
export const isCourse = having<Course>("run", "points", "quiet", "marks");
export const isTimeline = having<Timeline>("run", "version", "attempts");
export const isEvidence = having<Evidence>("run", "version", "criteria");
export const isFileList = having<FileList>("run", "version", "files", "artifacts");
export const isFileChanges = having<FileChanges>("run", "changes");
const isWorkChanges = having<WorkChanges>("run", "is", "from", "to", "files", "patch", "cut");
export const isWorkAnswer: Guard<WorkAnswer> = (value): value is WorkAnswer =>
  having<WorkAnswer>("work", "why")(value) && (value.work === null || isWorkChanges(value.work));
export const isWorkCounts = having<WorkCountsAnswer>("run", "units", "all");
export const isOutput = having<Output>("text", "next", "over", "kept");
export const isTranscript = having<Transcript>("brief", "events", "next", "over", "kept", "resume");
export const isCommandList = having<CommandList>("run", "commands");
export const isRefusedList = having<RefusedList>("run", "unit", "refused");
export const isDecisionBrief = having<DecisionBrief>("run", "key", "question", "brief", "options");
export const isDone = having<Done>("run", "version", "events");
export const isCheckedAgain = having<CheckedByHand>("run", "unit", "ran", "failed");
export const isDeliveryAhead = having<DeliveryAhead>("run", "into", "doubt");
export const isDelivered = having<Delivered>("run", "is", "from", "to", "branch", "uncommitted");
export const isDropped = having<Dropped>("run", "version", "aside");
export const isDriven = having<Driven>("run", "driven");
export const isStartable = having<Startable>(
  "usual",
  "protocols",
  "agents",
  "checks",
  "templates",
  "again",
);
export const isStopped = having<Stopped>("run", "job", "stopped");
export const isLiveRows: Guard<LiveRows> = (value): value is LiveRows =>
  having<LiveRows>("lines")(value) && isLogLines(value.lines);
export const isLiveHint = having<LiveHint>("run");
const isLedgerTrouble = having<LedgerTrouble>("since", "code", "text", "hint");
export const isLiveTrouble: Guard<LiveTrouble> = (value): value is LiveTrouble =>
  isRecord(value) && (value["trouble"] === null || isLedgerTrouble(value["trouble"]));
export const isProblem: Guard<Problem> = (value): value is Problem =>
  isRecord(value) && (isRecord(value["refusal"]) || isRecord(value["fault"]));
