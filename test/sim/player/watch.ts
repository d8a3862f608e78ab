// Watch over the player's runs: no node is in doubt whose host wrote down how it ended.
import { allEvents, type PlayerEvent } from "../../../src/protocols/player/events.ts";
import { player } from "../../../src/protocols/player/index.ts";
import type { State } from "../../../src/protocols/player/state.ts";
import { causeOf, makeRunWatch, type Moment, notLost, ownOf, type RunWatch } from "../run-watch.ts";

export type PlayerWatch = RunWatch<State>;

const judge = ({ event, around }: Moment<State, PlayerEvent>): void => {
  if (event.type === "NodeDoubted") notLost(around, causeOf(event).job);
};
const watched = {
  protocol: player,
  laws: await player.invariants?.(),
  isOwn: ownOf<PlayerEvent>(allEvents),
  judge: () => judge,
};
export const makePlayerWatch = (note: (text: string) => void): PlayerWatch =>
  makeRunWatch(watched, note);
