// Whether a person looks at any open tab of the page: each that has the focus holds a lock meanwhile.

const NAME = "cairn-looked-at";

/** null: an insecure origin has none, so each tab knows of itself alone. */
const locks = (): LockManager | null => ("locks" in navigator ? navigator.locks : null);

const looksHere = (): boolean => document.hasFocus() && !document.hidden;

/** Takes part until the returned function is called. */
export const joinLooks = (): (() => void) => {
  let end: (() => void) | null = null;
  const look = (): void => {
    if (looksHere() === (end !== null)) return;
    end?.();
    end = null;
    if (!looksHere()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    end = resolve;
    void locks()?.request(NAME, { mode: "shared" }, () => promise);
  };
  look();
  const stop = new AbortController();
  for (const event of ["focus", "blur"])
    globalThis.addEventListener(event, look, { signal: stop.signal });
  document.addEventListener("visibilitychange", look, { signal: stop.signal });
  return () => {
    stop.abort();
    end?.();
  };
};

export const isLookedAt = async (): Promise<boolean> => {
  if (looksHere()) return true;
  const { held = [] } = (await locks()?.query()) ?? {};
  return held.some(({ name }) => name === NAME);
};
