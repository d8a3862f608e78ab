// Why: what happened is told once, wherever on the page it was asked for, even where the place that asked is gone by then.
import type { LogLine } from "../../../src/http/answers.ts";
import { createStore } from "../store.ts";

/** `lines`: what came of it, in the ledger's words. */
export type Said = {
  readonly id: number;
  readonly tone: "good" | "bad";
  readonly text: string;
  readonly lines: readonly string[];
};

/** Lines told of one; the ledger has them all. */
export const linesMost = 4;
/** Told at once, and how long each stays, in ms; while one is looked at none goes. */
const most = 3;
export const staysMs = 12_000;

const store = createStore<readonly Said[]>([]);
let next = 1;

export const say = (said: Omit<Said, "id">): void => {
  store.set([...store.get(), { ...said, id: next }].slice(-most));
  next += 1;
};
export const unsay = (id: number): void => store.set(store.get().filter((one) => one.id !== id));
export const useSaid = store.use;

/** What came of something, in the ledger's words, where it has any: an event's kind alone tells nobody more than what he asked for. */
export const toldOf = (events: readonly LogLine[]): readonly string[] =>
  events.map(({ told }) => told).filter((told) => told !== "");
