// Checks at the end of a stigmergy story: no text lost or doubled, files agree with the ledger.
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import { place, storiesOf } from "../../../src/protocols/stigmergy/manifest.ts";
import { insist } from "../watch.ts";
import { root } from "../world.ts";
import { docOf } from "./document.ts";
import type { StigmergyWorld } from "./world.ts";

export const judgeEnds = ({ ink, watch, disk }: StigmergyWorld): void => {
  const lost = ink.lost();
  insist(
    lost.length === 0,
    () => `what was written into the state file is gone: ${lost.join(", ")}`,
  );
  const twice = ink.twice();
  insist(twice.length === 0, () => `these entries were taken in twice: ${twice.join(", ")}`);
  const places = [...watch.states.values()].flatMap((states) => states.at(-1)?.archive ?? []);
  insist(
    new Set(places).size === places.length,
    () => `two projects were put away in one place: ${places.join(", ")}`,
  );
  for (const [run, states] of watch.states) {
    const state = states.at(-1);
    if (state === undefined) continue;
    const doc = docOf(disk.files.get(`${root}/${place(state)}/state.json`)?.text);
    insist(
      doc?.history.length === state.entries,
      () => `${run} shows ${doc?.history.length} entries of ${state.entries}`,
    );
    const open = storiesOf(state).filter(({ status }) => status !== "COMPLETE");
    insist(
      state.life === "cancelled" || open.length === 0,
      () => `${run} is over, and ${open.map(({ id }) => id).join(", ")} are not`,
    );
    insist(stigmergy.ended(state) !== null, () => `${run} is not over`);
  }
};
