// View of an iterative run as plain data, the same for status, graph and page.
import { evidenceOf } from "../../core/words/evidence.ts";
import { howMany } from "../../core/words/how-many.ts";
import { firstLine, oneLine } from "../../core/words/quote.ts";
import { refusedLine } from "../../kit/edits/refused-edit.ts";
import { runStatus } from "../../core/rules/run-status.ts";
import type { View, ViewNode } from "../../core/view.ts";
import { jobs } from "./jobs.ts";
import { isGateDue, lacksCriteria, passDue } from "./ready.ts";
import type { State, Unit } from "./state.ts";
import { bypassLines, gateDoubts, minorGaps } from "./summary.ts";
import { openDepends, redOf, redWords } from "./units.ts";

const statusFor = (state: State, unit: Unit): ViewNode["status"] => {
  if (unit.stage === "settled") return "done";
  if (state.ended !== null) return "open";
  if (unit.stage === "stepped-in") return "waiting";
  // A skipped unit is no failure; it waits until nothing else is left.
  if (unit.stuck !== null) return unit.stuck.skipped ? "waiting" : "failed";
  if (unit.pass !== null) return "running";
  if (lacksCriteria(state, unit)) return "waiting";
  if (unit.stage === "idle" && openDepends(state, unit).length > 0) return "open";
  return isGateDue(state, unit) || passDue(state, unit) !== null ? "ready" : "open";
};

const whyOf = (state: State, unit: Unit): string | null => {
  if (state.ended !== null || unit.stage === "settled") return null;
  if (unit.stage === "stepped-in") return "in a person's hands";
  if (unit.stuck !== null)
    return `${unit.stuck.skipped ? "skipped" : "needs you"}: ${oneLine(unit.stuck.reason, 120)}`;
  if (lacksCriteria(state, unit)) return "needs you: no criteria found";
  const open = unit.stage === "idle" ? openDepends(state, unit) : [];
  return open.length === 0 ? null : `waits for ${open.join(", ")}`;
};

const basis = {
  proven: null,
  adopted: "done, not proven here",
  accepted: "accepted with known gaps",
} as const;

/** Work that was active when the run was cancelled doesn't continue. */
const noteOf = (state: State, unit: Unit): string | null => {
  const over = state.ended !== null || unit.stage === "settled";
  const parts = [
    ...stepsOf(state, unit),
    unit.seq > 0 ? `${unit.used} of ${howMany(unit.max, "attempt")} used` : null,
    unit.pass === null ? null : oneLine(unit.pass.holder, 60),
    unit.basis === null ? null : basis[unit.basis],
    over || unit.lastDid === null || unit.lastDid === ""
      ? null
      : `last: ${oneLine(unit.lastDid, 80)}`,
    over || unit.remaining === null || unit.remaining === ""
      ? null
      : `remaining: ${oneLine(unit.remaining, 80)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
};

/** Why it can't continue, worded as a failing check rather than a red gate. */
const causeOf = (state: State, unit: Unit): Pick<ViewNode, "cause"> => {
  const { stuck, remaining, stage } = unit;
  if (state.ended !== null || stage === "settled" || stuck === null || stuck.skipped) return {};
  const red = redOf(unit);
  const [check, fail] = red.length === 1 ? ["check", "fails"] : ["checks", "fail"];
  const fails = red.length > 0;
  const left = fails ? `${check} ${redWords(red).join(", ")} ${fail}` : (remaining ?? "");
  const again = fails && stuck.kind === "saturated";
  const reason = again ? `${unit.counters.redGates} times in a row` : stuck.reason;
  return {
    cause: [left, reason].flatMap((part) => (part === "" ? [] : [oneLine(part, 120)])).join("; "),
  };
};

/** Steps of its proof so far. A hollow gate doesn't count. */
const stepsOf = (state: State, { proofs, gated, stage }: Unit): readonly string[] =>
  state.ended !== null || stage === "settled"
    ? []
    : [
        ...(proofs.gate === null || gated?.nothing === true ? [] : ["gate green"]),
        ...(proofs.consensus === null ? [] : ["confirmed"]),
        ...(proofs.verdict === null ? [] : ["verified"]),
      ];

/** Number of proven criteria: all or none, because they are judged together. */
const provedOf = ({ stage, basis: on, criteria }: Unit): number =>
  stage === "settled" && on === "proven" ? criteria.length : 0;

const isAdopted = ({ stage, basis: on }: Unit): boolean => stage === "settled" && on === "adopted";

/** The current or next work pass is its last one. */
const isLast = (state: State, { stage, used, max, pass }: Unit): boolean =>
  state.ended === null && stage === "work" && max > 1 && used === (pass === null ? max - 1 : max);

const nodeOf = (state: State, unit: Unit): ViewNode => ({
  id: unit.id,
  label: oneLine(unit.title),
  kind: "unit",
  status: statusFor(state, unit),
  after: unit.depends,
  why: whyOf(state, unit),
  done: provedOf(unit),
  of: unit.criteria.length,
  note: noteOf(state, unit),
  ...causeOf(state, unit),
  ...(isLast(state, unit) ? { last: true } : {}),
});

const some = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${what}`];

/** A claim that has come true is no longer a claim. */
const claimed = ({ claims, units }: State): readonly string[] => {
  const open = claims.filter(
    ({ unit }) => !units.some(({ id, stage }) => id === unit && stage === "settled"),
  );
  return some(open.length, open.length === 1 ? "claim not believed" : "claims not believed");
};

const factsOf = (state: State): readonly string[] => {
  const { units, settings, final } = state;
  const done = units.filter(({ stage }) => stage === "settled").length;
  const passes = units.reduce((sum, { seq }) => sum + seq, 0);
  const gates =
    settings.gates.length === 0
      ? "no gate configured"
      : final.gate === null
        ? `gates: ${settings.gates.map(({ name }) => name).join(", ")}`
        : final.gate.none
          ? "final gate shows nothing"
          : `final gate ${final.gate.red.length === 0 ? "green" : `red: ${final.gate.red.join(", ")}`}`;
  return [
    state.mode,
    state.domain,
    ...(units.length === 0
      ? []
      : [`${done} of ${units.length} done`, howMany(passes, "pass"), gates]),
  ];
};

export const view = (state: State): View => {
  const { units } = state;
  const judged = units.reduce((sum, unit) => sum + provedOf(unit), 0);
  return {
    title: firstLine(
      state.request.trim() === "" ? (state.title ?? state.slug) : state.request,
      120,
    ),
    name: state.slug,
    phase: state.phase,
    status: runStatus({ over: state.ended !== null, paused: state.paused }, () => jobs(state)),
    facts: factsOf(state),
    nodes: units.map((unit) => nodeOf(state, unit)),
    evidence: evidenceOf(judged, { of: units.flatMap(({ criteria }) => criteria).length, judged }),
    claims: [
      ...some(units.filter(isAdopted).length, "adopted, not proven here"),
      ...claimed(state),
      ...gateDoubts(state),
    ],
    bypasses: bypassLines(state),
    warnings: [
      ...(state.plan.state === "proposed" ? (state.plan.proposal?.warnings ?? []) : []),
      ...minorGaps(state).map((gap) => `minor gap, ${gap}`),
      ...some(state.discrepancies, "discrepancies, told in progress.md"),
      ...(state.adopted ?? []),
    ],
    refused: refusedLine(state.refused),
  };
};
