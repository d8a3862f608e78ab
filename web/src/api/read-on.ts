// Reading on: parts of a growing text, read from where the last reading ended until nothing more is there.

/** `next`: from where to read on. `kept`: as it was kept at the end, which is another text than what came. */
type Part = { readonly next: number; readonly kept: boolean };

/** Readings in a row before what came is shown. */
const MAX_READINGS = 64;

/**
 * @param ask reads one part
 * @param join what was read, and a part more
 * @param anew the state from which a kept text is read from its beginning
 */
export const readOn = async <State extends Part, More extends Part>(
  before: State,
  ask: (from: number) => Promise<More>,
  join: (state: State, more: More) => State,
  anew: (state: State) => State,
): Promise<State> => {
  let state = before;
  for (let readings = 0; readings < MAX_READINGS; readings += 1) {
    const more = await ask(state.next);
    if (more.kept && !state.kept && state.next > 0) {
      state = anew(state);
      continue;
    }
    const still = more.next === state.next;
    state = join(state, more);
    if (still) break;
  }
  return state;
};
