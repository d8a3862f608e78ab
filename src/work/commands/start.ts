// Commands that begin a run: from a goal, or from a folder that was found.
import { anybody } from "../../core/sender.ts";
import { settingsOf } from "../../kit/configured.ts";
import type { Facts } from "../../core/protocol.ts";
import type { Starting } from "../../core/starting.ts";
import { oversized } from "../../core/rules/reason.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Beginning } from "../../kit/command.ts";
import * as t from "../../kit/schema.ts";
import { foundRun } from "../adopted.ts";
import { ring } from "../graph.ts";
import type { Dialect } from "../dialect.ts";
import { lifecycle, runAdopted, runStarted } from "../events/run.ts";
import {
  type GivenOptions,
  type Options,
  usualOptions,
  wholeOptions,
  withOptions,
} from "../options.ts";
import { baseShape } from "../work.ts";
import { opener } from "./declare.ts";

const longestGoal = 8_192;
/** Refusals: GOAL_EMPTY, FIELD_OVERSIZED. */
export const goalRefused = (goal: string): Refusal | null => {
  if (goal.trim() === "")
    return refuse("GOAL_EMPTY", "the goal is empty", {
      fits: "a sentence that says what is wanted",
      pointer: "/goal",
    });
  return oversized("the goal", goal.length, longestGoal, "/goal");
};

const nowhere = { head: null, tree: null };
const engineFields = { run: t.optional(t.text), base: t.optional(baseShape) };
const measured = {
  ask: () => ({ tree: true }),
  fill: (_data: object, { head, tree }: Facts) => ({ base: { head, tree } }),
  filled: Object.keys(engineFields),
};
export const optionNamesOf = ({ options = wholeOptions }: Dialect): readonly string[] =>
  Object.keys(options.entries);
const configured = <D extends { readonly options?: unknown }>(
  dialect: Dialect,
  data: D,
  { config }: Pick<Beginning, "config">,
) => ({ ...data, options: settingsOf(optionNamesOf(dialect), config, data.options) });
const optionsOf = (usual: Partial<Options>, given: GivenOptions = {}): Options | Refusal =>
  withOptions({ ...usualOptions, ...usual }, given);

const startingOf = (dialect: Dialect): Starting => ({
  purpose: dialect.start.purpose,
  goal: ["goal"],
  begunWith([first]) {
    if (first === undefined || !runStarted.is(first)) return null;
    const { goal, options } = first.data;
    const { data, switches } = dialect.start.again(first.data);
    return { data: { goal, ...data, options }, switches };
  },
});

export const start = (dialect: Dialect) =>
  opener("Start", {
    means: dialect.start.means,
    words: ["goal"],
    flags: dialect.start.flags,
    starts: startingOf(dialect),
    who: anybody,
    data: {
      goal: t.means("what is wanted, 1 to 8,192 characters", t.text),
      ...dialect.start.fields,
      options: t.optional(dialect.options ?? wholeOptions),
      ...engineFields,
    },
    ...measured,
    completes: (data, beginning) =>
      dialect.start.completes(configured(dialect, data, beginning), beginning),
    open: (data, { by }) => {
      const { goal, run = "", base = nowhere } = data;
      const begun = goalRefused(goal) ?? dialect.start.begin(data, run);
      if (isRefusal(begun)) return begun;
      const options = optionsOf(begun.options, data.options);
      if (isRefusal(options)) return options;
      const { units, more, approved } = begun;
      const approvedBy = approved ? by.name : null;
      return [runStarted({ run, goal, options, base, units, more, approvedBy })];
    },
  });

export const adopt = (dialect: Dialect) =>
  opener("Adopt", {
    means: "Takes over an existing folder as it was found.",
    who: ["person"],
    data: {
      found: foundRun,
      corrections: t.texts,
      digests: t.byName(t.text),
      options: t.optional(dialect.options ?? wholeOptions),
      ...engineFields,
    },
    ...measured,
    completes: (data, beginning) => {
      const { found } = data;
      const placed = dialect.adopting?.completes?.(found, beginning) ?? found;
      return configured(dialect, { ...data, found: placed }, beginning);
    },
    open: ({ found, corrections, digests, run = "", base = nowhere, ...data }) => {
      const no = goalRefused(found.goal);
      if (no !== null) return no;
      const options = optionsOf(dialect.adopting?.options?.(found) ?? {}, data.options);
      if (isRefusal(options)) return options;
      const adopted = runAdopted({ run, options, base, found, corrections, digests });
      return found.approved && ring(found.units) !== null
        ? [adopted, lifecycle.events.runPaused({})]
        : [adopted];
    },
  });
