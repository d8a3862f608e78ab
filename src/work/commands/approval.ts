// Commands of a person on a plan: its approval, its return, and the goal.
import { type Refusal, refuse } from "../../core/refusal.ts";
import { reasonMissing } from "../../core/rules/reason.ts";
import * as t from "../../kit/schema.ts";
import { plannerOf } from "../course.ts";
import type { Dialect } from "../dialect.ts";
import { planApproved, planReturned } from "../events/plan.ts";
import { goalSet } from "../events/run.ts";
import { isBegun, type Work } from "../work.ts";
import { answering, command, words } from "./declare.ts";
import { goalRefused } from "./start.ts";

const unproposed = ({ plan }: Work, rev: number): Refusal | null =>
  plan.state === "proposed" && plan.rev === rev
    ? null
    : refuse("PLAN_OUTDATED", `revision ${rev} of the plan doesn't wait for approval`, {
        fits: plan.state === "proposed" ? `revision ${plan.rev}` : "a plan that was proposed",
      });
export const approvePlan = (dialect: Dialect) =>
  answering("ApprovePlan", {
    means: "Approves a revision of the plan: its units are due.",
    data: { rev: t.wholeFrom(1) },
    decide: (state, { rev }, { by }) =>
      unproposed(state, rev) ?? [
        planApproved({ rev, by: by.name, documents: pinned(dialect, state) }),
      ],
  });

export const revisePlan = (dialect: Dialect) =>
  answering("RevisePlan", {
    means: "Sends a revision of the plan back to its planner.",
    data: { rev: t.wholeFrom(1), reason: words },
    decide: (state, { rev, reason: why }) =>
      unproposed(state, rev) ??
      reasonMissing(why) ?? [
        planReturned({ rev, reason: why, unit: plannerOf(dialect, state)?.id ?? null }),
      ],
  });

export const setGoal = () =>
  command("SetGoal", {
    means: "Changes the goal, before the plan is approved.",
    data: { goal: t.text },
    who: ["person", "file"],
    decide: (state, { goal }) => {
      if (goal === state.goal) return [];
      return isBegun(state)
        ? refuse("PLAN_FROZEN", "the goal stands since the plan was approved", {
            fits: "a new run",
          })
        : (goalRefused(goal) ?? [goalSet({ goal })]);
    },
  });

/** Digests of the documents that an approval covers. */
export const pinned = (dialect: Dialect, { documents }: Work): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(documents).filter(([path]) => dialect.plan?.documents.includes(path) === true),
  );
