// Choice of the one open tab that notifies; none does while one has the focus.

/** Held permanently by the tab that notifies; the next one gets it when that closes. */
const tellerLock = "cairn-teller";
/** Held while a tab has the focus. */
const lookedAtLock = "cairn-looked-at";

/** If the browser has no locks, as on an insecure origin, each tab acts by itself. */
const locks = (): LockManager | null => ("locks" in navigator ? navigator.locks : null);

/** Requests a lock, and holds it until the returned function is called. */
const hold = (name: string, granted: () => void): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = new AbortController();
  const held = locks()?.request(name, { signal: leave.signal }, () => {
    granted();
    return promise;
  });
  // Cancelled before it was granted.
  held?.catch(() => undefined);
  return () => {
    leave.abort();
    resolve();
  };
};

const looksHere = (): boolean => document.hasFocus() && !document.hidden;

let teller = false;

/** Takes part until the returned function is called. */
export const joinTabs = (): (() => void) => {
  teller = locks() === null;
  const leave = hold(tellerLock, () => void (teller = true));
  let away: (() => void) | null = null;
  const look = (): void => {
    if (looksHere()) away ??= hold(lookedAtLock, () => undefined);
    else {
      away?.();
      away = null;
    }
  };
  look();
  const events = ["focus", "blur"] as const;
  for (const event of events) globalThis.addEventListener(event, look);
  document.addEventListener("visibilitychange", look);
  return () => {
    for (const event of events) globalThis.removeEventListener(event, look);
    document.removeEventListener("visibilitychange", look);
    away?.();
    leave();
    teller = false;
  };
};

/** Whether this tab should notify now. */
export const mayTell = async (): Promise<boolean> => {
  if (!teller || looksHere()) return false;
  const { held = [] } = (await locks()?.query()) ?? {};
  return !held.some(({ name }) => name === lookedAtLock);
};
