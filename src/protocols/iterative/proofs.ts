// Preconditions of events that claim success or proof, for `cairn verify`.
import type { Recorded } from "../../core/row.ts";
import type { DataOf } from "../../kit/schema.ts";
import { commitCheck } from "./marks.ts";
import { isFinalGateDue } from "./ready.ts";
import type { gateRun, verdict } from "./shapes.ts";
import type { PassKind, Phase, State, Unit } from "./state.ts";
import { unproven } from "./summary.ts";
import { allDone, unitOf } from "./units.ts";

const ofUnit = (state: State, id: string, broken: (unit: Unit) => string | null): string | null => {
  const unit = unitOf(state, id);
  return unit === null ? `there is no unit ${id}` : broken(unit);
};

/** For GateRun. */
export const gateBroken = (
  before: State,
  { outcome, checks, unit: id }: DataOf<typeof gateRun>,
): string | null => {
  const stage = id === null ? null : unitOf(before, id)?.stage;
  if (id === null ? !isFinalGateDue(before) : stage !== "gate" && stage !== "regate")
    return "no gate was due";
  if (outcome === "red" || outcome === "restless") return null;
  const wrong = checks.find(
    ({ name, passed, argv, exit, digest }) =>
      !passed ||
      (argv.length > 0 &&
        (exit === null || digest === null || (exit !== 0 && name !== commitCheck))),
  );
  return wrong === undefined ? null : `${wrong.name} has no output of a program that passed`;
};

const grave = (all: readonly { readonly severity: string }[]): boolean =>
  all.some(({ severity }) => severity !== "minor");

/** For ReviewGiven. */
export const reviewBroken = (
  { units }: State,
  {
    holder,
    verdict: said,
    issues,
  }: {
    readonly holder: string;
    readonly verdict: string;
    readonly issues: readonly { readonly severity: string }[];
  },
): string | null => {
  if (units.some(({ authors }) => authors.includes(holder))) return `${holder} worked on it`;
  return said === "REVIEW_PASS" && grave(issues)
    ? "REVIEW_PASS beside an issue that isn't minor"
    : null;
};

/** For PassBegun. */
export const passBroken = (
  before: State,
  {
    unit: id,
    kind,
    holder,
  }: { readonly unit: string; readonly kind: PassKind; readonly holder: string },
): string | null =>
  ofUnit(before, id, ({ pass, authors }) => {
    if (pass !== null) return `pass ${pass.n} was under way`;
    return (kind === "confirmation" || kind === "verification") && authors.includes(holder)
      ? `${holder} worked on it`
      : null;
  });

/** For VerdictGiven. */
export const verdictBroken = (
  before: State,
  { unit: id, n, holder, verdict: said, criteria, gaps }: DataOf<typeof verdict>,
): string | null =>
  ofUnit(before, id, (unit) => {
    const { pass } = unit;
    if (pass?.kind !== "verification" || pass.n !== n || pass.holder !== holder)
      return `no verification ${n} by ${holder} was under way`;
    if (said !== "VERIFIED") return null;
    if (criteria.length < unit.criteria.length) return "VERIFIED without judging every criterion";
    return criteria.some(({ met }) => !met) || grave(gaps)
      ? "VERIFIED beside a criterion that isn't met or a gap that isn't minor"
      : null;
  });

/** For UnitSettled. */
export const settlingBroken = (
  before: State,
  { unit: id }: { readonly unit: string },
): string | null =>
  ofUnit(before, id, ({ stage, proofs: { gate, consensus, verdict: judged } }) => {
    if (stage !== "verify" || gate === null || consensus === null || judged === null)
      return "gate, consensus and verdict weren't all there";
    if (gate.content !== judged.content || consensus.content !== judged.content)
      return "gate, consensus and verdict are of different contents";
    return consensus.holder === judged.holder
      ? `${judged.holder} confirmed it and verified it`
      : null;
  });

/** For PhaseEntered. */
export const phaseBroken = (
  { phase, final, delivery, units }: State,
  { phase: to }: { readonly phase: Phase },
): string | null => {
  const isReviewed =
    final.accepted !== null ||
    (final.review?.verdict === "REVIEW_PASS" && final.gate !== null && final.gate.red.length === 0);
  if (phase === "execute" && to === "verify" && !allDone({ units }))
    return "not every unit was done";
  if (to === "deliver" && phase !== "complete" && !isReviewed) return "no review had passed";
  return to === "complete" && delivery === null ? "no delivery was approved" : null;
};

/** For DeliveryApproved. */
export const deliveryBroken = (
  before: State,
  {
    tree,
    reason,
    auto,
  }: { readonly tree: string | null; readonly reason: string; readonly auto: boolean },
  { by }: Recorded,
): string | null => {
  if (!auto && by.kind !== "person") return `${by.kind} makes none`;
  if (before.phase !== "deliver") return `nothing is delivered in ${before.phase}`;
  if (auto)
    return before.bypasses.length === 0 ? null : "a run with a bypass is never approved by itself";
  const lacks = reason === "" ? unproven(before, tree) : [];
  return lacks.length === 0 ? null : lacks.join("; ");
};
