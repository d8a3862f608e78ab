// Why: the operator's own programs carry work between machines; they prove nothing, so no tree is measured for them and nothing of them is kept.
import type { Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { cleanLine } from "../../core/clean.ts";
import { checkEnv, plainEnv } from "../host/env.ts";
import { realHands } from "../host/hands.ts";
import { keepOutput } from "../host/kept-output.ts";

/** How long one may take, in ms, and what it may put out, in bytes. */
const errandMs = 600_000;
const errandBytes = 64 * 1_048_576;
/** Of what it said, that is told: so many lines, each of so many characters. */
const linesTold = 5;
const lineLimit = 200;

const isCrossed = (line: string): boolean => line.startsWith("CONFLICT");

/** Where changes cross, each file says so; else the first line that says what is wrong, else the last one. */
const saidIn = (text: string): string => {
  const lines = text.trim().split("\n");
  const crossed = lines.filter(isCrossed);
  const told = crossed.length > 0 ? crossed : [lines.find((line) => /^(error|fatal|\s*!)/.test(line)) ?? lines.at(-1) ?? ""];
  const more = told.length > linesTold ? [`and ${told.length - linesTold} more`] : [];
  return [...told.slice(0, linesTold).map((line) => cleanLine(line).slice(0, lineLimit)), ...more].join("; ");
};

/** null: it ended well; else what came of it, with its own words. `stop` aborted: it is ended. */
export const runErrand = async (
  { workspace, chance }: Engine,
  { root }: Ground,
  argv: readonly string[],
  stop: AbortSignal,
): Promise<string | null> => {
  const mark = `errand.${chance(20)}`;
  const output = keepOutput();
  const { exit, why } = await realHands.run(
    {
      argv,
      env: checkEnv(plainEnv(process.env), {}, mark),
      cwd: root,
      stdin: null,
      mark,
      fence: null,
      ms: errandMs,
      bytes: errandBytes,
      output: (_from, chunk) => output.add(chunk),
    },
    workspace.processes,
    stop,
  );
  if (exit === 0) return null;
  const said = saidIn(output.text());
  return `\`${argv.join(" ")}\` ${why ?? `ended with ${exit ?? "no code"}`}${said === "" ? "" : `: ${said}`}`;
};
