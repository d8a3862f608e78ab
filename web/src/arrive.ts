// Arrival on another page: its beginning in sight and the focus in it, as if the browser had loaded it.

/** Watches for steps to other paths; returns what ends it. */
export const arrive = (): (() => void) => {
  let path = location.pathname;
  const arrived = (): void => {
    window.scrollTo(0, 0);
    // Whatever took the focus on its own page keeps it.
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>("#page")?.focus({ preventScroll: true });
  };
  const stepped = (event: Event): void => {
    const other = location.pathname !== path;
    path = location.pathname;
    // The router tells of each step under the name of what it called.
    if (other && event.type === "pushState") requestAnimationFrame(arrived);
  };
  const names = ["pushState", "replaceState", "popstate"];
  for (const name of names) globalThis.addEventListener(name, stepped);
  return () => {
    for (const name of names) globalThis.removeEventListener(name, stepped);
  };
};
