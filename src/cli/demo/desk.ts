// Typing of commands in the demo, with their output, the same in all four stories.
import { realpathSync } from "node:fs";
import { Fault } from "../../core/refusal.ts";
import { has } from "../args.ts";
import { launcher } from "../launcher.ts";
import { columns, flowed } from "../layout.ts";
import { onPath } from "../on-path.ts";
import { asTyped } from "../../core/shell-word.ts";
import { paint, type Tone } from "../style.ts";
import type { Context } from "../verb.ts";
import { type Child, finished, type Ended, start } from "./child.ts";
import { follow, type FollowedEvent } from "./follow.ts";
import type { Stage } from "./stage.ts";

export type DemoRun = {
  readonly protocol: string;
  readonly run: string;
  readonly root: string;
  readonly folder: string;
  readonly good: boolean;
};

type Driven = Pick<FollowedEvent, "run" | "folder"> & { readonly exit: number | null };

export type Desk = Stage & {
  /** How to type this cairn, from any folder. */
  readonly name: string;
  readonly say: (text?: string, width?: number) => void;
  readonly paint: (tone: Tone, text: string) => string;
  readonly chapter: (text: string) => void;
  /** Shows a command as typed. */
  readonly type: (argv: readonly string[]) => void;
  /** Runs it to its end; an unexpected exit is a fault. */
  readonly run: (argv: readonly string[], expected?: readonly number[]) => Promise<Ended>;
  /** Types it, runs it and shows its output. */
  readonly show: (argv: readonly string[]) => Promise<void>;
  /** Types it, runs it and reports each event that it records; `told` may kill it. */
  readonly follow: (
    argv: readonly string[],
    told: (event: FollowedEvent, child: Child) => void,
  ) => Promise<Ended>;
  /** The same, reporting events of some types in the words of their protocol; `folder`: of their run. */
  readonly drive: (
    argv: readonly string[],
    types: RegExp,
    expected: readonly number[],
  ) => Promise<Driven>;
  /** Inspects and merges a run's work. */
  readonly deliver: (run: string) => Promise<void>;
};

/** Lines are as wide as a usual terminal, and no wider than this one. */
const widthOf = (context: Context): number => Math.min(80, context.page().width);

/** A context's `say`: on standard error if the answer is JSON. Wraps at `width` columns. */
export const sayOf =
  (context: Context) =>
  (text = "", width = widthOf(context)): void => {
    const lines = flowed(text, { ...context.page(), width });
    if (has(context.given, "json")) context.note(lines);
    else context.tell({ json: null, text: () => lines });
  };

const quoted = (word: string): string => (/^[\w./=:-]+$/.test(word) ? word : `"${word}"`);

/** A pasteable command, over several lines if long; a flag stays with its value. */
const typed = (argv: readonly string[], width: number): readonly string[] => {
  const words = argv
    .map(quoted)
    .join(" ")
    .split(/ (?=--)/u);
  const lines = [`$ cairn ${words[0] ?? ""}`];
  for (const word of words.slice(1)) {
    const line = lines.at(-1) ?? "";
    if (columns(line) + columns(word) + 3 > width) lines.push(`    ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line, at) => (at + 1 < lines.length ? `${line} \\` : line));
};

export const deskOf = (context: Context, stage: Stage): Desk => {
  const page = context.page();
  const say = sayOf(context);
  const program = launcher();
  const found = onPath("cairn", context.env);
  const env = { ...stage.env, COLUMNS: String(widthOf(context) - 2), NO_COLOR: "1" };
  let told = 0;
  const cairn = (argv: readonly string[]): Child =>
    start([process.execPath, program, ...argv], stage.root, env);
  const run: Desk["run"] = (argv, expected = [0]) =>
    finished(cairn(argv), `cairn ${argv[0] ?? ""}`, expected);
  const type: Desk["type"] = (argv) => {
    for (const line of typed(argv, widthOf(context))) say(paint(page, "dim", line));
  };
  const show: Desk["show"] = async (argv) => {
    type(argv);
    for (const line of (await run(argv)).out) say(`  ${line}`.trimEnd());
  };
  const followed: Desk["follow"] = async (argv, each) => {
    type(argv);
    const child = cairn(argv);
    told = await follow(stage, told, child.ended, (event) => each(event, child));
    return child.ended;
  };
  return {
    ...stage,
    name:
      found !== null && realpathSync(found) === realpathSync(program)
        ? "cairn"
        : `node ${asTyped(program)}`,
    say,
    paint: (tone, text) => paint(page, tone, text),
    chapter: (text) => say(`\n${paint(page, "strong", text)}`),
    type,
    run,
    show,
    follow: followed,
    drive: async (argv, types, expected) => {
      const seen: FollowedEvent[] = [];
      const ended = followed(argv, (event) => {
        seen.push(event);
        if (types.test(event.type)) say(`  ${event.type} ${event.line}`.trimEnd());
      });
      const { exit } = await finished({ ended }, `cairn ${argv[0] ?? ""}`, expected);
      const last = seen.at(-1);
      if (last === undefined)
        throw new Fault(
          "DEMO_FAILED",
          `cairn ${argv.join(" ")} recorded nothing`,
          `Look into ${stage.root}.`,
        );
      return { run: last.run, folder: last.folder, exit };
    },
    deliver: async (id) => {
      await show(["diff", id]);
      await show(["merge", id]);
    },
  };
};
