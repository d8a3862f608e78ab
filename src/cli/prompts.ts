// The questions of a terminal, drawn on standard error by @clack/prompts.
import type { Readable, Writable } from "node:stream";
import { confirm, select, text } from "@clack/prompts";
import { cleanLine, cleanPage } from "./clean.ts";
import { type Prompts, QuestionLeft } from "./world.ts";

const needed = (line = ""): string | undefined =>
  line.trim() === "" ? "An answer is needed; Ctrl-C leaves the question." : undefined;

/** Ctrl-D on an empty line closes the reader, which pauses the input; a terminal that goes away ends it. No prompt hears of either. */
const endings = ["pause", "end", "close"] as const;

type On = { readonly input: Readable; readonly output: Writable; readonly signal: AbortSignal };

/** The answer; faults as QuestionLeft where Ctrl-C, Escape or the end of the input leaves it, or the process is told to end. */
const answered = async <T>(
  input: Readable,
  output: Writable,
  ends: AbortSignal | undefined,
  ask: (on: On) => Promise<T | symbol>,
): Promise<T> => {
  const left = new AbortController();
  let open = !input.readableEnded && !input.destroyed;
  // A prompt that was answered pauses the input, too: by the next turn it is known to be over.
  const leave = (): unknown => setImmediate(() => open && left.abort());
  for (const event of endings) input.on(event, leave);
  try {
    if (!open) throw new QuestionLeft();
    const said = await ask({
      input,
      output,
      signal: AbortSignal.any([left.signal, ...(ends === undefined ? [] : [ends])]),
    });
    if (typeof said === "symbol") throw new QuestionLeft();
    return said;
  } finally {
    open = false;
    for (const event of endings) input.off(event, leave);
  }
};

/** Questions and choices hold what agents wrote: cleaned, as all that is printed. Standard output is the answer's alone. */
export const promptsUntil = (
  ends: AbortSignal | undefined,
  input: Readable = process.stdin,
  output: Writable = process.stderr,
): Prompts => ({
  choose: (question, choices, usual) => {
    const options = choices.map(({ id, label }) => ({ value: id, label: cleanLine(label) }));
    const what = {
      message: cleanPage(question),
      options,
      ...(usual === undefined ? {} : { initialValue: usual }),
    };
    return answered<string>(input, output, ends, (on) => select({ ...what, ...on }));
  },
  line: async (question, must) => {
    const what = { message: cleanPage(question), ...(must ? { validate: needed } : {}) };
    return (await answered<string>(input, output, ends, (on) => text({ ...what, ...on }))).trim();
  },
  agree: (question, usual) =>
    answered<boolean>(input, output, ends, (on) =>
      confirm({ message: cleanPage(question), initialValue: usual, ...on }),
    ),
});
