// Checks at the end of a stigmergy run: files agree with the ledger, and nobody else's were touched.
import { place, storiesOf } from "../../../src/protocols/stigmergy/manifest.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import { insist } from "../watch.ts";
import { root } from "../world.ts";
import { docOf } from "./document.ts";
import type { StigmergyWorld } from "./world.ts";

export const judgeEnd = ({ disk, story }: StigmergyWorld, state: State, run: string): void => {
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
  insist(
    disk.files.get(`${root}/.ai/notes.md`)?.text === story.before[".ai/notes.md"],
    () => "somebody else's file was touched",
  );
};
