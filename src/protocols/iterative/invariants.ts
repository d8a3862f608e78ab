// Why: a chain tells that events follow on each other, not that the rules made them: what says success or proof must rest on the state before it.
import type { Recorded } from "../../core/row.ts";
import { unproven } from "./decider/delivery.ts";
import type { IterativeEvent, IterativeEvents } from "./messages.ts";
import { isFinalGateDue } from "./ready.ts";
import type { State, Unit } from "./state.ts";
import { allDone } from "./units.ts";

const gate = (before: State, unit: Unit | null, { outcome, checks, unit: id }: IterativeEvents["GateRun"]["data"]): string | null => {
  if (id === null ? !isFinalGateDue(before) : unit?.stage !== "gate" && unit?.stage !== "regate") return "no gate was due";
  if (outcome === "red" || outcome === "restless") return null;
  const wrong = checks.find(({ passed, argv, exit, digest }) => !passed || (argv.length > 0 && (exit === null || digest === null)));
  return wrong === undefined ? null : `${wrong.name} has no output of a program that passed`;
};

const begun = (unit: Unit, { kind, holder }: IterativeEvents["PassBegun"]["data"]): string | null => {
  if (unit.pass !== null) return `pass ${unit.pass.n} was under way`;
  return (kind === "confirmation" || kind === "verification") && unit.authors.includes(holder) ? `${holder} worked on it` : null;
};

const verdict = ({ pass }: Unit, { n, holder, verdict: said, criteria }: IterativeEvents["VerdictGiven"]["data"]): string | null => {
  if (pass?.kind !== "verification" || pass.n !== n || pass.holder !== holder) return `no verification ${n} by ${holder} was under way`;
  return said === "VERIFIED" && criteria.some(({ met }) => !met) ? "VERIFIED beside a criterion that isn't met" : null;
};

const settled = ({ stage, proofs: { gate: green, consensus, verdict: judged, edited } }: Unit): string | null => {
  if (edited === true && stage === "verify" && green?.content === judged?.content) return null;
  if (stage !== "verify" || green === null || consensus === null || judged === null) return "gate, consensus and verdict weren't all there";
  if (green.content !== judged.content || consensus.content !== judged.content)
    return "gate, consensus and verdict are of different contents";
  return consensus.holder === judged.holder ? `${judged.holder} confirmed it and verified it` : null;
};

const entered = ({ phase, final, delivery, units }: State, to: State["phase"]): string | null => {
  const isReviewed =
    final.accepted !== null || (final.review?.verdict === "REVIEW_PASS" && final.gate !== null && final.gate.red.length === 0);
  if (phase === "execute" && to === "verify" && !allDone({ units })) return "not every unit was done";
  if (to === "deliver" && phase !== "complete" && !isReviewed) return "no review had passed";
  return to === "complete" && delivery === null ? "no delivery was approved" : null;
};

const approved = (before: State, { tree, reason, auto }: IterativeEvents["DeliveryApproved"]["data"]): string | null => {
  if (before.phase !== "deliver") return `nothing is delivered in ${before.phase}`;
  if (auto) return before.bypasses.length === 0 ? null : "a run with a bypass is never approved by itself";
  const lacks = reason === "" ? unproven(before, tree) : [];
  return lacks.length === 0 ? null : lacks.join("; ");
};

export const broken = (before: State, event: Recorded<IterativeEvent>): string | null => {
  const id = "unit" in event.data ? event.data.unit : null;
  const unit = before.units.find((one) => one.id === id) ?? null;
  if (event.type === "GateRun") return gate(before, unit, event.data);
  if (event.type === "PhaseEntered") return entered(before, event.data.phase);
  if (event.type === "DeliveryApproved") return approved(before, event.data);
  if (event.type !== "PassBegun" && event.type !== "VerdictGiven" && event.type !== "UnitSettled") return null;
  if (unit === null) return `there is no unit ${event.data.unit}`;
  if (event.type === "PassBegun") return begun(unit, event.data);
  return event.type === "VerdictGiven" ? verdict(unit, event.data) : settled(unit);
};
