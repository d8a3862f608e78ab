// Check of a state file that the engine wrote: its history is that of a run's events, from the first one on.
import { insist } from "../watch.ts";
import { docOf } from "./document.ts";

export type Shown = {
  readonly at: string;
  readonly agent: string;
  readonly signal: string;
  readonly summary: string;
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
