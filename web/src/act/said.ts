// Why: what happened is told once, wherever on the page it was asked for, even where the place that asked is gone by then.
import { useSyncExternalStore } from "react";
import type { LogLine } from "../../../src/http/answers.ts";

/** `lines`: what came of it, in the ledger's words. */
export type Said = { readonly id: number; readonly tone: "good" | "bad"; readonly text: string; readonly lines: readonly string[] };

/** Told at once, and how long each stays, in ms; while one is looked at none goes. */
const most = 3;
export const staysMs = 12_000;

const store: { all: readonly Said[]; next: number } = { all: [], next: 1 };
const listeners = new Set<() => void>();
const set = (all: readonly Said[]): void => {
  store.all = all;
  for (const listener of listeners) listener();
};
const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const say = (said: Omit<Said, "id">): void => {
  set([...store.all, { ...said, id: store.next }].slice(-most));
  store.next += 1;
};
export const unsay = (id: number): void => set(store.all.filter((one) => one.id !== id));
export const useSaid = (): readonly Said[] => useSyncExternalStore(listen, () => store.all);

/** What came of something, in the ledger's words, where it has any: an event's kind alone tells nobody more than what he asked for. */
export const toldOf = (events: readonly LogLine[]): readonly string[] => events.map(({ told }) => told).filter((told) => told !== "");
