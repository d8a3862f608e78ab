// Why: a no is shown in its own words, beside the field that it is about where there is one.
import type { Problem } from "../../../src/http/answers.ts";
import { Refused } from "../api/client.ts";
import { pageAdvice } from "./page-advice.ts";

/** `at`: the place in the form that it belongs beside; null: none. */
export type No = {
  readonly at: string | null;
  readonly code: string | null;
  readonly text: string;
  readonly fits: string | null;
};

/** The field itself, or the nearest one around what the pointer names. */
const placeOf = (pointer: string | undefined, places: readonly string[]): string | null => {
  for (let at = pointer ?? ""; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (places.includes(at)) return at;
  return null;
};

const pointed = (field: readonly string[]): string => field.map((part) => `/${part}`).join("");

const noesOf = (problem: Problem, places: readonly string[]): readonly No[] => {
  if (!("refusal" in problem)) {
    const { code, text, hint } = problem.fault;
    return [{ at: null, code, text, fits: pageAdvice(code, hint) }];
  }
  const all = problem.refusal.more ?? [problem.refusal];
  return all.map(({ code, text, fits, pointer, asks }) => ({
    at: placeOf(pointer ?? (asks?.[0] === undefined ? undefined : pointed(asks[0].field)), places),
    code,
    text,
    fits: pageAdvice(code, fits),
  }));
};

/** `noteAt`: the place of the note, which a missing reason belongs beside. */
export const noes = (
  error: Error,
  places: readonly string[],
  noteAt: string | null = null,
): readonly No[] => {
  if (!(error instanceof Refused) || error.problem === null)
    return [{ at: null, code: null, text: error.message, fits: null }];
  return noesOf(error.problem, places).map((no) =>
    no.at === null && no.code === "REASON_MISSING" ? { ...no, at: noteAt } : no,
  );
};

/** The answer never came, or it came from a server in trouble: what was asked may have happened all the same. */
export const isUnsure = (error: Error): boolean =>
  error instanceof Refused && (error.status === 0 || error.status >= 500);

/** What was asked isn't asked any more: somebody else answered, or it changed. */
export const isStale = (error: Error): boolean =>
  error instanceof Refused &&
  error.problem !== null &&
  "refusal" in error.problem &&
  ["JOB_UNKNOWN", "QUESTION_STALE", "OPTION_UNKNOWN"].includes(error.problem.refusal.code);
