// Terminal prompts, drawn on standard error by @clack/prompts.
import { cleanLine } from "../../core/words/clean.ts";
import type { Readable, Writable } from "node:stream";
import { confirm, select, text } from "@clack/prompts";
import { cleanPage } from "./clean.ts";
import { type Prompts, QuestionLeft } from "../world.ts";

const needed = (line = ""): string | undefined =>
  line.trim() === "" ? "An answer is needed; Ctrl-C leaves the question." : undefined;

/** Ctrl-D on an empty line closes the reader, which pauses the input; a disappearing terminal ends it. Prompts notice neither. */
const endings = ["pause", "end", "close"] as const;

type On = { readonly input: Readable; readonly output: Writable; readonly signal: AbortSignal };

/** The answer; throws QuestionLeft on Ctrl-C, Escape, the end of input, or one of the signals. */
const answered = async <T>(
  input: Readable,
  output: Writable,
  ends: readonly (AbortSignal | undefined)[],
  ask: (on: On) => Promise<T | symbol>,
): Promise<T> => {
  const left = new AbortController();
  let open = !input.readableEnded && !input.destroyed;
  // An answered prompt pauses the input, too: checks in the next turn whether it is over.
  const leave = (): unknown => setImmediate(() => open && left.abort());
  for (const event of endings) input.on(event, leave);
  try {
    if (!open) throw new QuestionLeft();
    const said = await ask({
      input,
      output,
      signal: AbortSignal.any([left.signal, ...ends.filter((one) => one !== undefined)]),
    });
    if (typeof said === "symbol") throw new QuestionLeft();
    return said;
  } finally {
    open = false;
    for (const event of endings) input.off(event, leave);
  }
};

/** Questions and choices include agents' words: cleaned like all output. Standard output is reserved for the answer. */
export const promptsUntil = (
  ends: AbortSignal | undefined,
  input: Readable = process.stdin,
  output: Writable = process.stderr,
): Prompts => ({
  choose: (question, choices, usual, gone) => {
    const options = choices.map(({ id, label }) => ({ value: id, label: cleanLine(label) }));
    const what = {
      message: cleanPage(question),
      options,
      ...(usual === undefined ? {} : { initialValue: usual }),
    };
    return answered<string>(input, output, [ends, gone], (on) => select({ ...what, ...on }));
  },
  line: async (question, must, gone) => {
    const what = { message: cleanPage(question), ...(must ? { validate: needed } : {}) };
    const ask = (on: On) => text({ ...what, ...on });
    return (await answered<string>(input, output, [ends, gone], ask)).trim();
  },
  agree: (question, usual, gone) =>
    answered<boolean>(input, output, [ends, gone], (on) =>
      confirm({ message: cleanPage(question), initialValue: usual, ...on }),
    ),
});
