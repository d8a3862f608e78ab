// Helper of PostgreSQL tests: steps that wait for the output of machines.
import { setTimeout as sleep } from "node:timers/promises";

/** How long anything may take before the story counts as stuck, in ms. */
const patience = 90_000;

/** Waits until it is so. */
export const until = async (what: string, is: () => boolean): Promise<void> => {
  const began = performance.now();
  while (!is()) {
    if (performance.now() - began > patience)
      throw new Error(`waited ${patience / 1000} s until ${what}`);
    await sleep(50);
  }
};

export type Heard = {
  readonly hear: (who: string) => (text: string) => void;
  readonly lines: readonly string[];
  said(word: RegExp): boolean;
};

/** All lines of all machines, in the order in which they came. */
export const listener = (): Heard => {
  const lines: string[] = [];
  const began = performance.now();
  return {
    lines,
    hear: (who) => (text) =>
      void lines.push(
        `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} ${who} ${text}`,
      ),
    said: (word) => lines.some((line) => word.test(line)),
  };
};
