// Status of an existing stigmergy project: the less finished of what its parts say (section 9).
import type { Status } from "../state.ts";
import type { Fields } from "./fields.ts";
import type { FoundStory } from "./manifest.ts";
import type { Notes } from "./notes.ts";
import { wordOf } from "./word-of.ts";
import { askingWord, pausedWord, vocabulary } from "./words.ts";

export type FoundStatus = {
  readonly status: Status;
  /** The status before a halt. */
  readonly from: Status | null;
  readonly paused: boolean;
  /** A question to a person was open. */
  readonly asks: boolean;
};

const begun = ({ status }: FoundStory): boolean => status !== "PENDING";
const isPast = (status: Status): boolean =>
  status === "READY_FOR_EXECUTION" ||
  status === "EXECUTION_IN_PROGRESS" ||
  status === "PROJECT_COMPLETE";

const bySays = (stories: readonly FoundStory[]): Status =>
  stories.length === 0
    ? "NEEDS_PLANNING"
    : stories.some(begun)
      ? "EXECUTION_IN_PROGRESS"
      : "READY_FOR_EXECUTION";

/** Corrects a status that claims more than the stories support. */
const borneOut = (status: Status, stories: readonly FoundStory[]): Status => {
  if (stories.length === 0 && isPast(status)) return "NEEDS_PLANNING";
  const isOpen = stories.some((story) => story.status !== "COMPLETE");
  return status === "PROJECT_COMPLETE" && isOpen ? "EXECUTION_IN_PROGRESS" : status;
};

const isWord = (text: string, word: string): boolean => text.trim().toUpperCase() === word;

const pausedFrom = (fields: Fields, notes: Notes): Status | null => {
  const before = fields.get("status_before_pause")?.node;
  fields.used("status_before_pause");
  return before?.is === "string" &&
    !isWord(before.value, pausedWord) &&
    !isWord(before.value, askingWord)
    ? wordOf(fields, "status_before_pause", before.value, vocabulary.project, notes)
    : null;
};

/** Returns null if it has no readable status. */
export const statusOf = (
  fields: Fields,
  stories: readonly FoundStory[],
  notes: Notes,
): FoundStatus | null => {
  const word = fields.text("project_status");
  if (word === null) return null;
  const [paused, asks] = [isWord(word, pausedWord), isWord(word, askingWord)];
  if (paused)
    notes.old(
      fields.spot("project_status"),
      "VALUE_UNKNOWN",
      `${word}: the project is paused, and stands where it stood before`,
    );
  if (asks)
    notes.old(
      fields.spot("project_status"),
      "VALUE_UNKNOWN",
      `${word}: a question waits for a person`,
    );
  const said = paused
    ? (pausedFrom(fields, notes) ?? bySays(stories))
    : asks
      ? bySays(stories)
      : wordOf(fields, "project_status", word, vocabulary.project, notes);
  if (said === null) return null;
  const status = borneOut(said, stories);
  if (status !== said) {
    const why = stories.length === 0 ? "there are no stories" : "not every story is COMPLETE";
    notes.odd(
      fields.spot("project_status"),
      "STATUS_DERIVED",
      `the project says ${said}, and ${why}: it is ${status}`,
    );
  }
  return { status, from: status === "EXECUTION_HALTED" ? bySays(stories) : null, paused, asks };
};
