// Clock of the page: one tick a second for all spans, by the server's time.
import { useSyncExternalStore } from "react";

/** Smaller differences are due to latency and the header's rounding. */
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

/** Derives the server clock's offset from an answer's Date header. */
export const syncClock = (date: string | null): void => {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  const skew = told - Date.now();
  clock.skew = Math.abs(skew) < tolerated ? 0 : skew;
};

/** The server's time in ms; changes once a second. */
const readNow = (): number => clock.held ?? clock.now;
const readOn = (): number => clock.now;

const tick = (): void => {
  // The page is hidden.
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

/** Stops all ages at a time, in ms: the page shows the state then. null: they continue. */
export const holdTime = (at: number | null): void => {
  clock.held = at;
  for (const listener of listeners) listener();
};

/** Like `useNow`, but continues while the shown time is stopped. */
export const useOn = (): number => useSyncExternalStore(listen, readOn);
/** The server's time in ms: rerenders each second, so use it in small components (`Since`). */
export const useNow = (): number => useSyncExternalStore(listen, readNow);
/** The server's time in ms, without rerendering. */
export const nowOf = (): number => Date.now() + clock.skew;
