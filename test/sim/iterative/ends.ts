// Checks at the end of an iterative story: no text lost or doubled, archive in its place.
import { posix } from "node:path";
import { iterative } from "../../../src/protocols/iterative/index.ts";
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

export const judgeEnds = async (world: IterativeWorld): Promise<void> => {
  const { ink, watch, disk } = world;
  const lost = ink.lost();
  insist(
    lost.length === 0,
    () => `what was written into the run's files is gone: ${lost.join(", ")}`,
  );
  const twice = ink.twice();
  insist(twice.length === 0, () => `these entries were taken in twice: ${twice.join(", ")}`);
  const places = [...watch.states.values()].flatMap((states) => states.at(-1)?.archive ?? []);
  insist(
    new Set(places).size === places.length,
    () => `two runs were put away in one place: ${places.join(", ")}`,
  );
  for (const [run, states] of watch.states) {
    const state = states.at(-1);
    if (state !== undefined) await judgeRead(world, run, `${root}/${place(state)}`);
    if (state?.ended?.how !== "delivered") continue;
    insist(
      state.archive !== null && disk.files.has(`${root}/${state.archive}/state.json`),
      () => `${run} is complete, and isn't in the archive`,
    );
    insist(state.phase === "complete", () => `${run} was put away in phase ${state.phase}`);
    const undone = state.units.filter(({ stage }) => stage !== "settled");
    insist(
      undone.length === 0 || state.bypasses.length > 0,
      () => `${run} is complete without ${undone.map(({ id }) => id).join(", ")}`,
    );
  }
};
