// Choice stored in this browser, for all of its tabs.
import { createStore, type Store } from "./store.ts";

export type KeptChoice<T> = Pick<Store<T>, "get" | "use"> & {
  readonly choose: (value: T) => void;
  /** Reads the last choice, of this or another tab. */
  readonly read: () => void;
  /** The next value, cyclically. */
  readonly after: (value: T) => T;
};

/** @param values the first is the default */
export const createKeptChoice = <T extends string>(
  place: string,
  values: readonly [T, ...T[]],
): KeptChoice<T> => {
  const store = createStore<T>(values[0]);
  return {
    get: store.get,
    use: store.use,
    choose(value) {
      store.set(value);
      try {
        localStorage.setItem(place, value);
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
    read() {
      try {
        const kept = localStorage.getItem(place);
        store.set(values.find((one) => one === kept) ?? values[0]);
      } catch {
        // The choice still applies to this page.
      }
    },
    after: (value) => values[(values.indexOf(value) + 1) % values.length] ?? values[0],
  };
};
