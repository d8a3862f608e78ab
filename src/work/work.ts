// State of a run: its units, plan, questions and end. The same for every protocol.
import type { Extras } from "../kit/document/unknown-keys.ts";
import type { Ask } from "../core/protocol.ts";
import type { RefusedEdit } from "../kit/edits/refused-edit.ts";
import type { Digest, Life, Path, Time } from "../core/row.ts";
import * as t from "../kit/schema.ts";
import { checkShape } from "../kit/check/shape.ts";
import type { Options } from "./options.ts";
import { type Criterion, isSettled, type Unit, type Waiver } from "./unit.ts";

/** Where a run began. */
export const baseShape = t.record({ head: t.maybe(t.text), tree: t.maybe(t.text) });

export const issueShape = t.record({
  summary: t.text,
  doneWhen: t.text,
  unit: t.maybe(t.text),
  /** From 1. */
  criterion: t.maybe(t.count),
  check: t.maybe(checkShape),
});
export type Issue = t.Of<typeof issueShape>;
export const judgementShape = t.record({
  unit: t.text,
  criterion: t.count,
  judgement: t.oneOf(["met", "unmet", "unproven"]),
  note: t.text,
});
export type Judgement = t.Of<typeof judgementShape>;

export const decisionShape = t.record({
  topic: t.text,
  choice: t.text,
  rationale: t.optional(t.text),
  asked_user: t.optional(t.flag),
});
export type Plan = {
  /** 0 before the first proposal. */
  readonly rev: number;
  readonly state: "draft" | "proposed" | "approved";
  readonly warnings: readonly string[];
  readonly decisions: readonly t.Of<typeof decisionShape>[];
  /** A person's note on returning it. */
  readonly note: string | null;
  readonly approvedBy: string | null;
  /** Digests of the documents that its approval covers. */
  readonly documents: Readonly<Record<Path, Digest>>;
};
/** Asked by an agent; its job waits. `id`: counts from "1" in the run. */
export type Question = {
  readonly id: string;
  readonly unit: string;
  readonly text: string;
  readonly options: readonly string[];
  readonly answer: string | null;
};
/** The last verdict on a round. */
export type Verdict = {
  readonly round: number;
  readonly pass: boolean;
  readonly issues: readonly Issue[];
};
export type Bypass = Waiver & {
  readonly what: "waived" | "skipped" | "changed";
  readonly unit: string;
  /** From 1; null: the whole unit. */
  readonly criterion: number | null;
};
export type End = {
  readonly is: "complete" | "failed" | "cancelled";
  readonly reason: string;
  readonly at: Time;
};

export type Work = {
  readonly run: string;
  readonly goal: string;
  readonly options: Options;
  readonly base: t.Of<typeof baseShape>;
  /** In order of the plan; later rounds append theirs. A unit that judges the whole stands last. */
  readonly units: readonly Unit[];
  readonly plan: Plan;
  /** Work jobs begun so far. */
  readonly passes: number;
  /** From 1. `firstRound`: the one from which the limit counts, since a person took the run up again. */
  readonly round: number;
  readonly firstRound: number;
  readonly verdict: Verdict | null;
  /** Changed since the base, as measured with the whole. */
  readonly changed: readonly Path[];
  readonly questions: readonly Question[];
  readonly bypasses: readonly Bypass[];
  /** Digests of documents that agents or people write freely. */
  readonly documents: Readonly<Record<Path, Digest>>;
  readonly extras: readonly Extras[];
  readonly refused: RefusedEdit | null;
  /** What was read otherwise at adoption; null if the run was started here. */
  readonly adopted: readonly string[] | null;
  /** The dialect's own, by its own schema. */
  readonly more: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  readonly archived: boolean;
  readonly end: End | null;
  readonly startedAt: Time;
  readonly updatedAt: Time;
};

export const firstPlan: Plan = {
  rev: 0,
  state: "draft",
  warnings: [],
  decisions: [],
  note: null,
  approvedBy: null,
  documents: {},
};

/** What every run begins with, besides what its first event says. */
export const begun = (at: Time) =>
  ({
    passes: 0,
    round: 1,
    firstRound: 1,
    verdict: null,
    changed: [],
    questions: [],
    bypasses: [],
    documents: {},
    extras: [],
    refused: null,
    adopted: null,
    paused: false,
    archived: false,
    end: null,
    startedAt: at,
    updatedAt: at,
  }) satisfies Partial<Work>;

export const changedSinceBase = ({ base: { tree } }: Work): Ask =>
  tree === null ? {} : { changed: tree };

export const find = ({ units }: Work, id: string): Unit | undefined =>
  units.find((unit) => unit.id === id);
/** An unknown id changes nothing. */
export const change = (state: Work, id: string, how: (unit: Unit) => Unit): Work => ({
  ...state,
  units: state.units.map((unit) => (unit.id === id ? how(unit) : unit)),
});
/** @param number from 1 */
export const changeCriterion = (
  state: Work,
  id: string,
  number: number,
  how: (one: Criterion) => Criterion,
): Work =>
  change(state, id, (unit) => ({
    ...unit,
    criteria: unit.criteria.map((one, at) => (at === number - 1 ? how(one) : one)),
  }));
/** The unit that judges the whole is due again, once all that it waits for is done; null: there is none. */
export const judgedAnew = (state: Work, whole: string | null): Work =>
  whole === null
    ? state
    : change(state, whole, (unit) => ({
        ...unit,
        status: unit.waived === null ? "open" : unit.status,
        checked: null,
        judging: { ...unit.judging, live: false, mute: 0, returned: null },
        completedAt: unit.waived === null ? null : unit.completedAt,
      }));
/** Blockers that aren't settled; unknown ones, of an adopted folder, never are. */
export const waitsFor = (state: Work, { after }: Unit): readonly string[] =>
  after.filter((id) => {
    const one = find(state, id);
    return one === undefined || !isSettled(one);
  });
export const isAuto = ({ options }: Work): boolean => options.mode === "auto";
export const isBegun = ({ plan }: Work): boolean => plan.state === "approved";
/** The verdict on the whole failed, and no other round has begun yet. */
export const isRejected = ({ verdict, round }: Work): boolean =>
  verdict?.pass === false && verdict.round === round;
export const life = ({ archived, end, paused }: Work): Life =>
  archived ? "archived" : end !== null ? "over" : paused ? "paused" : "live";
