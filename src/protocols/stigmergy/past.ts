// The history that the ledger holds, as copies of the state file are compared with it.
import { canonical } from "../../kit/json/difference.ts";
import { type JsonNode, readJson } from "../../core/json/json.ts";
import { redact } from "../../core/secrets/redact.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Recorded, Time } from "../../core/row.ts";
import type { Entry } from "./entries.ts";
import { filesLimit } from "./limits.ts";
import type { StigmergyEvent } from "./events.ts";
import { isUntimed, timeIn } from "./times.ts";

type Event = Recorded<StigmergyEvent>;

/** One entry of the ledger's history. `event`: index of its event; `recorded`: time of recording, which the entry's own time may precede or exceed. */
export type Past = { readonly event: number; readonly recorded: Time; readonly hand: boolean } & (
  | { readonly is: "own"; readonly entry: Entry }
  /** From an adopted file, word for word. */
  | { readonly is: "found"; readonly text: string }
);

export const pastOf = (log: readonly Event[]): readonly Past[] => {
  const past: Past[] = [];
  log.forEach(({ type, data, by, at: recorded }, event) => {
    if (type === "ProjectAdopted")
      for (const text of data.found.history)
        past.push({ is: "found", text, event, recorded, hand: false });
    if ("entry" in data)
      past.push({ is: "own", entry: data.entry, event, recorded, hand: by.kind === "file" });
  });
  return past;
};

const field = (node: JsonNode, key: string): JsonNode | undefined =>
  node.is === "object" ? node.members.find((one) => one.key === key)?.value : undefined;
const textOf = (node: JsonNode | undefined): string | null =>
  node?.is === "string" ? node.value : null;

/** The time of a document's entry; null if it has no readable one. */
export const timeAt = (node: JsonNode): Time | null => {
  const text = textOf(field(node, "timestamp"));
  return text === null ? null : timeIn(text);
};
/** The time that the file shows. */
export const shownAt = (past: Past): Time | null => {
  if (past.is === "own") return past.entry.at;
  const root = readJson(past.text);
  return isRefusal(root) ? null : timeAt(root);
};

const isTime = ({ at, claimed }: Entry, node: JsonNode | undefined): boolean => {
  const text = node?.is === "string" ? node.value : null;
  if (text === at) return true;
  if (node !== undefined && text === null && node.is !== "null") return false;
  if (isUntimed(text)) return claimed === undefined;
  const time = timeIn(text ?? "");
  return time !== null && (time === at || time === claimed);
};

const isText = (kept: string, said: string): boolean => kept === said || kept === redact(said);

const areFiles = ({ files }: Entry, node: JsonNode | undefined): boolean => {
  if (node === undefined || node.is === "null") return files.length === 0;
  if (node.is !== "array") return false;
  const { items } = node;
  const cut = items.length > filesLimit ? items.slice(0, filesLimit) : items;
  return (
    cut.length === files.length &&
    cut.every((item, index) => item.is === "string" && isText(files[index] ?? "", item.value))
  );
};

const known: ReadonlySet<string> = new Set([
  "timestamp",
  "agent_id",
  "signal",
  "summary",
  "files_modified",
]);
const areExtras = ({ extras = [] }: Entry, node: JsonNode): boolean => {
  const others = node.is === "object" ? node.members.filter(({ key }) => !known.has(key)) : [];
  if (others.length !== extras.length) return false;
  const kept = new Map(extras);
  return others.every(({ key, value }) => {
    const text = kept.get(key);
    const root = text === undefined ? null : readJson(text);
    return root !== null && !isRefusal(root) && canonical(root) === canonical(value);
  });
};

/** Matches the entry as the file shows it, or as its author wrote it: with its original time, without a claim mark, with a secret. */
const isOwn = (entry: Entry, hand: boolean, node: JsonNode): boolean => {
  const [agent, summary] = [textOf(field(node, "agent_id")), textOf(field(node, "summary"))];
  if (agent === null || summary === null || !isText(entry.agent, agent)) return false;
  const signal = field(node, "signal");
  const said = textOf(signal);
  const sign =
    said === null
      ? hand && (signal === undefined || signal.is === "null")
      : isText(entry.signal, said) || (hand && entry.signal === `CLAIMED_${said}`);
  const words =
    isText(entry.summary, summary) ||
    (entry.files.length === filesLimit && entry.summary.startsWith(summary));
  return (
    sign &&
    words &&
    isTime(entry, field(node, "timestamp")) &&
    areFiles(entry, field(node, "files_modified")) &&
    areExtras(entry, node)
  );
};

/** Checks whether the document's entry is this one. */
export const isPast = (past: Past, node: JsonNode): boolean => {
  if (past.is === "own") return isOwn(past.entry, past.hand, node);
  const root = readJson(past.text);
  return !isRefusal(root) && canonical(root) === canonical(node);
};

/** How many entries the author of a document had read when writing this one by hand, if continuing the same copy; null if it may have been read from the file. */
export const readBefore = (past: Past | undefined, node: JsonNode | undefined): number | null => {
  if (past?.is !== "own" || past.entry.on === undefined || node === undefined) return null;
  const { at, signal, on } = past.entry;
  return textOf(field(node, "timestamp")) === at && textOf(field(node, "signal")) === signal
    ? null
    : on;
};
