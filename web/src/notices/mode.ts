// Setting of this browser's notifications: off, on, or with a sound.
import { createKeptChoice } from "../kept-choice.ts";

export type Mode = "off" | "on" | "sound";

const mode = createKeptChoice<Mode>("cairn-notices", ["off", "on", "sound"]);
export const { use: useMode, choose: chooseMode, after: nextMode } = mode;

export const chosenMode = (): Mode => {
  mode.read();
  return mode.get();
};

/** Follows changes by other tabs; returns a function that stops. */
export const followMode = (): (() => void) => {
  mode.read();
  globalThis.addEventListener("storage", mode.read);
  return () => globalThis.removeEventListener("storage", mode.read);
};
