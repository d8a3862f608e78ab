// Why: both parts of the demo type commands and tell what comes of them in the same way.
import { relative } from "node:path";
import { has } from "../args.ts";
import { paint, type Tone } from "../style.ts";
import type { Context } from "../verb.ts";
import { launcher } from "../launcher.ts";
import { type Child, done, type Ended, start } from "./child.ts";
import type { Stage } from "./stage.ts";

export type Shown = {
  readonly protocol: string;
  readonly run: string;
  readonly root: string;
  readonly folder: string;
  readonly good: boolean;
};

export type Desk = Stage & {
  /** How this cairn is typed from where the demo was started. */
  readonly name: string;
  readonly say: (text?: string) => void;
  readonly paint: (tone: Tone, text: string) => string;
  readonly chapter: (text: string) => void;
  /** Shows a command as it is typed. */
  readonly type: (argv: readonly string[]) => void;
  readonly cairn: (argv: readonly string[], line?: (text: string) => void) => Child;
  /** Runs it to its end; any exit but those expected is a fault. */
  readonly run: (argv: readonly string[], expected?: readonly number[]) => Promise<Ended>;
  /** Runs it and shows what it prints. */
  readonly show: (argv: readonly string[]) => Promise<void>;
};

/** `say` of a context: beside the answer where that is JSON. */
export const sayOf =
  (context: Context) =>
  (text = ""): void =>
    has(context.given, "json") ? context.note(text) : context.tell({ json: null, text: () => text });

export const deskOf = (context: Context, stage: Stage): Desk => {
  const page = context.page();
  const say = sayOf(context);
  const program = launcher();
  const inside = relative(context.cwd, program);
  const env = { ...stage.env, COLUMNS: String(Number.isFinite(page.width) ? page.width - 2 : 110), NO_COLOR: "1" };
  const cairn: Desk["cairn"] = (argv, line) => start([process.execPath, program, ...argv], stage.root, env, line);
  const run: Desk["run"] = (argv, expected = [0]) => done(cairn(argv), `cairn ${argv[0] ?? ""}`, expected);
  return {
    ...stage,
    name: inside.startsWith("..") ? "cairn" : `node ${inside}`,
    say,
    paint: (tone, text) => paint(page, tone, text),
    chapter: (text) => say(`\n${paint(page, "strong", text)}`),
    type: (argv) => say(paint(page, "dim", `$ cairn ${argv.map((word) => (/^[\w./=:-]+$/.test(word) ? word : `"${word}"`)).join(" ")}`)),
    cairn,
    run,
    show: async (argv) => {
      for (const line of (await run(argv)).out) say(`  ${line}`);
    },
  };
};
