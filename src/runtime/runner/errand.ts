// Why: the operator's own programs carry work between machines; they prove nothing, so no tree is measured for them and nothing of them is kept.
import type { Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { checkEnv, plainEnv } from "../host/env.ts";
import { realHands } from "../host/hands.ts";
import { keepOutput } from "../host/kept-output.ts";

/** How long one may take, in ms, and what it may put out, in bytes. */
const errandMs = 600_000;
const errandBytes = 64 * 1_048_576;

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
      ms: errandMs,
      bytes: errandBytes,
      output: (_from, chunk) => output.add(chunk),
    },
    workspace.processes,
    stop,
  );
  if (exit === 0) return null;
  const lines = output.text().trim().split("\n");
  const said = lines.find((line) => /^(error|fatal|\s*!)/.test(line)) ?? lines.at(-1) ?? "";
  return `\`${argv.join(" ")}\` ${why ?? `ended with ${exit ?? "no code"}`}${said === "" ? "" : `: ${said.trim()}`}`;
};
