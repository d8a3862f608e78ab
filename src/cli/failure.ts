// Output of refusals, faults and bugs, the same for every verb.
import { errorText, systemText } from "../core/error-text.ts";
import { filesExhausted } from "../core/exhausted.ts";
import { Fault, type Refusal } from "../core/refusal.ts";
import { clean, cleanLine } from "../core/words/clean.ts";
import { refusalText } from "../core/words/refusal-text.ts";
import { fitted } from "./terminal/layout.ts";
import { type Answer, type Context, exits } from "./verb.ts";
import { QuestionLeft } from "./world.ts";

/** Codes that are told as a refusal in one place and as a fault in another: one code has one exit. */
export const exitsOfBoth: Readonly<Record<string, number>> = {
  AGENT_MISSING: exits.fault,
  CHECKOUT_UNFINISHED: exits.refused,
  CONFIG_INVALID: exits.fault,
  DOOR_BUSY: exits.fault,
  FIELD_OVERSIZED: exits.refused,
  FOLDER_MISSING: exits.refused,
  FOLDER_TAKEN: exits.refused,
  HEAD_MOVED: exits.refused,
  LEDGER_DAMAGED: exits.fault,
  LFS_MISSING: exits.fault,
  PATH_OUTSIDE: exits.refused,
  PROGRAM_MISSING: exits.fault,
  PROTOCOL_UNKNOWN: exits.refused,
  REPOSITORY_EMPTY: exits.refused,
  SPOOL_BROKEN: exits.fault,
};

/** The caller must act. */
export const refused = (refusal: Refusal): Answer => ({
  exit: exitsOfBoth[refusal.code] ?? exits.refused,
  json: { error: refusal },
  text: (page) => fitted(clean(refusalText(refusal)), page),
});

/** A refusal that doesn't end the verb. */
export const noteRefused = (context: Pick<Context, "note" | "page">, refusal: Refusal): void =>
  context.note(clean(refused(refusal).text?.(context.page()) ?? ""));

const causes = (error: unknown, depth = 0): readonly string[] =>
  error instanceof Error && depth < 8
    ? [error.message, ...causes(error.cause, depth + 1)]
    : error === undefined || error === null
      ? []
      : [String(error)];

/** An unreadable part of the program, reported by code that loads no module of ours (scripts/build/damaged.ts). */
const faultOf = (error: unknown): Fault | null => {
  if (error instanceof Fault) return error;
  if (
    !(
      error instanceof Error &&
      "code" in error &&
      error.code === "PROGRAM_DAMAGED" &&
      "hint" in error
    )
  )
    return null;
  return new Fault(error.code, error.message, String(error.hint), error.cause);
};

/** A prompt was cancelled, or its terminal disappeared. */
const isLeft = (error: unknown): boolean =>
  error instanceof QuestionLeft ||
  (error instanceof Error && "syscall" in error && error.syscall === "setRawMode");

/** The operator must act (1), or we must (70); a cancelled prompt is an interruption (130). */
export const failed = (error: unknown): Answer => {
  if (isLeft(error))
    return {
      exit: exits.interrupted,
      json: {
        error: { code: "INTERRUPTED", text: "the question was left open; nothing was changed" },
      },
      text: () => "\nthe question was left open; nothing was changed",
    };
  const fault = filesExhausted(error) ?? faultOf(error);
  if (fault !== null) {
    const [message = fault.message, ...all] = causes(fault);
    // A cause that its effect quotes, or names by the system's code, isn't repeated.
    const why = all.filter((cause, index) => {
      const code = /^E[A-Z0-9]+(?=: )/u.exec(cause)?.[0];
      return ![message, ...all.slice(0, index)].some(
        (said) =>
          said.includes(systemText(cause)) || (code !== undefined && said.includes(`(${code})`)),
      );
    });
    const lines = message.split("\n").map((line) => cleanLine(line));
    const [head, because] = [
      lines.join("\n  "),
      why.map((part) => cleanLine(systemText(part))).join(": "),
    ];
    const told =
      because === "" ? head : head.endsWith(".") ? `${head} (${because})` : `${head}: ${because}`;
    return {
      // Waiting was aborted, as by Ctrl-C.
      exit:
        fault.code === "LEDGER_UNSURE"
          ? exits.interrupted
          : (exitsOfBoth[fault.code] ?? exits.fault),
      json: {
        error: {
          code: fault.code,
          text: message,
          hint: fault.hint,
          ...(why.length === 0 ? {} : { cause: why.join(": ") }),
        },
      },
      // Without a hint, the message says itself what to do.
      text: (page) =>
        fitted(
          fault.hint === ""
            ? `${told} (${fault.code})`
            : `${fault.code}: ${told}\n  ${clean(fault.hint)}`,
          page,
        ),
    };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    exit: exits.bug,
    json: { error: { code: "BUG", text: errorText(error), stack } },
    text: () =>
      `BUG: this should not happen, and it is cairn's fault. What the ledger acknowledged is safe. Please report it with these lines:\n${clean(stack)}`,
  };
};
