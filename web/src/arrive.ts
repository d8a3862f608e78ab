// Arrival on another page: its beginning in sight and the focus in it, as if the browser had loaded it.

/** Handles navigation to other paths; returns a function that stops. */
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
