// Invariants of an iterative run, checked throughout its simulation.
import type { Schema } from "../../../src/kit/schema.ts";
import { fits } from "../../../src/kit/findings.ts";
import type { Digest, Path, Recorded } from "../../../src/core/row.ts";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import { allEvents, type IterativeEvent } from "../../../src/protocols/iterative/events.ts";
import type { State } from "../../../src/protocols/iterative/state.ts";
import { ownDone, workDone } from "../placed.ts";
import { Broken, makeWatch } from "../watch.ts";
import type { Around, Rules, Watch } from "../watch.ts";
import { judgePasses } from "./watch-passes.ts";
import { judgeRun, judgeUnits } from "./watch-units.ts";

export type IterativeWatch = Watch & {
  /** By run, in the order in which they began. */
  readonly states: ReadonlyMap<string, readonly State[]>;
  /** Of the run begun last, if not said. */
  state(run?: string): State | null;
};

/** What rules may look at: trees as they were measured, a file of the working tree as it is, and which job wrote it last. */
export type Seen = {
  readonly treeOf: (tree: Digest) => ReadonlyMap<Path, string>;
  readonly now: (path: Path) => { readonly text: string | null; readonly by: string | null };
};
export type Moment = {
  readonly event: Recorded<IterativeEvent>;
  readonly before: State;
  readonly after: State;
  readonly around: Around;
  readonly seen: Seen;
};

const schemas = new Map<string, Schema>(allEvents.map(({ type, schema }) => [type, schema]));
const isIterativeEvent = (event: Recorded): event is Recorded<IterativeEvent> => {
  const schema = schemas.get(event.type);
  return schema !== undefined && fits(schema, event.data);
};

export const makeIterativeWatch = (note: (text: string) => void, seen: Seen): IterativeWatch => {
  const states = new Map<string, State[]>();
  const rulesOf = (_protocol: string, run: string, around: Around): Rules => {
    const own: State[] = [];
    const passes = judgePasses();
    states.set(run, own);
    return {
      protocol: "iterative",
      states: own,
      add(event) {
        const before = own.at(-1) ?? null;
        const landed = workDone(iterative, before, event);
        if (landed !== null) {
          own.push(landed);
          return;
        }
        if (!isIterativeEvent(event)) throw new Broken(`${event.type} is no event of iterative`);
        const after = ownDone(iterative, before, event);
        own.push(after);
        if (before === null) return;
        const moment: Moment = { event, before, after, around, seen };
        passes(moment);
        judgeUnits(moment);
        judgeRun(moment);
      },
    };
  };
  const watch = makeWatch(note, rulesOf);
  const last = (): string => [...watch.accounts.keys()].at(-1) ?? "";
  return { ...watch, states, state: (run = last()) => states.get(run)?.at(-1) ?? null };
};
