// Watch over stigmergy's runs: checks that count as passed did pass, and nobody is lost whose host wrote down how it ended.
import type { Recorded } from "../../../src/core/row.ts";
import { allEvents, type StigmergyEvent } from "../../../src/protocols/stigmergy/events.ts";
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import { causeOf, makeRunWatch, type Moment, notLost, ownOf, type RunWatch } from "../run-watch.ts";
import { insist } from "../watch.ts";
import { passKey } from "./programs.ts";
import type { Shown } from "./watch-history.ts";

export type StigmergyWatch = RunWatch<State> & {
  /** The entries that each run's history must show, as its events brought them. */
  readonly shown: ReadonlyMap<string, readonly Shown[]>;
  /** Checks that really passed, and on which content. */
  readonly proved: Set<string>;
  /** How many verdicts were given in a run. */
  reviews(run: string): number;
};

const isVerdict = ({ type, data }: Recorded<StigmergyEvent>): boolean =>
  type === "StoryReviewed" ||
  (type === "StrikeCounted" && data.kind === "review" && data.subject.startsWith("story:"));
/** The job of which another attempt may begin under the same key now. */
const cameTo = ({ type, data, by }: Recorded<StigmergyEvent>): string | undefined => {
  if (type === "AttemptCounted") return data.job;
  // An epic that was taken up again is complete once more, and its audit is of the same key.
  if (type === "EpicCompleted") return `audit-${data.epic}`;
  // What was judged was another content meanwhile; the one that is back is judged anew, under the same key.
  return type === "StoryReviewed" ? by.job : undefined;
};
const lost = new Set(["nobody knows how it ended", "whoever had it let the lease run out"]);

const rules = {
  protocol: stigmergy,
  laws: await stigmergy.invariants?.(),
  isOwn: ownOf<StigmergyEvent>(allEvents),
};
export const makeStigmergyWatch = (note: (text: string) => void): StigmergyWatch => {
  const shown = new Map<string, Shown[]>();
  const attempts = new Map<string, number>();
  const verdicts = new Map<string, number>();
  const proved = new Set<string>();
  const count = (all: Map<string, number>, key: string): void =>
    void all.set(key, (all.get(key) ?? 0) + 1);
  const judge = (run: string) => {
    const entries: Shown[] = [];
    shown.set(run, entries);
    return ({ event, before, around }: Moment<State, StigmergyEvent>): void => {
      const job = cameTo(event);
      if (job !== undefined) count(attempts, `${run} ${job}`);
      if (isVerdict(event)) count(verdicts, run);
      if ("entry" in event.data) entries.push(event.data.entry);
      if (event.type === "AttemptCounted" && lost.has(event.data.reason)) {
        const { job: key, fence } = causeOf(event);
        notLost(around, key, fence);
      }
      if (event.type !== "CheckRecorded" || !event.data.result.passed) return;
      const { n, result } = event.data;
      const argv = before?.checks?.[n]?.argv ?? [];
      insist(
        proved.has(passKey(argv, result.tree)),
        () => `check ${n} (${argv.join(" ")}) counts as passed on a content on which it never did`,
      );
    };
  };
  const again = (run: string, job: string): number => attempts.get(`${run} ${job}`) ?? 0;
  const watch = makeRunWatch({ ...rules, judge, again }, note);
  return { ...watch, shown, proved, reviews: (run) => verdicts.get(run) ?? 0 };
};
