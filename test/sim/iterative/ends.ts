// Checks at the end of an iterative run: files that anybody can read, archive in its place.
import { posix } from "node:path";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import type { State } from "../../../src/protocols/iterative/state.ts";
import { place } from "../../../src/protocols/iterative/units.ts";
import { insist } from "../watch.ts";
import { root } from "../world.ts";
import type { IterativeWorld } from "./world.ts";

/** Whoever reads the files without a ledger finds nothing wrong in them. */
const judgeRead = async ({ disk }: IterativeWorld, run: string, at: string): Promise<void> => {
  const within = [...disk.files].flatMap(([path, { text }]) =>
    path.startsWith(`${at}/`) ? [[path.slice(at.length + 1), text] as const] : [],
  );
  const findings = (await iterative.check(Object.fromEntries(within), posix.basename(at))) ?? [];
  const errors = findings.filter(({ severity }) => severity === "error");
  insist(
    errors.length === 0,
    () => `files of ${run} that nobody can read: ${JSON.stringify(errors)}`,
  );
};

export const judgeEnd = async (world: IterativeWorld, state: State, run: string): Promise<void> => {
  await judgeRead(world, run, `${root}/${place(state)}`);
  if (state.ended?.how !== "delivered") return;
  insist(
    state.archive !== null && world.disk.files.has(`${root}/${state.archive}/state.json`),
    () => `${run} is complete, and isn't in the archive`,
  );
  insist(state.phase === "complete", () => `${run} was put away in phase ${state.phase}`);
  const undone = state.units.filter(({ stage }) => stage !== "settled");
  insist(
    undone.length === 0 || state.bypasses.length > 0,
    () => `${run} is complete without ${undone.map(({ id }) => id).join(", ")}`,
  );
};
