// Commands that propose, approve and reject a plan.
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { newlyWrong, readUnits } from "../decider/plan-rules.ts";
import { warningsOf } from "../decider/plan-warnings.ts";
import { notItsDesk } from "../decider/quiet.ts";
import {
  chain,
  type Events,
  type Follow,
  oversized,
  phaseWrong,
  reasonOf,
} from "../decider/step.ts";
import { halt } from "../decider/work.ts";
import * as event from "../events.ts";
import { plainValue } from "../markdown/values.ts";
import { isSpent } from "../ready.ts";
import { isKnowledge } from "../request-words.ts";
import * as s from "../shapes.ts";
import type { Described, State } from "../state.ts";
import { templateFor } from "../templates.ts";
import { describedOf } from "../units.ts";
import { contextSet } from "./context.ts";
import { answering, command } from "./declare.ts";

const proposed = (state: State, units: readonly Described[], notes: string): Events[number] =>
  event.planProposed({
    rev: state.plan.rev + 1,
    units,
    notes,
    warnings: warningsOf(state, units),
  });

/** Without a planner, a knowledge run uses its template; an existing plan stays. */
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

/** After a skip back, a new plan can't drop work that has begun. */
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

export const proposePlan = command("ProposePlan", {
  means: "Proposes the units.",
  data: {
    units: t.list(s.unitInput),
    notes: t.optional(t.text),
    context: t.optional(s.contextInput),
  },
  who: ["agent", "file", "person"],
  decide: (state, data, stamp) => {
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
    const notes = plainValue(data.notes ?? state.plan.notes);
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
  },
});

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
    { fits: "`cairn status --next` shows who plans; the plan file may be written by hand" },
  );

export const approvePlan = answering("ApprovePlan", {
  means: "Approves the proposed plan.",
  data: { rev: t.optional(t.count) },
  decide: (state, { rev }, stamp) => {
    if (state.phase !== "plan")
      return phaseWrong(
        state,
        "an approval",
        state.phase === "discover" ? "the brief comes first" : "the plan stands",
      );
    if (state.plan.state !== "proposed") return unproposed(state);
    const approved: Events = [
      event.planApproved({ rev: state.plan.rev }),
      event.phaseEntered({ phase: "execute" }),
    ];
    // Replanned work is subject to its limits, too.
    const units = state.plan.proposal?.units ?? [];
    return (
      other(state, rev) ?? chain(state, stamp, [() => approved, ...units.map(({ id }) => halt(id))])
    );
  },
});

/** After the planner's rounds are used up, a rejection grants new ones and needs no note. */
export const rejectPlan = answering("RejectPlan", {
  means: "Sends the proposed plan back with a note.",
  data: { rev: t.optional(t.count), note: t.text },
  decide: (state, { rev, note }) => {
    if (state.phase !== "plan")
      return phaseWrong(state, "a rejection", "a plan is rejected while it waits for approval");
    const isOpen = state.plan.state === "proposed";
    if (!isOpen && !isSpent(state.planner, state.settings.caps.plan)) return unproposed(state);
    const given = reasonOf(note, isOpen);
    if (isRefusal(given)) return given;
    return other(state, rev) ?? [event.planRejected({ rev: state.plan.rev, note: given.reason })];
  },
});
