// Invariants of a stigmergy run, checked throughout its simulation.
import { byType } from "../../../src/kit/rules.ts";
import { fits } from "../../../src/kit/findings.ts";
import type { Recorded } from "../../../src/core/row.ts";
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import { allEvents, type StigmergyEvent } from "../../../src/protocols/stigmergy/events.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import { ownDone, workDone } from "../placed.ts";
import { Broken, makeWatch } from "../watch.ts";
import type { Around, Rules, Watch } from "../watch.ts";
import { type Shown, judgeHistory } from "./watch-history.ts";
import { judgeProofs } from "./watch-proofs.ts";
import { judgeRun } from "./watch-run.ts";
import { judgeStories } from "./watch-stories.ts";
import { judgeTallies } from "./watch-tallies.ts";

export type StigmergyWatch = Watch & {
  /** By run, in the order in which they began. */
  readonly states: ReadonlyMap<string, readonly State[]>;
  /** Of the run begun last, if not said. */
  state(run?: string): State | null;
  /** The entries that each run's history must show, as its events brought them. */
  readonly shown: ReadonlyMap<string, readonly Shown[]>;
  /** Checks that really passed, and on which content. */
  readonly proved: Set<string>;
  /** How many verdicts were given in a run. */
  reviews(run: string): number;
};

export type Moment = {
  readonly event: Recorded<StigmergyEvent>;
  readonly before: State;
  readonly after: State;
  readonly around: Around;
  /** Checks that really passed, and on which content. */
  readonly proved: ReadonlySet<string>;
};

const kinds = byType(allEvents);
const isStigmergyEvent = (event: Recorded): event is Recorded<StigmergyEvent> => {
  const schema = kinds.get(event.type)?.schema;
  return schema !== undefined && fits(schema, event.data);
};

const isVerdict = ({ type, data }: Recorded<StigmergyEvent>): boolean =>
  type === "StoryReviewed" ||
  (type === "StrikeCounted" && data.kind === "review" && data.subject.startsWith("story:"));

export const makeStigmergyWatch = (note: (text: string) => void): StigmergyWatch => {
  const states = new Map<string, State[]>();
  const shown = new Map<string, Shown[]>();
  const verdicts = new Map<string, number>();
  const proved = new Set<string>();
  const rulesOf = (_protocol: string, run: string, around: Around): Rules => {
    const attempts = new Map<string, number>();
    const own: State[] = [];
    const history = judgeHistory();
    const judges = [judgeStories(), judgeProofs(), judgeTallies(), judgeRun()];
    const came = (job: string): void => void attempts.set(job, (attempts.get(job) ?? 0) + 1);
    states.set(run, own);
    shown.set(run, history.shown);
    return {
      protocol: "stigmergy",
      states: own,
      // An attempt that came to nothing is made again under the same key.
      again: (job) => attempts.get(job) ?? 0,
      add(event) {
        const before = own.at(-1) ?? null;
        const landed = workDone(stigmergy, before, event);
        if (landed !== null) {
          own.push(landed);
          return;
        }
        if (!isStigmergyEvent(event)) throw new Broken(`${event.type} is no event of stigmergy`);
        const after = ownDone(stigmergy, before, event);
        own.push(after);
        // An epic that was taken up again is complete once more, and its audit is of the same key.
        if (event.type === "EpicCompleted") came(`audit-${event.data.epic}`);
        // What was judged was another content meanwhile; the one that is back is judged anew, under the same key.
        if (event.type === "StoryReviewed" && event.by.job !== undefined) came(event.by.job);
        if (event.type === "AttemptCounted") came(event.data.job);
        if (isVerdict(event)) verdicts.set(run, (verdicts.get(run) ?? 0) + 1);
        history.add(event, after);
        if (before !== null)
          for (const judge of judges) judge({ event, before, after, around, proved });
      },
    };
  };
  const watch = makeWatch(note, rulesOf);
  const last = (): string => [...watch.accounts.keys()].at(-1) ?? "";
  return {
    ...watch,
    states,
    shown,
    proved,
    state: (run = last()) => states.get(run)?.at(-1) ?? null,
    reviews: (run) => verdicts.get(run) ?? 0,
  };
};
