// Fate of a runner in crash tests: where it dies, passed in one environment variable.
import { isRecord } from "../../../src/core/record.ts";

/**
 * spawn: before the nth host is told its job. insert: while an event of type `word` is being written; committed: right after its transaction. rename, renamed: before or
 * after a rename to a path that holds `word`. write: before the nth change of the disk or commit of the ledger.
 */
export type Fate = {
  readonly at: "spawn" | "insert" | "committed" | "rename" | "renamed" | "write";
  readonly word: string;
  readonly nth: number;
};

export const nameOfFate = "CRASH_FATE";
const ways: readonly unknown[] = ["spawn", "insert", "committed", "rename", "renamed", "write"];

export const isFate = (value: unknown): value is Fate =>
  isRecord(value) &&
  ways.includes(value["at"]) &&
  typeof value["word"] === "string" &&
  typeof value["nth"] === "number";
