// Recogniser of exhausted file handles (EMFILE, ENFILE) in any error, with the ulimit hint.
import { errorText } from "./error-text.ts";
import { Fault } from "./refusal.ts";

export const filesHint =
  "raise the limit of open files (`ulimit -n` shows it) or run fewer agents at once";

/** Messages of the system, the runtime and SQLite; the runtime doesn't always set a code. */
const words = /\bE[MN]FILE\b|too many (?:open files|files are open)/iu;

const tells = (error: unknown, depth = 0): boolean => {
  if (error === undefined || depth > 8) return false;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (
    words.test(`${code} ${errorText(error)}`) ||
    (error instanceof Error && tells(error.cause, depth + 1))
  );
};

/** The error as a Fault with that hint, if it is caused by too many open files; else null. */
export const filesExhausted = (error: unknown): Fault | null => {
  if (!tells(error)) return null;
  if (error instanceof Fault) return new Fault(error.code, error.message, filesHint, error.cause);
  return new Fault(
    "FILES_EXHAUSTED",
    `too many files are open: ${errorText(error)}`,
    filesHint,
    error,
  );
};
