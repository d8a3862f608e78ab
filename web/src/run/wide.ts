// Why: what stands beside each other on a wide page stands one after the other on a narrow one, and isn't drawn twice.
import { useSyncExternalStore } from "react";

const query = matchMedia("(min-width: 900px)");
const listen = (listener: () => void): (() => void) => {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

export const useWide = (): boolean => useSyncExternalStore(listen, () => query.matches);
