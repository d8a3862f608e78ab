// The history of a found file, word for word: oddities are noted and not mended, so that no reference loses its entry.
import type { Entries } from "../../../kit/document/extras.ts";
import type { Time } from "../../../core/row.ts";
import { entryIndent } from "../files/entry-text.ts";
import { indented } from "../files/indented.ts";
import * as form from "../files/form.ts";
import { summaryLimit } from "../limits.ts";
import { timeIn } from "../times.ts";
import { fieldsOf, type Fields } from "./fields.ts";
import { textsIn } from "./lists.ts";
import { type At, type Notes, quoted } from "./notes.ts";
import { isKnownSignal } from "./words.ts";

export type FoundHistory = {
  /** Text of each entry for the new file. */
  readonly texts: readonly string[];
  /** The latest readable time in the engine's format; empty if there is none. */
  readonly lastAt: Time;
  readonly times: ReadonlySet<string>;
  /** Values of the last readable entry. */
  readonly last: {
    readonly agent: string;
    readonly signal: string;
    readonly summary: string;
  } | null;
  /** Text of the last entry that halted the run. */
  readonly halt: string | null;
};

/** Larger numbers are milliseconds. */
const secondsLimit = 100_000_000_000;
/** In milliseconds; texts of later times no longer sort correctly. */
const lastTime = Date.UTC(9_999, 0);
const numericTime = (value: number): Time | null => {
  const at = value > secondsLimit ? value : value * 1_000;
  return at >= 0 && at < lastTime ? new Date(at).toISOString() : null;
};

const inner = `${entryIndent}  `;
const laidOut = (entries: Entries): string =>
  `{\n${entries.map(([key, text]) => `${inner}${JSON.stringify(key)}: ${text}`).join(",\n")}\n${entryIndent}}`;

type Known = {
  readonly timestamp: string;
  readonly agent_id: string;
  readonly signal: string;
  readonly summary: string;
};
const unreadable = (source: string): Known => ({
  timestamp: "",
  agent_id: "unknown",
  signal: "UNREADABLE",
  summary: source.length <= summaryLimit ? source : `${source.slice(0, summaryLimit - 1)}…`,
});

/** The text as written, or the meaning of an older form's number; null if there is none. */
const timestampOf = (fields: Fields, notes: Notes): string | null => {
  const found = fields.get("timestamp");
  if (found?.node.is === "string") return found.node.value;
  const read = found?.node.is === "number" ? numericTime(found.node.value) : null;
  if (found !== null && read !== null)
    notes.old(found.spot, "TYPE_WRONG", `a time is a number: it is read as a text such as ${read}`);
  return read;
};

const entryOf = (
  at: At,
  notes: Notes,
): { readonly known: Known; readonly text: string; readonly at: Time | null } => {
  const { doc } = at.spot;
  const fields = fieldsOf(at, form.entry, notes);
  const timestamp = at.node.is === "object" ? timestampOf(fields, notes) : null;
  if (timestamp === null || timestamp === "") {
    notes.odd(
      at.spot,
      "ENTRY_UNREADABLE",
      "an entry that is no object or has no time is kept as the summary of one, UNREADABLE",
    );
    const known = unreadable(doc.text.slice(at.node.at, at.node.end));
    const entries = Object.entries(known).map(
      ([key, value]) => [key, JSON.stringify(value)] as const,
    );
    return { known, text: laidOut([...entries, ["files_modified", "[]"]]), at: null };
  }
  const known: Known = {
    timestamp,
    agent_id: fields.text("agent_id", { aliases: ["source"], or: "unknown" }) ?? "",
    signal: fields.text("signal", { aliases: ["event_type"], or: "" }) ?? "",
    summary: fields.text("summary", { aliases: ["message", "details"], or: "" }) ?? "",
  };
  const files = textsIn(fields, "files_modified", notes) ?? [];
  const word = (key: string, value: string | readonly string[]): string => {
    const node = fields.get(key)?.node;
    return node === undefined || node.is === "null" || node.is === "number"
      ? JSON.stringify(value)
      : indented(doc.text, node, inner);
  };
  const entries: Entries = [
    ...Object.entries(known).map(([key, value]) => [key, word(key, value)] as const),
    ["files_modified", word("files_modified", files)],
    ...fields.extras(inner),
  ];
  return { known, text: laidOut(entries), at: timeIn(timestamp) };
};

export const historyOf = (items: readonly At[], notes: Notes): FoundHistory => {
  const texts: string[] = [];
  const times = new Set<string>();
  const strange = new Set<string>();
  let lastAt = "";
  let before = "";
  let last: FoundHistory["last"] = null;
  let halt: string | null = null;
  for (const item of items) {
    const { known, text, at } = entryOf(item, notes);
    texts.push(text);
    if (known.signal !== "UNREADABLE" || known.timestamp !== "") {
      last = { agent: known.agent_id, signal: known.signal, summary: known.summary };
      if (known.signal === "EXECUTION_HALTED") halt = known.summary;
      if (at === null)
        notes.odd(item.spot, "TIMESTAMP_INVALID", `${quoted(known.timestamp)} is no time`);
      else if (times.has(known.timestamp))
        notes.odd(
          item.spot,
          "HISTORY_DISORDERED",
          `the time ${known.timestamp} stands there twice`,
        );
      else if (at < before)
        notes.odd(item.spot, "HISTORY_DISORDERED", "its time is before that of the entry above it");
      if (!isKnownSignal(known.signal) && !strange.has(known.signal))
        notes.odd(
          item.spot,
          "SIGNAL_UNKNOWN",
          `the signal ${quoted(known.signal)} is none that is known`,
        );
      strange.add(known.signal);
      times.add(known.timestamp);
    }
    before = at ?? before;
    if (at !== null && at > lastAt) lastAt = at;
  }
  return { texts, lastAt, times, last, halt };
};
