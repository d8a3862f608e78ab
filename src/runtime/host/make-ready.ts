// Preparation of a fresh folder before its job: from an earlier setup's output for the same inputs, else by running it.
import { join } from "node:path";
import { unready } from "../../landing/about.ts";
import type { Spot } from "../../workspace/workspace.ts";
import { runIn, type Trying } from "./empty-tree.ts";
import { checkEnv } from "./env.ts";
import { keepOutput } from "./kept-output.ts";

export type MakingReady = Omit<Trying, "ground"> & {
  readonly setup: Spot["setup"];
  /** The folder, absolute. */
  readonly root: string;
};

/** A quarter of it from the beginning, where package managers name the cause. */
const saidBytes = 2_400;

/** Why it isn't ready; null: it is. */
export const makeReady = async (making: MakingReady): Promise<string | null> => {
  const { workspace, setup, root, mark, env } = making;
  if (setup === null) return null;
  const places = await workspace.places();
  const { argv, cwd, kept, keeps, makes, ms } = setup;
  if (await places.copySetup(kept, root, makes)) return null;
  const there = keeps === null ? [] : places.made(root, makes);
  const output = keepOutput(saidBytes);
  const program = { argv, env: checkEnv(env, {}, mark), cwd: join(root, cwd), ms };
  const ran = await runIn(making, program, output);
  if (ran.exit !== 0 && setup.mayFail === true) return null;
  if (ran.exit !== 0) {
    const { argvText } = await import("../../core/checks/argv.ts");
    return `${unready}: \`${argvText(argv)}\`: ${ran.why ?? `exit ${ran.exit ?? "unknown"}`}\n${output.text()}`;
  }
  if (keeps !== null && makes.length > 0) await places.keepSetup(root, keeps, makes, there);
  return null;
};
