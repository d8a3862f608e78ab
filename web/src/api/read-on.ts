// Reading on: parts of a growing text, read from where the last reading ended until nothing more is there.

/** `next`: where the next read begins. `kept`: the stored final version, which differs from the live one. */
type Part = { readonly next: number; readonly kept: boolean };

/** Consecutive reads before the data is shown. */
const MAX_READINGS = 64;

/**
 * @param ask reads one part
 * @param join adds a part
 * @param anew initial state for reading the stored version
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
