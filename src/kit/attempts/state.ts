// The state of work that is done in passes: of each unit its tries and its proof, and the pass that is live.
import { ownOf } from "../../core/own.ts";
import type { Digest, Holder, Life, Time } from "../../core/row.ts";
import type { CheckResult } from "../checks.ts";
import type { Trouble } from "../hearing.ts";
import type { Judgement } from "../judging.ts";
import type { Of } from "../schema.ts";
import type { optionsShape } from "./options.ts";

/** What is to be done, and by what it is judged. */
export type Unit = {
  readonly id: string;
  readonly title: string;
  readonly criteria: readonly string[];
  /** Ids of units that come first. */
  readonly after: readonly string[];
};
/** What shows that a unit is done: checks and judgements of one pass, on one tree. */
export type Proof = {
  readonly tree: Digest | null;
  readonly results: readonly CheckResult[];
  readonly judgements: readonly Judgement[];
  readonly judge: string;
  readonly at: Time;
};
export type Work = {
  /** adopted: done before the run, unproved. waived: by a person, without proof. */
  readonly status: "open" | "passed" | "adopted" | "waived";
  /** Passes that came to nothing, since a person last gave it new ones. */
  readonly tries: number;
  readonly workers: readonly Holder[];
  /** Why its last pass came to nothing; empty: none did. */
  readonly returned: string;
  readonly proof: Proof | null;
  /** Who waived it, and why. */
  readonly waived: string;
  /** A person's word to the next worker. */
  readonly note: string;
};
export type Pass = {
  readonly n: number;
  readonly unit: string;
  /** What its worker says of it; null: it is at work. */
  readonly summary: string | null;
  /** null: the checks haven't run. */
  readonly results: readonly CheckResult[] | null;
  readonly tree: Digest | null;
  /** Verdicts that came to nothing, and why the last one did. */
  readonly judged: number;
  readonly unjudged: string;
};
export type End = { readonly is: "complete" | "failed" | "cancelled"; readonly reason: string };

/** What the state of such a protocol holds. */
export type Attempting = {
  readonly run: string;
  readonly options: Of<typeof optionsShape>;
  /** In their order. */
  readonly units: readonly Unit[];
  readonly work: Readonly<Record<string, Work>>;
  /** Begun so far. */
  readonly passes: number;
  readonly pass: Pass | null;
  readonly trouble: Trouble | null;
  readonly paused: boolean;
  readonly end: End | null;
  readonly archived: boolean;
  /** What the run began on. */
  readonly base: Digest | null;
  readonly updatedAt: Time;
};

export const openWork: Work = {
  status: "open",
  tries: 0,
  workers: [],
  returned: "",
  proof: null,
  waived: "",
  note: "",
};
/** What no run has done yet. @param adopted ids of units that were done before it */
export const unattempted = (adopted: readonly string[] = []) =>
  ({
    work: Object.fromEntries(
      adopted.map((id): [string, Work] => [id, { ...openWork, status: "adopted" }]),
    ),
    passes: 0,
    pass: null,
    trouble: null,
    paused: false,
    end: null,
    archived: false,
  }) satisfies Partial<Attempting>;

export const workOf = ({ work }: Pick<Attempting, "work">, id: string): Work =>
  ownOf(work, id) ?? openWork;
export const withWork = <S extends Attempting>(state: S, id: string, change: Partial<Work>): S => ({
  ...state,
  work: { ...state.work, [id]: { ...workOf(state, id), ...change } },
});
export const unitOf = ({ units }: Pick<Attempting, "units">, id: string): Unit | null =>
  units.find((unit) => unit.id === id) ?? null;

export const isSettled = (state: Attempting, id: string): boolean =>
  workOf(state, id).status !== "open";
/** Its tries are used up: a person says what follows. */
export const isStuck = (state: Attempting, id: string): boolean =>
  !isSettled(state, id) && workOf(state, id).tries >= state.options.tries;

/** Unsettled units before this one. Those that wait for each other, in a ring, wait for nothing. */
export const waitsFor = (state: Attempting, unit: Unit): readonly string[] => {
  const open = unit.after.filter((id) => unitOf(state, id) !== null && !isSettled(state, id));
  if (open.length === 0) return [];
  const after = new Map(state.units.map((one) => [one.id, one.after]));
  const leadsBack = (from: string): boolean => {
    const seen = new Set([from]);
    // A set goes on to what is added to it meanwhile.
    for (const id of seen) for (const next of after.get(id) ?? []) seen.add(next);
    return seen.has(unit.id);
  };
  return open.filter((id) => !leadsBack(id));
};
/** The unit that the next pass takes: the first that is open, isn't stuck and waits for none. */
export const nextUnit = (state: Attempting): Unit | null =>
  state.units.find(
    (unit) =>
      !isSettled(state, unit.id) && !isStuck(state, unit.id) && waitsFor(state, unit).length === 0,
  ) ?? null;

export const life = ({ archived, end, paused }: Attempting): Life =>
  archived ? "archived" : end !== null ? "over" : paused ? "paused" : "live";
/** The run's phase, as refusals name it, too. */
export const phase = ({ end, paused }: Attempting): string =>
  end?.is ?? (paused ? "paused" : "working");

/** As lines and entries show it. */
export const shortTree = (tree: Digest | null): string => (tree ?? "no tree").slice(0, 7);

export type Stage = "pass" | "check" | "judge";
/** What the live pass waits for; null: none is live. */
export const stageOf = ({ pass }: Attempting): Stage | null =>
  pass === null ? null : pass.summary === null ? "pass" : pass.results === null ? "check" : "judge";
export const keyOf = ({ pass, passes }: Attempting, stage: Stage): string => {
  const n = pass?.n ?? passes + 1;
  return stage === "judge" ? `judge-${n}-${(pass?.judged ?? 0) + 1}` : `${stage}-${n}`;
};
/** The unit at which a pass may begin. */
export const dueUnit = (state: Attempting): Unit | null =>
  state.pass === null && state.passes < state.options.max_passes ? nextUnit(state) : null;
