// Store of one value outside of React, for the whole page.
import { useSyncExternalStore } from "react";

export type Store<T> = {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Rerenders the component when the value changes. */
  readonly use: () => T;
};

export const createStore = <T>(first: T): Store<T> => {
  let value = first;
  const listeners = new Set<() => void>();
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const get = (): T => value;
  return {
    get,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(listen, get),
  };
};
