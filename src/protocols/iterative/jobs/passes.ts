// Jobs of passes: units due for work, begun ones first, in parallel only where files can't overlap.
import type { Job } from "../../../core/job.ts";
import { heldBack, isAtWork, passDue } from "../ready.ts";
import { reportForm } from "../../../kit/json-schema.ts";
import { passShape, verifyShape } from "../report-shapes.ts";
import type { Model, PassKind, State, Unit } from "../state.ts";
import { jobKey, livePasses } from "../units.ts";
import type { About } from "./about.ts";
import { limitsOf } from "./limits.ts";

export const tiers: Readonly<Record<Model, NonNullable<Job["tier"]>>> = {
  haiku: "light",
  sonnet: "standard",
  opus: "heavy",
};
type Hosted = Exclude<PassKind, "person">;
const roleOf = (kind: Hosted): string =>
  kind === "verification" ? "verifier" : kind === "test" ? "tester" : "worker";

const minute = 60_000;

/** Work by hand has the same time limit as an agent. */
const byHand = (state: State, { pass }: Unit): Pick<Job, "outside" | "expires"> =>
  pass?.hand === true
    ? {
        outside: true,
        expires: new Date(Date.parse(pass.at) + state.settings.minutes.work * minute).toISOString(),
      }
    : {};

/** A confirmation has the same key form, role, tier, limits and report as any other pass. */
const passJob = (state: State, unit: Unit, kind: Hosted, why: string | null): Job => {
  const { pass } = unit;
  const n = pass?.n ?? unit.seq + 1;
  const role = roleOf(kind);
  const counts = kind === "work" || kind === "fix" || kind === "revise";
  const iteration = Math.max(1, counts && pass === null ? unit.used + 1 : unit.used);
  return {
    key: jobKey(unit.id, n),
    about: {
      is: "pass",
      unit: unit.id,
      n,
      kind,
      learned: `${unit.id} iteration ${iteration}`,
      criteria: unit.criteria.length,
    } satisfies About,
    subject: unit.id,
    kind: "agent",
    role,
    tier: role === "worker" ? tiers[unit.model] : "standard",
    why,
    begun: pass !== null,
    ...byHand(state, unit),
    ...(pass === null && unit.notBefore !== null ? { notBefore: unit.notBefore } : {}),
    writes: kind === "verification" ? "nothing" : "anything",
    reads: [],
    report: reportForm(kind === "verification" ? verifyShape : passShape),
    limits: limitsOf(state, kind === "verification" ? "verify" : "work", state.settings.caps.voids),
    doubt: "check",
  };
};

/** Started units first, then in plan order. */
const inOrder = (state: State): readonly Unit[] => [
  ...state.units.filter((unit) => unit.stage !== "idle"),
  ...state.units.filter((unit) => unit.stage === "idle"),
];

/** Of units that exclude each other, only the first may start; one delayed by its provider blocks no other. */
export const passJobs = (state: State): readonly Job[] => {
  const live: Unit[] = [...livePasses(state)];
  return inOrder(state).flatMap((unit): readonly Job[] => {
    if (unit.pass !== null) {
      const { kind } = unit.pass;
      return kind === "person" ? [] : [passJob(state, unit, kind, state.paused ? "paused" : null)];
    }
    const kind = passDue(state, unit);
    if (kind === null || kind === "person" || !isAtWork(state, unit)) return [];
    const why = heldBack(state, unit, live);
    if (why === null && unit.notBefore === null) live.push(unit);
    return [passJob(state, unit, kind, why)];
  });
};
