// Why: a plan is proposed by agent, template or hand, and stands only once a person has approved just this one.
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import { meant } from "../markdown/values.ts";
import { isSpent } from "../ready.ts";
import { isKnowledge } from "../request-words.ts";
import type { Described, State } from "../state.ts";
import { templateFor } from "../templates.ts";
import { describedOf } from "../units.ts";
import { contextSet } from "./context.ts";
import { newlyWrong, readUnits } from "./plan-rules.ts";
import { warningsOf } from "./plan-warnings.ts";
import { notItsDesk } from "./quiet.ts";
import {
  chain,
  type Decide,
  type Decided,
  type Events,
  type Follow,
  oversized,
  phaseWrong,
  reasonOf,
} from "./step.ts";
import { halt } from "./work.ts";

/** Events hold plain lists. */
export const plainUnit = ({ criteria, files, depends, ...rest }: Described) => ({
  ...rest,
  criteria: [...criteria],
  files: [...files],
  depends: [...depends],
});

const proposed = (state: State, units: readonly Described[], notes: string): Events[number] => ({
  type: "PlanProposed",
  data: {
    rev: state.plan.rev + 1,
    units: units.map(plainUnit),
    notes,
    warnings: [...warningsOf(state, units)],
  },
});

/** Without a planner a knowledge run follows its template; a plan that somebody wrote before stays. */
export const templatePlan: Follow = (state) => {
  if (
    state.settings.planner !== "template" ||
    state.plan.state === "proposed" ||
    !isKnowledge(state.domain)
  )
    return [];
  const domains = state.domains[0] === state.domain ? state.domains : [state.domain];
  return [proposed(state, templateFor(domains), state.plan.notes)];
};

/** After a skip back, work that has begun can't be planned away. */
const begunMissing = (state: State, units: readonly Described[]): readonly Refusal[] =>
  state.units
    .filter((unit) => unit.stage !== "idle" && !units.some(({ id }) => id === unit.id))
    .map(({ id }) =>
      refuse("UNIT_NEEDED", `${id} has begun and is missing from the plan`, {
        pointer: "/units",
        fits: "leave it in",
      }),
    );

const belowUsed = (state: State, units: readonly Described[]): readonly Refusal[] =>
  units.flatMap(({ id, max }, index) => {
    const used = state.units.find((unit) => unit.id === id)?.used ?? 0;
    return max >= used
      ? []
      : [
          refuse("LIMIT_INVALID", `${id} has used ${used} iterations, more than ${max}`, {
            pointer: `/units/${index}/max`,
          }),
        ];
  });

export const proposePlan: Decide<"ProposePlan"> = (state, data, stamp): Decided => {
  const early = state.phase === "discover" && stamp.by.kind !== "agent";
  if (state.phase !== "plan" && !early)
    return phaseWrong(
      state,
      "a plan",
      "single units can be added, changed and dropped; or `cairn send RUN SkipTo --phase plan`",
    );
  const wrong = notItsDesk(stamp, ["planner"]);
  if (wrong !== null) return wrong;
  const { units, findings } = readUnits(state, data.units);
  const notes = meant(data.notes ?? state.plan.notes);
  const context = data.context === undefined ? [] : contextSet(state, data.context);
  const refused = refuseAll([
    ...findings,
    ...(findings.some(({ code }) => code === "PLAN_OVERSIZED") ? [] : newlyWrong(state, units)),
    ...begunMissing(state, units),
    ...belowUsed(state, units),
    ...[oversized("the plan's notes", notes.length, "/notes")].filter((one) => one !== null),
    ...(isRefusal(context) ? [context] : []),
  ]);
  if (refused !== null || isRefusal(context)) return refused ?? [];
  const { plan } = state;
  const same =
    plan.state === "proposed" &&
    plan.notes === notes &&
    JSON.stringify(plan.proposal?.units.map(describedOf)) ===
      JSON.stringify(units.map(describedOf));
  return [...(same ? [] : [proposed(state, units, notes)]), ...context];
};

const other = ({ plan }: State, rev: number | undefined): Refusal | null =>
  rev === undefined || rev === plan.rev
    ? null
    : refuse("PLAN_CHANGED", `plan ${rev} was looked at, and ${plan.rev} stands now`, {
        fits: "look again: `cairn decide` shows it",
      });

const unproposed = (state: State): Refusal =>
  refuse(
    "PLAN_UNPROPOSED",
    `no plan waits for an answer: it is ${state.plan.state === "none" ? "not written yet" : state.plan.state}`,
    {
      fits: "`cairn next` shows who plans; the plan file may be written by hand",
    },
  );

export const approvePlan: Decide<"ApprovePlan"> = (
  state,
  { rev, branch = null },
  stamp,
): Decided => {
  if (state.phase !== "plan")
    return phaseWrong(
      state,
      "an approval",
      state.phase === "discover" ? "the brief comes first" : "the plan stands",
    );
  if (state.plan.state !== "proposed") return unproposed(state);
  const approved: Events = [
    { type: "PlanApproved", data: { rev: state.plan.rev, branch } },
    { type: "PhaseEntered", data: { phase: "execute" } },
  ];
  // Done work that is planned anew comes to its limits as any other.
  const units = state.plan.proposal?.units ?? [];
  return (
    other(state, rev) ?? chain(state, stamp, [() => approved, ...units.map(({ id }) => halt(id))])
  );
};

/** Where the planner's rounds are used up it is the word that gives new ones, and needs no note. */
export const rejectPlan: Decide<"RejectPlan"> = (state, { rev, note }): Decided => {
  if (state.phase !== "plan")
    return phaseWrong(state, "a rejection", "a plan is rejected while it waits for approval");
  const isOpen = state.plan.state === "proposed";
  if (!isOpen && !isSpent(state.planner, state.settings.caps.plan)) return unproposed(state);
  const given = reasonOf(note, isOpen);
  if (isRefusal(given)) return given;
  return (
    other(state, rev) ?? [
      { type: "PlanRejected", data: { rev: state.plan.rev, note: given.reason } },
    ]
  );
};
