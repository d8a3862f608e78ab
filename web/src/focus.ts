// Focus that doesn't fall to the page's body: where its element is removed it goes to the part around it, on another page to its beginning.

/** Long enough for whatever the click opens to take the focus itself, in ms. */
const WAIT_MS = 150;

/** Nothing that a person chose has the focus. */
export const isAdrift = (): boolean =>
  document.activeElement === document.body || document.activeElement?.id === "page";

/** Returns a function that stops. */
export const keepFocus = (): (() => void) => {
  /** The last focused element, and the parts around it that take a focus. */
  let path: readonly HTMLElement[] = [];
  const remember = ({ target }: FocusEvent): void => {
    const found: HTMLElement[] = [];
    for (let at = target; at instanceof HTMLElement; at = at.parentElement)
      if (at === target || at.hasAttribute("tabindex")) found.push(at);
    path = found;
  };
  const isLost = (): boolean =>
    document.activeElement === document.body && path[0]?.isConnected === false;
  const restore = (): void => {
    if (isLost()) path.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (isLost()) setTimeout(restore, WAIT_MS);
  });
  document.addEventListener("focusin", remember);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    observer.disconnect();
  };
};

/** Shows another page from its beginning, as if the browser had loaded it; returns a function that stops. */
export const arrive = (): (() => void) => {
  let path = location.pathname;
  const arrived = (): void => {
    window.scrollTo(0, 0);
    // An element that took the focus on its own page keeps it.
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>("#page")?.focus({ preventScroll: true });
  };
  const stepped = (event: Event): void => {
    const other = location.pathname !== path;
    path = location.pathname;
    // The router's events are named after the history method.
    if (other && event.type === "pushState") requestAnimationFrame(arrived);
  };
  const names = ["pushState", "replaceState", "popstate"];
  for (const name of names) globalThis.addEventListener(name, stepped);
  return () => {
    for (const name of names) globalThis.removeEventListener(name, stepped);
  };
};
