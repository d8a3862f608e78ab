// Errors of a form: each in the server's words, beside the field that it is about.
import type { Problem } from "../../../src/http/answers.ts";
import { Refused } from "../api/client.ts";

/**
 * `at`: a pointer (RFC 6901) to the field beside which it is shown; null: none. `fits`: valid
 * values, or the remedy.
 */
export type FieldError = {
  readonly at: string | null;
  readonly text: string;
  readonly code?: string | null;
  readonly fits?: string | null;
};

export const errorsAt = (errors: readonly FieldError[], at: string | null): readonly FieldError[] =>
  errors.filter((error) => error.at === at);

/** The field itself, or the nearest enclosing one of the pointer. */
const placeOf = (pointer: string | undefined, places: readonly string[]): string | null => {
  for (let at = pointer ?? ""; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (places.includes(at)) return at;
  return null;
};

const pointerOf = (field: readonly string[]): string => field.map((part) => `/${part}`).join("");

const problemErrors = (problem: Problem, places: readonly string[]): readonly FieldError[] => {
  if (!("refusal" in problem)) {
    const { code, text, hint } = problem.fault;
    return [{ at: null, code, text, fits: hint }];
  }
  const all = problem.refusal.more ?? [problem.refusal];
  return all.map(({ code, text, fits, pointer, asks }) => ({
    at: placeOf(pointer ?? (asks?.[0] && pointerOf(asks[0].field)), places),
    code,
    text,
    // The server names a flag, the form has a field.
    fits: code === "REASON_MISSING" ? "Say why, in your own words." : (fits ?? null),
  }));
};

/**
 * @param places pointers of the form's fields
 * @param noteAt the note's place, beside which a missing reason is shown
 */
export const errorsOf = (
  error: Error,
  places: readonly string[],
  noteAt: string | null = null,
): readonly FieldError[] => {
  if (!(error instanceof Refused) || error.problem === null)
    return [{ at: null, code: null, text: error.message, fits: null }];
  return problemErrors(error.problem, places).map((one) =>
    one.at === null && one.code === "REASON_MISSING" ? { ...one, at: noteAt } : one,
  );
};

/** No answer arrived, or the server has a problem: the request may have succeeded anyway. */
export const isUnsure = (error: Error): boolean =>
  error instanceof Refused && (error.status === 0 || error.status >= 500);

/** The question is closed: it was answered elsewhere, or it changed. */
export const isStale = (error: Error): boolean =>
  error instanceof Refused &&
  error.problem !== null &&
  "refusal" in error.problem &&
  ["JOB_UNKNOWN", "QUESTION_STALE", "OPTION_UNKNOWN"].includes(error.problem.refusal.code);
