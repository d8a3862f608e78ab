// Consequences of a command in ultrawork, derived from the state that it leaves.
import type { Stamp } from "../../../core/protocol.ts";
import type { State } from "../state.ts";
import { begin } from "./begin.ts";
import { rework } from "./rework.ts";
import { enterVerification, settle } from "./settle.ts";
import { type Events, type Follow, fold } from "./step.ts";
import { stuck } from "./stuck.ts";
import { openSweep } from "./sweep.ts";

const rules: readonly Follow[] = [begin, settle, enterVerification, openSweep, rework, stuck];

/** Far more than a run of 400 tasks needs: a bug causes an error instead of a hanging process. */
const most = 10_000;

/** Each round applies the first matching rule. It terminates, because every event removes its rule's cause. */
export const follow = (before: State, stamp: Stamp): Events => {
  const all: Events[number][] = [];
  let state = before;
  for (let round = 0; round < most; round += 1) {
    const now = state;
    const more = rules.reduce<Events>((found, rule) => (found.length > 0 ? found : rule(now)), []);
    if (more.length === 0) return all;
    all.push(...more);
    state = fold(state, more, stamp);
  }
  throw new Error(`what follows from a command never ends: ${all.at(-1)?.type ?? ""}`);
};
