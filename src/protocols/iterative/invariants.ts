// Why: a chain tells that events follow on each other, not that the rules made them: what says success or proof must rest on the state before it.
import type { Sender } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import { E, P, X } from "../../core/senders.ts";
import { unproven } from "./decider/delivery.ts";
import { commitCheck } from "./decider/gate.ts";
import type { IterativeEvent, IterativeEvents } from "./messages.ts";
import { isFinalGateDue } from "./ready.ts";
import type { State, Unit } from "./state.ts";
import { allDone } from "./units.ts";

const gate = (
  before: State,
  unit: Unit | null,
  { outcome, checks, unit: id }: IterativeEvents["GateRun"]["data"],
): string | null => {
  if (id === null ? !isFinalGateDue(before) : unit?.stage !== "gate" && unit?.stage !== "regate")
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

const reviewed = (
  { units }: State,
  { holder, verdict: said, issues }: IterativeEvents["ReviewGiven"]["data"],
): string | null => {
  if (units.some(({ authors }) => authors.includes(holder))) return `${holder} worked on it`;
  return said === "REVIEW_PASS" && grave(issues)
    ? "REVIEW_PASS beside an issue that isn't minor"
    : null;
};

const begun = (
  unit: Unit,
  { kind, holder }: IterativeEvents["PassBegun"]["data"],
): string | null => {
  if (unit.pass !== null) return `pass ${unit.pass.n} was under way`;
  return (kind === "confirmation" || kind === "verification") && unit.authors.includes(holder)
    ? `${holder} worked on it`
    : null;
};

const verdict = (
  unit: Unit,
  { n, holder, verdict: said, criteria, gaps }: IterativeEvents["VerdictGiven"]["data"],
): string | null => {
  const { pass } = unit;
  if (pass?.kind !== "verification" || pass.n !== n || pass.holder !== holder)
    return `no verification ${n} by ${holder} was under way`;
  if (said !== "VERIFIED") return null;
  if (criteria.length < unit.criteria.length) return "VERIFIED without judging every criterion";
  return criteria.some(({ met }) => !met) || grave(gaps)
    ? "VERIFIED beside a criterion that isn't met or a gap that isn't minor"
    : null;
};

const settled = ({
  stage,
  proofs: { gate: green, consensus, verdict: judged, edited },
}: Unit): string | null => {
  if (edited === true && stage === "verify" && green?.content === judged?.content) return null;
  if (stage !== "verify" || green === null || consensus === null || judged === null)
    return "gate, consensus and verdict weren't all there";
  if (green.content !== judged.content || consensus.content !== judged.content)
    return "gate, consensus and verdict are of different contents";
  return consensus.holder === judged.holder
    ? `${judged.holder} confirmed it and verified it`
    : null;
};

const entered = ({ phase, final, delivery, units }: State, to: State["phase"]): string | null => {
  const isReviewed =
    final.accepted !== null ||
    (final.review?.verdict === "REVIEW_PASS" && final.gate !== null && final.gate.red.length === 0);
  if (phase === "execute" && to === "verify" && !allDone({ units }))
    return "not every unit was done";
  if (to === "deliver" && phase !== "complete" && !isReviewed) return "no review had passed";
  return to === "complete" && delivery === null ? "no delivery was approved" : null;
};

const approved = (
  before: State,
  { tree, reason, auto }: IterativeEvents["DeliveryApproved"]["data"],
): string | null => {
  if (before.phase !== "deliver") return `nothing is delivered in ${before.phase}`;
  if (auto)
    return before.bypasses.length === 0 ? null : "a run with a bypass is never approved by itself";
  const lacks = reason === "" ? unproven(before, tree) : [];
  return lacks.length === 0 ? null : lacks.join("; ");
};

/** Who alone makes them; ledgers of the first builds hold limits, drops and answers by edits of files. */
const senders: Readonly<Partial<Record<IterativeEvent["type"], readonly Sender["kind"][]>>> = {
  PlanApproved: [P],
  SettingsChanged: [P],
  PhaseSkipped: [P],
  UnitAccepted: [P],
  UnitAnswered: [P, X],
  UnitDropped: [P, X],
  LimitSet: [P, X],
  VerdictGiven: [E],
  GateRun: [E],
};

export const broken = (before: State, event: Recorded<IterativeEvent>): string | null => {
  const who = event.type === "DeliveryApproved" && !event.data.auto ? [P] : senders[event.type];
  if (who !== undefined && !who.some((kind) => kind === event.by.kind))
    return `it isn't for ${event.by.kind} to say`;
  const id = "unit" in event.data ? event.data.unit : null;
  const unit = before.units.find((one) => one.id === id) ?? null;
  if (event.type === "GateRun") return gate(before, unit, event.data);
  if (event.type === "PhaseEntered") return entered(before, event.data.phase);
  if (event.type === "DeliveryApproved") return approved(before, event.data);
  if (event.type === "ReviewGiven") return reviewed(before, event.data);
  if (event.type !== "PassBegun" && event.type !== "VerdictGiven" && event.type !== "UnitSettled")
    return null;
  if (unit === null) return `there is no unit ${event.data.unit}`;
  if (event.type === "PassBegun") return begun(unit, event.data);
  return event.type === "VerdictGiven" ? verdict(unit, event.data) : settled(unit);
};
