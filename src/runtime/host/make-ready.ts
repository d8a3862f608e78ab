// Preparation of a fresh folder before its job: from an earlier setup's output for the same inputs, else by running it.
import { join } from "node:path";
import { argvText } from "../../core/argv.ts";
import { unready } from "../../landing/unready.ts";
import type { Spot, Workspace } from "../../workspace/workspace.ts";
import type { Graces, Program } from "./child.ts";
import { checkEnv } from "./env.ts";
import type { Hands } from "./hands.ts";
import { keepOutput } from "./kept-output.ts";

export type MakingReady = {
  readonly workspace: Workspace;
  readonly setup: Spot["setup"];
  /** The folder, absolute. */
  readonly root: string;
  readonly mark: string;
  /** Maximum output. */
  readonly bytes: number;
  readonly env: Readonly<Record<string, string>>;
  readonly fence: Program["fence"];
  readonly stop: AbortSignal;
  readonly hands: Hands;
  readonly graces?: Graces | undefined;
};

/** A quarter of it from the beginning, where package managers name the cause. */
const saidBytes = 2_400;

/** Why it isn't ready; null: it is. */
export const makeReady = async ({
  workspace,
  setup,
  root,
  mark,
  bytes,
  env,
  fence,
  stop,
  hands,
  graces,
}: MakingReady): Promise<string | null> => {
  if (setup === null) return null;
  const places = await workspace.places();
  const { argv, cwd, kept, keeps, makes, ms } = setup;
  if (await places.copySetup(kept, root, makes)) return null;
  const there = keeps === null ? [] : places.made(root, makes);
  const output = keepOutput(saidBytes);
  const ran = await hands.run(
    {
      argv,
      env: checkEnv(env, {}, mark),
      cwd: join(root, cwd),
      stdin: null,
      mark,
      fence,
      ms,
      bytes,
      output: (_from, chunk) => output.add(chunk),
    },
    workspace.processes,
    stop,
    graces,
  );
  if (ran.exit !== 0 && setup.mayFail === true) return null;
  if (ran.exit !== 0)
    return `${unready}: \`${argvText(argv)}\`: ${ran.why ?? `exit ${ran.exit ?? "unknown"}`}\n${output.text()}`;
  if (keeps !== null && makes.length > 0) await places.keepSetup(root, keeps, makes, there);
  return null;
};
