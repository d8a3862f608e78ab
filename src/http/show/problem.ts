// Error answers over HTTP: refusals, operator faults and bugs by one table, as JSON or as a page.
import { filesExhausted } from "../../core/exhausted.ts";
import { Fault, type Refusal } from "../../core/refusal.ts";
import type { Problem } from "../answers.ts";
import { headline, paragraph, plainPage } from "./plain-page.ts";

/** An error answer. */
export type Failure = { readonly status: number; readonly problem: Problem };

export const failure = (status: number, refusal: Refusal): Failure => ({
  status,
  problem: { refusal },
});

const codes: Readonly<Record<string, number>> = { SENDER_WRONG: 403 };

/** A refusal of the System or of a route. */
export const failureOf = (refusal: Refusal): Failure =>
  failure(codes[refusal.code] ?? (refusal.code.endsWith("_UNKNOWN") ? 404 : 409), refusal);

const causes = (error: unknown): readonly string[] =>
  error instanceof Error ? [error.message, ...causes(error.cause)] : [];

/** Any exception. For one that is no fault shows only the kind: stacks and messages of bugs may contain anything. `note`: prints for the server's operator. */
export const thrown = (cause: unknown, note: (line: string) => void): Failure => {
  const error = filesExhausted(cause) ?? cause;
  if (error instanceof Fault) {
    const text = [
      error.message,
      ...causes(error.cause).filter((why) => !error.message.includes(why)),
    ].join(": ");
    return { status: 503, problem: { fault: { code: error.code, text, hint: error.hint } } };
  }
  note(`BUG: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const text =
    "this should not happen, and it is cairn's fault. What the ledger acknowledged is safe";
  return {
    status: 500,
    problem: {
      fault: {
        code: "BUG",
        text,
        hint: "the terminal of `cairn serve` shows what happened: please report it",
      },
    },
  };
};

export const asJson = ({ status, problem }: Failure): Response =>
  Response.json(problem, { status });

export const asPage = ({ status, problem }: Failure): Response => {
  const [text, more] =
    "refusal" in problem
      ? [problem.refusal.text, problem.refusal.fits]
      : [problem.fault.text, problem.fault.hint];
  return plainPage(status, "", headline(text) + (more === undefined ? "" : paragraph(more)));
};
