// Check rules of progress.md and guardrails.md: unreadable entries, counts that contradict the state.
import { commitIn, type Entry, saidIn, signalIn } from "../markdown/entry.ts";
import type { FoundEntry } from "../markdown/progress.ts";
import { inText, type Rule } from "./check-input.ts";

const readable: Rule = ({ seen: { progress, guardrails }, notes }) => {
  for (const { entry, heading, at } of progress?.entries ?? [])
    if (progress !== null && (entry === null || entry.labels.length === 0))
      notes.warn(
        inText(progress, `## ${heading}`, at),
        "ENTRY_UNREADABLE",
        "no entry: `## T1 - Iteration 1 - time`, with **Did:** and **Remaining:** below",
      );
  for (const { name, at } of guardrails?.unreadable ?? [])
    if (guardrails !== null)
      notes.warn(
        inText(guardrails, `## ${name}`, at),
        "ENTRY_UNREADABLE",
        "no pattern: it says no **Solution**",
      );
};

export type Counted = {
  readonly work: number;
  readonly confirmations: number;
  readonly done: boolean;
  readonly last: Entry | null;
};

const workKinds: ReadonlySet<string> = new Set(["Iteration", "Fix", "Revise"]);

/** Counts the entries of a unit: entries that restart at 1 after a DONE are confirmations, and each number is one iteration. */
export const countOf = (entries: readonly FoundEntry[], unit: string): Counted => {
  let work = 0;
  let confirmations = 0;
  let done = false;
  let again = false;
  let last: Entry | null = null;
  for (const { entry } of entries) {
    if (
      entry === null ||
      entry.subject !== unit ||
      !(workKinds.has(entry.kind) || entry.kind === "Confirmation")
    )
      continue;
    if (entry.kind === "Confirmation") confirmations += 1;
    else {
      again =
        done &&
        entry.number !== null &&
        (again ? entry.number > 1 : entry.number === 1) &&
        entry.number <= work;
      if (again) confirmations += 1;
      else work = Math.max(work, entry.number ?? work + 1);
    }
    done ||= signalIn(entry) === `${unit}_DONE`;
    last = entry;
  }
  return { work, confirmations, done, last };
};

const active: ReadonlySet<string> = new Set(["in_progress", "confirming", "verifying"]);

const counts: Rule = ({ seen: { state, progress }, notes }) => {
  if (state === null || progress === null) return;
  const by = Map.groupBy(progress.entries, ({ entry }) => entry?.subject ?? "");
  for (const { id, status, iterations_used: used, at } of state.units) {
    const { work } = countOf(by.get(id) ?? [], id);
    // A live pass has begun without an entry, or wrote one that isn't read yet, under any number.
    const begun = status === "in_progress" ? 1 : 0;
    const unread = active.has(status ?? "") ? 1 : 0;
    if (work > (used ?? 0) + unread || work < (used ?? 0) - begun)
      notes.warn(
        at("iterations_used"),
        "COUNT_MISMATCHED",
        `${id} has used ${used ?? 0} iterations, and progress.md tells of ${work}`,
      );
  }
};

const commits: Rule = ({ seen: { state, progress, mode }, notes }) => {
  if (state === null || progress === null || mode !== "development" || state.commits === null)
    return;
  // Both contain at least the first seven digits.
  const known = new Set(state.commits.map(({ text }) => text.slice(0, 7)));
  for (const { entry, heading, at } of progress.entries) {
    if (entry === null || saidIn(entry, "Commit") === null) continue;
    for (const [, hash = "", lost] of (commitIn(entry) ?? "").matchAll(
      /\b([0-9a-f]{7,40})\b(?:`?[ \t]*\((not found)\))?/gu,
    ))
      if (lost === undefined && !known.has(hash.slice(0, 7)))
        notes.warn(
          inText(progress, `## ${heading}`, at),
          "COMMIT_UNKNOWN",
          `it names the commit ${hash}, which state.json doesn't`,
        );
  }
};

export const entryRules: readonly Rule[] = [readable, counts, commits];
