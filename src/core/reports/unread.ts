// Reasons of attempts without a valid report, in wording shared by all protocols.
import type { Outcome } from "../job.ts";
import { withLastWords } from "./last-words.ts";
import { handedIn } from "./misfit.ts";

type Ended = Extract<Outcome, { is: "ended" }>;

export const unreadWords: Readonly<Record<Exclude<Ended["found"], "one">, string>> = {
  none: "it ended without a report",
  broken: "its report is no JSON",
  several: "it gave reports that differ",
  foreign: "its report names another job",
};
export const endingWords: Readonly<Record<Exclude<Ended["reason"], "exit">, string>> = {
  timeout: "its time ran out",
  killed: "it was stopped",
  flooded: "it said more than is kept",
  lapsed: "whoever had it let the lease run out",
  lost: "nobody knows how it ended",
};

/** Returns null if there is a report to read. */
export const whyUnread = (outcome: Ended): string | null => {
  const { found, reason, exit } = outcome;
  if (found === "one") return null;
  if (reason === "lapsed" || reason === "lost") return endingWords[reason];
  if (reason !== "exit") return `${endingWords[reason]}${withLastWords(outcome)}`;
  const how = exit ? `it ended with exit ${exit} and without a report` : unreadWords[found];
  return `${how}${handedIn(outcome)}${withLastWords(outcome)}`;
};
