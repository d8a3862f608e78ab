// Commands on a run as a whole: options, documents, its ends.
import { reasonMissing } from "../../core/rules/reason.ts";
import { isRefusal, refuse } from "../../core/refusal.ts";
import { cancelling } from "../../kit/lifecycle.ts";
import * as t from "../../kit/schema.ts";
import {
  documentSeen,
  goalSet,
  optionsSet,
  runCancelled,
  runFailed,
  runReopened,
} from "../events/run.ts";
import { isManual } from "../../kit/check/shape.ts";
import { isAuto, isBegun, life, type Work } from "../work.ts";
import { command, words } from "./declare.ts";
import type { Dialect } from "../dialect.ts";
import { wholeOptions, withOptions } from "../options.ts";
import { goalRefused } from "./start.ts";

const attended = ({ units, questions }: Work): boolean =>
  questions.some((one) => one.answer === null) ||
  units.some(({ criteria }) =>
    criteria.some(
      ({ check, waived, proof }) => isManual(check) && waived === null && proof === null,
    ),
  );
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

export const setOptions = (dialect: Dialect) =>
  command("SetOptions", {
    means: "Changes options of the run from now on.",
    data: { options: dialect.options ?? wholeOptions },
    who: ["person"],
    decide: (state, { options: given }) => {
      const options = withOptions(state.options, given);
      if (isRefusal(options)) return options;
      if (JSON.stringify(options) === JSON.stringify(state.options)) return [];
      return options.mode === "auto" && !isAuto(state) && attended(state)
        ? refuse("OPTION_INVALID", "open questions or manual criteria ask a person", {
            pointer: "/options/mode",
            fits: "answer, change or waive them first",
          })
        : [optionsSet({ options })];
    },
  });

export const seeDocument = () =>
  command("SeeDocument", {
    means: "Records that a free document of the folder changed.",
    data: { path: t.text, digest: t.text },
    who: ["engine", "file"],
    decide: (state, { path, digest }) =>
      state.documents[path] === digest ? [] : [documentSeen({ path, digest })],
  });

export const fail = () =>
  command("Fail", {
    label: "End as failed",
    means: "Ends the run as failed, with a reason.",
    data: { reason: words },
    who: ["person", "parent"],
    decide: (_state, { reason: why }) => reasonMissing(why) ?? [runFailed({ reason: why })],
  });

export const reopen = () =>
  command("Reopen", {
    label: "Reopen run",
    means: "Takes a run up again that failed or was cancelled: failed units get new tries.",
    data: { reason: words },
    who: ["person"],
    when: ["over"],
    decide: ({ end, run }, { reason: why }) =>
      end?.is === "complete"
        ? refuse("RUN_COMPLETE", "a complete run stays so", {
            fits: `\`cairn send ${run} ReopenUnit --unit ID --reason WHY\``,
          })
        : (reasonMissing(why) ?? [runReopened({ reason: why })]),
  });

export const cancel = () =>
  cancelling<Work, ReturnType<typeof runCancelled>>({
    life,
    word: ({ end }) => end?.is ?? "under way",
    by: ["file"],
    means: "Ends the run and stops its jobs. It can be reopened later.",
    most: 16 * 1024,
    isCancelled: ({ end }) => end?.is === "cancelled",
    then: (_state, why) => runCancelled({ reason: why }),
  });
