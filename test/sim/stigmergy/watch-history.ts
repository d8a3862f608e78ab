// Invariants of the stigmergy file's history: grows only, times increase, one entry per event.
import type { Recorded } from "../../../src/core/row.ts";
import type { StigmergyEvent } from "../../../src/protocols/stigmergy/events.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import { insist } from "../watch.ts";
import { docOf } from "./document.ts";

export type Shown = {
  readonly at: string;
  readonly agent: string;
  readonly signal: string;
  readonly summary: string;
};

/** Counts entries as events bring them. */
export const judgeHistory = (): {
  readonly shown: Shown[];
  add(event: Recorded<StigmergyEvent>, after: State): void;
} => {
  const shown: Shown[] = [];
  return {
    shown,
    add({ type, data, at: now }, after) {
      if ("entry" in data) {
        const { at, agent, signal, summary } = data.entry;
        const last = shown.at(-1);
        insist(
          last === undefined || last.at < at,
          () => `${type} is dated ${at}, and the entry before it ${last?.at}`,
        );
        const next = last === undefined ? now : new Date(Date.parse(last.at) + 1).toISOString();
        insist(at <= now || at === next, () => `${type} is dated ${at}, and now is ${now}`);
        shown.push({ at, agent, signal, summary });
      }
      insist(
        after.entries === shown.length,
        () => `${after.entries} entries are counted, and ${shown.length} were made`,
      );
      insist(
        after.signal === shown.at(-1)?.signal,
        () => `the signal is ${after.signal}, and the last entry's ${shown.at(-1)?.signal}`,
      );
      insist(
        after.lastAt === shown.at(-1)?.at,
        () => `the last entry's time isn't ${after.lastAt}`,
      );
    },
  };
};

const isSame = (one: Shown | undefined, entry: { readonly [key: string]: unknown }): boolean =>
  one !== undefined &&
  one.at === entry["timestamp"] &&
  one.agent === entry["agent_id"] &&
  one.signal === entry["signal"] &&
  one.summary === entry["summary"];

/** A text that the engine wrote shows the first entries of one of the runs, all of them up to some moment. */
export const judgeText = (text: string, runs: ReadonlyMap<string, readonly Shown[]>): void => {
  const doc = docOf(text);
  insist(doc !== null, () => "the engine wrote a state file that nobody can read");
  if (doc === null) return;
  const of = [...runs.values()].find((shown) =>
    doc.history.every((entry, index) => isSame(shown[index], entry)),
  );
  insist(
    of !== undefined && doc.history.length > 0,
    () => `the engine wrote a history that is no run's: ${doc.history.length} entries`,
  );
  insist(
    doc.system_signal === doc.history.at(-1)?.signal,
    () => `the file's signal is ${doc.system_signal}`,
  );
};
