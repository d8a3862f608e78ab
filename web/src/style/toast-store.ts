// Toasts: short reports of an action's results, visible anywhere on the page.
import type { LogLine } from "../../../src/http/answers.ts";
import { createStore } from "../store.ts";

/** `lines`: the results, in the ledger's words. */
export type Toast = {
  readonly id: number;
  readonly tone: "good" | "bad";
  readonly text: string;
  readonly lines: readonly string[];
};

/** Maximum lines of a toast; the ledger has them all. */
export const MAX_LINES = 4;
const MAX_TOASTS = 3;
/** A toast under the pointer or focus doesn't disappear. */
export const TOAST_MS = 6_000;

const store = createStore<readonly Toast[]>([]);
let next = 1;

export const showToast = (toast: Omit<Toast, "id">): void => {
  store.set([...store.get(), { ...toast, id: next }].slice(-MAX_TOASTS));
  next += 1;
};
export const dismissToast = (id: number): void =>
  store.set(store.get().filter((one) => one.id !== id));
export const useToasts = store.use;

/** The ledger's words for an action's results; events without words only repeat the action's name. */
export const eventLines = (events: readonly LogLine[]): readonly string[] =>
  events.map(({ told }) => told).filter((told) => told !== "");
