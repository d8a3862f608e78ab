// Clock of the page: one tick a second for all spans, by the server's time.
import { useSyncExternalStore } from "react";

/** A difference below this is the wire's and the header's rounding. */
const tolerated = 2_000;
const everyMs = 1_000;

type Clock = {
  skew: number;
  now: number;
  held: number | null;
  timer: ReturnType<typeof setInterval> | null;
};
const clock: Clock = { skew: 0, now: Date.now(), held: null, timer: null };
const listeners = new Set<() => void>();

/** Of an answer's Date header: how far the server's clock is from ours. */
export const syncClock = (date: string | null): void => {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  const skew = told - Date.now();
  clock.skew = Math.abs(skew) < tolerated ? 0 : skew;
};

/** By the server's clock, in ms; changes once a second. */
const readNow = (): number => clock.held ?? clock.now;
const readOn = (): number => clock.now;

const tick = (): void => {
  // Nobody sees it.
  if (document.hidden) return;
  clock.now = Date.now() + clock.skew;
  for (const listener of listeners) listener();
};

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  clock.now = Date.now() + clock.skew;
  if (clock.timer === null) {
    clock.timer = setInterval(tick, everyMs);
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || clock.timer === null) return;
    clearInterval(clock.timer);
    document.removeEventListener("visibilitychange", tick);
    clock.timer = null;
  };
};

/** Holds all ages at a time, in ms: the page shows the state of then. null: they go on. */
export const holdTime = (at: number | null): void => {
  clock.held = at;
  for (const listener of listeners) listener();
};

/** The same as `useNow`, which goes on while what is shown stands still. */
export const useOn = (): number => useSyncExternalStore(listen, readOn);
/** Now by the server's clock, in ms: a component that uses it is drawn anew each second, so use it in small ones (`Since`). */
export const useNow = (): number => useSyncExternalStore(listen, readNow);
/** Now by the server's clock, without being drawn anew. */
export const nowOf = (): number => Date.now() + clock.skew;
