// The state of work that is done in passes: of each unit its tries and its proof, and the pass that is live.
import { ownOf } from "../../core/own.ts";
import type { RefusedEdit } from "../../core/refused-edit.ts";
import type { Digest, Holder, Life, Path, Time } from "../../core/row.ts";
import { type CheckResult, isShown } from "../checks.ts";
import type { Trouble } from "../hearing.ts";
import type { Judgement } from "../judging.ts";
import type { Of } from "../schema.ts";
import type { optionsShape } from "./options.ts";

/** A unit of work with its criteria. */
export type Unit = {
  readonly id: string;
  readonly title: string;
  readonly criteria: readonly string[];
  /** Ids of units that it depends on. */
  readonly after: readonly string[];
};
/** Proof that a unit is done: checks and judgements of one pass, on one tree. */
export type Proof = {
  readonly tree: Digest | null;
  readonly results: readonly CheckResult[];
  readonly judgements: readonly Judgement[];
  readonly judge: string;
  readonly at: Time;
};
export type Work = {
  /** `adopted`: done before the run, unproven. `waived`: accepted by a person without proof. */
  readonly status: "open" | "passed" | "adopted" | "waived";
  /** Failed passes since a person last granted new ones. */
  readonly tries: number;
  readonly workers: readonly Holder[];
  /** Why its last pass failed; empty if none did. */
  readonly returned: string;
  readonly proof: Proof | null;
  /** Author and reason of the waiver. */
  readonly waived: string;
  /** A person's note to the next worker. */
  readonly note: string;
};
export type Pass = {
  readonly n: number;
  readonly unit: string;
  /** Its worker's summary; null while it is active. */
  readonly summary: string | null;
  /** Paths that its worker changed. */
  readonly changed: readonly Path[];
  /** null if the checks haven't run. */
  readonly results: readonly CheckResult[] | null;
  readonly tree: Digest | null;
  /** Invalid verdicts, and why the last one was invalid. */
  readonly judged: number;
  readonly unjudged: string;
  /** Invalid verdicts until a person is asked. */
  readonly judgings: number;
};
export type End = { readonly is: "complete" | "failed" | "cancelled"; readonly reason: string };

/** State of a protocol built on attempts. */
export type Attempting<U extends Unit = Unit> = {
  readonly run: string;
  readonly options: Of<typeof optionsShape>;
  /** In order. */
  readonly units: readonly U[];
  readonly work: Readonly<Record<string, Work>>;
  /** Number of passes begun. */
  readonly passes: number;
  readonly pass: Pass | null;
  readonly trouble: Trouble | null;
  readonly paused: boolean;
  readonly end: End | null;
  readonly archived: boolean;
  /** The last hand edit that was refused, until another one is taken. */
  readonly refused: RefusedEdit | null;
  /** Tree at the start of the run. */
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
/** Initial state without any attempts. `adopted`: ids of units that were done before the run */
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
    refused: null,
  }) satisfies Partial<Attempting>;

export const workOf = ({ work }: Pick<Attempting, "work">, id: string): Work =>
  ownOf(work, id) ?? openWork;
export const withWork = <S extends Attempting>(state: S, id: string, change: Partial<Work>): S => ({
  ...state,
  work: { ...state.work, [id]: { ...workOf(state, id), ...change } },
});
export const unitOf = ({ units }: Pick<Attempting, "units">, id: string): Unit | null =>
  units.find((unit) => unit.id === id) ?? null;

/** Its checks proved something, in addition to the verdict. */
export const isProved = ({ status, proof }: Work): boolean =>
  status === "passed" && proof !== null && isShown(proof.results);

export const isSettled = (state: Attempting, id: string): boolean =>
  workOf(state, id).status !== "open";
/** Its attempts are used up: a person decides. */
export const isStuck = (state: Attempting, id: string): boolean =>
  !isSettled(state, id) && workOf(state, id).tries >= state.options.tries;

/** Unsettled units that this one depends on. Units in a dependency cycle wait for none. */
export const waitsFor = (state: Attempting, unit: Unit): readonly string[] => {
  const open = unit.after.filter((id) => unitOf(state, id) !== null && !isSettled(state, id));
  if (open.length === 0) return [];
  const after = new Map(state.units.map((one) => [one.id, one.after]));
  const leadsBack = (from: string): boolean => {
    const seen = new Set([from]);
    // Iterating a set includes items added meanwhile.
    for (const id of seen) for (const next of after.get(id) ?? []) seen.add(next);
    return seen.has(unit.id);
  };
  return open.filter((id) => !leadsBack(id));
};
/** The unit of the next pass: the first that is open, not stuck and without open dependencies. */
export const nextUnit = (state: Attempting): Unit | null =>
  state.units.find(
    (unit) =>
      !isSettled(state, unit.id) && !isStuck(state, unit.id) && waitsFor(state, unit).length === 0,
  ) ?? null;

export const life = ({ archived, end, paused }: Attempting): Life =>
  archived ? "archived" : end !== null ? "over" : paused ? "paused" : "live";
/** The run's phase, also for refusals. */
export const phase = ({ end, paused }: Attempting): string =>
  end?.is ?? (paused ? "paused" : "working");

/** Short form for lines and entries. */
export const shortTree = (tree: Digest | null): string => (tree ?? "no tree").slice(0, 7);

export type Stage = "pass" | "check" | "judge";
/** The current stage of the live pass; null if there is none. */
export const stageOf = ({ pass }: Attempting): Stage | null =>
  pass === null ? null : pass.summary === null ? "pass" : pass.results === null ? "check" : "judge";
export const keyOf = ({ pass, passes }: Attempting, stage: Stage): string => {
  const n = pass?.n ?? passes + 1;
  const judging = (pass?.judged ?? 0) + 1;
  // Checks run again only where the tree changed while it was judged.
  return stage === "judge" || (stage === "check" && judging > 1)
    ? `${stage}-${n}-${judging}`
    : `${stage}-${n}`;
};
/** Its judges are used up: a person decides, and the worker's pass stays. */
export const isUnjudged = (state: Attempting): boolean =>
  state.pass !== null && stageOf(state) === "judge" && state.pass.judged >= state.pass.judgings;
/** The unit for which a pass may begin. */
export const dueUnit = (state: Attempting): Unit | null =>
  state.pass === null && state.passes < state.options.max_passes ? nextUnit(state) : null;
