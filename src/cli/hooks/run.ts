// Verb `cairn setup hooks run`: entry point of hook calls; quick, bounded in time, never blocking.
import { existsSync } from "node:fs";
import { errorText } from "../../core/error-text.ts";
import { cleanLine } from "../terminal/clean.ts";
import { exits, type Answer, type Context, type Verb } from "../verb.ts";

/** Milliseconds from the process's start: when it gives up by itself, and when another thread ends it. */
const [patience, end] = [1_400, 1_650];

const spent = (): number => process.uptime() * 1_000;
const nothing: Answer = { exit: exits.done };

const after = (ms: number): Promise<"late"> =>
  new Promise((resolve) => {
    setTimeout(() => resolve("late"), Math.max(0, ms)).unref();
  });

const answer = async (
  context: Context,
  event: string,
  guard: () => Promise<void>,
): Promise<string | null> => {
  const { answerTo } = await import("../../hooks/run.ts");
  return answerTo(event, {
    env: context.env,
    read: () => context.read(null),
    system: context.system,
    isHome: ({ workspace }) => existsSync(workspace.home),
    guard,
  });
};

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
    const { isOff, isConcern } = await import("../../hooks/run.ts");
    const [event = ""] = context.words;
    if (isOff(context.env)) return nothing;
    if (!isConcern(event)) {
      context.note(`cairn setup hooks: nothing is known of ${cleanLine(event.slice(0, 64))}`);
      return nothing;
    }
    // Verbs run inside another process, as in tests, have a custom environment and must not end that process.
    const alone = context.env === process.env;
    const guard = async (): Promise<void> => {
      if (!alone) return;
      const { watch } = await import("../../hooks/watchdog.ts");
      watch(end - spent(), "cairn setup hooks: given up, it took too long\n");
    };
    try {
      const told = await Promise.race([
        answer(context, event, guard),
        ...(alone ? [after(patience - spent())] : []),
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
