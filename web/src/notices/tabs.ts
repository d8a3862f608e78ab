// Choice of the one open tab that notifies; none does while one of them is looked at.

/** Held for good by the tab that tells; the next one has it when that is closed. */
const tellerLock = "cairn-teller";
/** Held while a tab has the focus. */
const lookedAtLock = "cairn-looked-at";

/** Where a browser has no locks, as on an address that it doesn't trust, each tab stands for itself. */
const locks = (): LockManager | null => ("locks" in navigator ? navigator.locks : null);

/** Asks for a lock, and holds it until the answer is called. */
const hold = (name: string, granted: () => void): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = new AbortController();
  const held = locks()?.request(name, { signal: leave.signal }, () => {
    granted();
    return promise;
  });
  // Given up before it was granted.
  held?.catch(() => undefined);
  return () => {
    leave.abort();
    resolve();
  };
};

const looksHere = (): boolean => document.hasFocus() && !document.hidden;

let teller = false;

/** Takes part until the answer is called. */
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

/** Whether it is for this tab to tell something now. */
export const mayTell = async (): Promise<boolean> => {
  if (!teller || looksHere()) return false;
  const { held = [] } = (await locks()?.query()) ?? {};
  return !held.some(({ name }) => name === lookedAtLock);
};
