// Verb `cairn setup hooks run`: entry point of hook calls; quick, bounded in time, never blocking.
import { errorText } from "../../core/error-text.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { exits, type Answer, type Verb } from "../verb.ts";

/** Milliseconds from the process's start until it gives up. */
const patience = 1_400;
const nothing: Answer = { exit: exits.done };

const after = (ms: number): Promise<"late"> =>
  new Promise((resolve) => {
    setTimeout(() => resolve("late"), Math.max(0, ms)).unref();
  });

export const run: Verb = {
  name: "setup hooks run",
  summary: "answer a hook: what the program tells comes on standard input",
  args: [
    {
      word: "EVENT",
      must: true,
      means: "as the program calls it: SessionStart, PreToolUse, BeforeTool …",
    },
  ],
  options: {},
  example: ["cairn setup hooks run Stop < told.json"],
  run: async (context) => {
    const { answerTo, isMeant } = await import("../../hooks/run.ts");
    const { env } = context;
    if (!isMeant(env)) return nothing;
    const [event = ""] = context.words;
    const answer = async (): Promise<string | null> =>
      answerTo(event, await context.read(null), env, context.system);
    // Verbs run inside another process, as in tests, have a custom environment and must not end that process.
    const alone = env === process.env;
    try {
      const told = await Promise.race([
        answer(),
        ...(alone ? [after(patience - process.uptime() * 1_000)] : []),
      ]);
      if (told === "late") {
        context.note("cairn setup hooks: given up, it took too long");
        // Ends pending work.
        process.exit(exits.done);
      }
      return told === null ? nothing : { exit: exits.done, text: () => told };
    } catch (error) {
      context.note(`cairn setup hooks: ${cleanLine(errorText(error)).slice(0, 300)}`);
      return nothing;
    }
  },
};
