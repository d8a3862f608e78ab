// Choice that this browser keeps, for all of its tabs.
import { createStore, type Store } from "./store.ts";

export type KeptChoice<T> = Pick<Store<T>, "get" | "use"> & {
  readonly choose: (value: T) => void;
  /** As it was chosen last, here or in another tab. */
  readonly read: () => void;
  /** The one after it; after the last the first. */
  readonly after: (value: T) => T;
};

/** @param values the first holds until another is chosen */
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
        // A browser that keeps nothing says so by an error: it holds until the page is left.
      }
    },
    read() {
      try {
        const kept = localStorage.getItem(place);
        store.set(values.find((one) => one === kept) ?? values[0]);
      } catch {
        // What was chosen on this page holds.
      }
    },
    after: (value) => values[(values.indexOf(value) + 1) % values.length] ?? values[0],
  };
};
