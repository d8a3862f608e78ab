// Whether this browser tells of news, and with a sound, as it was chosen last; all tabs share the choice.
import { createStore } from "../store.ts";

const modes = ["off", "on", "sound"] as const;
export type Mode = (typeof modes)[number];

const place = "cairn-notices";

export const chosenMode = (): Mode => {
  // A browser that keeps nothing says so by an error.
  try {
    return modes.find((one) => one === localStorage.getItem(place)) ?? "off";
  } catch {
    return mode.get();
  }
};

const mode = createStore<Mode>("off");
export const useMode = mode.use;

export const chooseMode = (next: Mode): void => {
  mode.set(next);
  try {
    localStorage.setItem(place, next);
  } catch {
    // It holds until the page is left.
  }
};

/** As it was chosen last, here or in another tab; returns what ends following it. */
export const followMode = (): (() => void) => {
  const read = (): void => mode.set(chosenMode());
  read();
  globalThis.addEventListener("storage", read);
  return () => globalThis.removeEventListener("storage", read);
};

export const nextMode = (now: Mode): Mode => modes[(modes.indexOf(now) + 1) % modes.length] ?? "off";
