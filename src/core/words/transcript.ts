// A transcript in words: one line for each entry, the same on the page and in a terminal.
import { lastLine } from "../reports/last-words.ts";
import type { TranscriptEntry } from "../agents/transcript.ts";
import { usageText } from "./usage.ts";

/** `word`: kind of entry. `text`: its subject, possibly several lines. `note`: its result; may be empty. */
export type EntryWords = {
  readonly word: string;
  readonly text: string;
  readonly note: string;
  readonly tone: "said" | "dim" | "good" | "bad" | "busy";
};

/** Bytes in a readable unit. */
export const sizeWords = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
};

type Called = Extract<TranscriptEntry, { readonly end: unknown }>;

/** In changed lines; empty if the program doesn't report them. */
const changed = (entry: Called): string => {
  if (entry.is !== "edited") return "";
  const { added, removed } = entry;
  return [
    ...(added === null ? [] : [`+${added}`]),
    ...(removed === null ? [] : [`−${removed}`]),
  ].join(" ");
};

const endWords = (entry: Called): readonly string[] => {
  const { end } = entry;
  if (end === null) return [];
  const exit = end.exit === null ? (end.good ? [] : ["failed"]) : [`exit ${end.exit}`];
  return [...exit, ...(end.bytes === null || entry.is !== "ran" ? [] : [sizeWords(end.bytes)])];
};

const toneOf = ({ end, id, is }: Called): EntryWords["tone"] => {
  if (end === null) return id === "" ? "dim" : "busy";
  if (!end.good || (end.exit ?? 0) !== 0) return "bad";
  return is === "ran" || is === "edited" ? "good" : "dim";
};

const aboutOf = (entry: Called): string => {
  if (entry.is === "ran") return entry.command;
  return entry.is === "asked"
    ? [entry.tool, entry.about].filter((part) => part !== "").join(": ")
    : entry.path;
};

export const entryWords = (entry: TranscriptEntry): EntryWords => {
  switch (entry.is) {
    case "said":
    case "thought":
      return {
        word: entry.is,
        text: entry.text.trim(),
        note: "",
        tone: entry.is === "said" ? "said" : "dim",
      };
    case "used":
      return {
        word: "used",
        text: usageText(entry.usage),
        note: entry.usage.whole === true ? "in its whole conversation" : "",
        tone: "dim",
      };
    case "error":
      return { word: "error", text: entry.text.trim(), note: "", tone: "bad" };
    case "cut":
      return {
        word: "cut",
        text: `${sizeWords(entry.bytes)} of its stream left out here`,
        note: "",
        tone: "dim",
      };
    default: {
      const note = [changed(entry), ...endWords(entry)].filter((part) => part !== "").join(" · ");
      return { word: entry.is, text: aboutOf(entry), note, tone: toneOf(entry) };
    }
  }
};

const now = { ran: "runs", read: "reads", edited: "edits", asked: "asks" } as const;

/** The agent's current activity in one line; empty if the transcript has none yet. */
export const doingWords = (entries: readonly TranscriptEntry[]): string => {
  const last = entries.findLast(({ is }) => is !== "used" && is !== "cut");
  if (last === undefined) return "";
  const { word, text, note } = entryWords(last);
  // The last line of words, the first line of a call.
  if (!("end" in last)) return `${last.is === "said" ? "" : `${word}: `}${lastLine(text)}`;
  return [now[last.is], text.split("\n", 1)[0], note].filter((part) => part !== "").join(" ");
};
