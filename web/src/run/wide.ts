// Check whether the page is wide enough for graph and list side by side.
import { useSyncExternalStore } from "react";

const query = matchMedia("(min-width: 900px)");
const listen = (listener: () => void): (() => void) => {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

export const useWide = (): boolean => useSyncExternalStore(listen, () => query.matches);
