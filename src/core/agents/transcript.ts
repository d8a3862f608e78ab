// Transcript of an agent's activity in one small vocabulary for all agent programs.
import { isRecord } from "../json/record.ts";
import { sumOf, type Usage } from "./usage.ts";

/** A tool call. `asked`: any tool except shells and files, such as a server's or a web search. */
export type Call =
  | { readonly is: "ran"; readonly command: string }
  | { readonly is: "read"; readonly path: string }
  /** In lines; null if the program doesn't report them. */
  | {
      readonly is: "edited";
      readonly path: string;
      readonly added: number | null;
      readonly removed: number | null;
    }
  | { readonly is: "asked"; readonly tool: string; readonly about: string };

/** How a call ended, by its id. `exit`: null if not reported; `bytes`: of its output. Line counts here are more exact than the call's. */
export type CallEnd = {
  readonly is: "ended";
  readonly id: string;
  readonly good: boolean;
  readonly exit: number | null;
  readonly bytes: number | null;
  readonly added?: number;
  readonly removed?: number;
};

/** `piece`: text that continues the previous event, if that has the same kind and piece. */
type Words = { readonly is: "said" | "thought"; readonly text: string; readonly piece?: string };

export type TranscriptEvent =
  | Words
  | (Call & { readonly id: string })
  | CallEnd
  | { readonly is: "used"; readonly usage: Usage }
  | { readonly is: "error"; readonly text: string }
  /** Number of bytes of the stream omitted here. */
  | { readonly is: "cut"; readonly bytes: number };

/** For display: each call together with its end, null while it is active. */
export type TranscriptEntry =
  | Exclude<TranscriptEvent, CallEnd | { readonly is: Call["is"] }>
  | (Call & { readonly id: string; readonly end: CallEnd | null });

/** Joins both if the second continues the first; null if it doesn't. */
const joinedTo = (last: TranscriptEvent, event: TranscriptEvent): TranscriptEvent | null => {
  if (last.is === "cut" && event.is === "cut")
    return { is: "cut", bytes: last.bytes + event.bytes };
  const goesOn =
    "piece" in event && "piece" in last && last.is === event.is && last.piece === event.piece;
  return goesOn ? { ...last, text: last.text + event.text } : null;
};

/** Joins consecutive pieces. */
export const joinPieces = (events: readonly TranscriptEvent[]): readonly TranscriptEvent[] => {
  const joined: TranscriptEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const both = last === undefined ? null : joinedTo(last, event);
    if (both === null) joined.push(event);
    else joined[joined.length - 1] = both;
  }
  return joined;
};

/** Total usage: sums steps; for a whole conversation, the last report counts. */
const usedIn = (events: readonly TranscriptEvent[]): readonly TranscriptEntry[] => {
  const told = events.flatMap((event) => (event.is === "used" ? [event.usage] : []));
  const last = told.at(-1);
  if (last === undefined) return [];
  const usage = last.whole === true ? last : sumOf(told);
  return [{ is: "used", usage }];
};

/** Calls with their ends, without duplicates, because some programs repeat a call when it ends, and some a fault; usage comes last. */
export const entriesOf = (events: readonly TranscriptEvent[]): readonly TranscriptEntry[] => {
  const ends = new Map(
    events.flatMap((event) => (event.is === "ended" ? [[event.id, event] as const] : [])),
  );
  const known = new Set<string>();
  let fault = "";
  const entries = joinPieces(events).flatMap((event): readonly TranscriptEntry[] => {
    if (event.is === "ended" || event.is === "used") return [];
    const again = event.is === "error" && event.text === fault;
    fault = event.is === "error" ? event.text : "";
    if (!("id" in event)) return again ? [] : [event];
    if (event.id !== "" && known.has(event.id)) return [];
    known.add(event.id);
    const end = ends.get(event.id) ?? null;
    if (event.is !== "edited" || end === null) return [{ ...event, end }];
    return [
      { ...event, added: end.added ?? event.added, removed: end.removed ?? event.removed, end },
    ];
  });
  return [...entries, ...usedIn(events)];
};

const texts: Readonly<
  Record<Exclude<TranscriptEvent["is"], "ended" | "used" | "cut">, readonly string[]>
> = {
  said: ["text"],
  thought: ["text"],
  error: ["text"],
  ran: ["id", "command"],
  read: ["id", "path"],
  edited: ["id", "path"],
  asked: ["id", "tool", "about"],
};
const isText = (is: unknown): is is keyof typeof texts =>
  typeof is === "string" && Object.hasOwn(texts, is);
const isCount = (value: unknown): boolean => value === null || typeof value === "number";

/** Validates a line of a file that may have been edited. */
export const isTranscriptEvent = (value: unknown): value is TranscriptEvent => {
  if (!isRecord(value)) return false;
  const { is } = value;
  if (is === "cut") return typeof value["bytes"] === "number";
  if (is === "used") {
    const { usage } = value;
    return isRecord(usage) && [usage["input"], usage["output"], usage["cost"]].every(isCount);
  }
  if (is === "ended")
    return (
      typeof value["id"] === "string" &&
      typeof value["good"] === "boolean" &&
      isCount(value["exit"]) &&
      isCount(value["bytes"])
    );
  return (
    isText(is) &&
    texts[is].every((key) => typeof value[key] === "string") &&
    (is !== "edited" || isCount(value["added"]))
  );
};
