// Commands that begin a run: from a goal, or from a folder that was found.
import { anybody } from "../../core/sender.ts";
import { settingsOf } from "../../core/configured.ts";
import type { Facts } from "../../core/protocol.ts";
import type { Starting } from "../../core/starting.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Beginning } from "../../kit/command.ts";
import { judges } from "../../kit/judging.ts";
import * as t from "../../kit/schema.ts";
import { foundRun } from "../adopted.ts";
import { ring } from "../graph.ts";
import type { Dialect } from "../dialect.ts";
import { lifecycle, runAdopted, runStarted } from "../events/run.ts";
import { baseShape, modes, type Options, optionsShape, usualOptions } from "../work.ts";
import { opener } from "./declare.ts";

const fields = optionsShape.entries;
export const optionsInput = t.record({
  mode: t.optional(t.means("whether a person is asked", t.oneOf(modes))),
  max_attempts: t.optional(t.means("failures of one unit", fields.max_attempts)),
  max_iterations: t.optional(t.means("rounds of work and verification", fields.max_iterations)),
  max_workers: t.optional(
    t.means("units worked on at once; 0: as many as the runner allows", fields.max_workers),
  ),
  judge: t.optional(t.means("who verifies", t.oneOf(judges))),
  timeout_s: t.optional(t.means("seconds that a check may take", fields.timeout_s)),
});
export const optionNames = t.keysOf(optionsInput);
/** The given ones above those that stand. */
export const withOptions = (
  before: Options,
  {
    mode = before.mode,
    max_attempts = before.max_attempts,
    max_iterations = before.max_iterations,
    max_workers = before.max_workers,
    judge = before.judge,
    timeout_s = before.timeout_s,
  }: t.Of<typeof optionsInput>,
): Options => ({ mode, max_attempts, max_iterations, max_workers, judge, timeout_s });

const longestGoal = 8_192;
/** Refusals: GOAL_EMPTY, FIELD_OVERSIZED. */
export const goalRefused = (goal: string): Refusal | null => {
  if (goal.trim() === "")
    return refuse("GOAL_EMPTY", "the goal is empty", {
      fits: "a sentence that says what is wanted",
      pointer: "/goal",
    });
  return goal.length > longestGoal
    ? refuse(
        "FIELD_OVERSIZED",
        `the goal has ${goal.length} characters, more than ${longestGoal}`,
        {
          fits: "a shorter goal that names a file with the rest",
          pointer: "/goal",
        },
      )
    : null;
};

const nowhere = { head: null, tree: null };
const engineFields = {
  origin: t.optional(t.text),
  run: t.optional(t.text),
  base: t.optional(baseShape),
};
const measured = {
  ask: () => ({ tree: true }),
  fill: (_data: object, { head, tree }: Facts) => ({ base: { head, tree } }),
  filled: Object.keys(engineFields),
};
const configured = <D extends { readonly options?: unknown }>(
  data: D,
  { config }: Pick<Beginning, "config">,
) => ({ ...data, options: settingsOf(optionNames, config, data.options) });

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
      options: t.optional(optionsInput),
      ...engineFields,
    },
    ...measured,
    completes: (data, beginning) => dialect.start.completes(configured(data, beginning), beginning),
    open: (data, { by }) => {
      const { goal, run = "", origin = null, base = nowhere } = data;
      const begun = dialect.start.begin(data, run);
      const no = goalRefused(goal) ?? (isRefusal(begun) ? begun : null);
      if (no !== null || isRefusal(begun)) return no ?? [];
      const options = withOptions({ ...usualOptions, ...begun.options }, data.options ?? {});
      const { units, more, approved } = begun;
      const approvedBy = approved ? by.name : null;
      return [runStarted({ run, goal, options, base, origin, units, more, approvedBy })];
    },
  });

export const adopt = () =>
  opener("Adopt", {
    means: "Takes over an existing folder as it was found.",
    who: ["person"],
    data: {
      found: foundRun,
      corrections: t.texts,
      digests: t.byName(t.text),
      options: t.optional(optionsInput),
      run: t.optional(t.text),
      base: t.optional(baseShape),
    },
    ...measured,
    filled: ["run", "base"],
    completes: configured,
    open: ({ found, corrections, digests, run = "", base = nowhere, ...data }) => {
      const no = goalRefused(found.goal);
      if (no !== null) return no;
      const options = withOptions(usualOptions, data.options ?? {});
      const adopted = runAdopted({ run, options, base, found, corrections, digests });
      return found.approved && ring(found.units) !== null
        ? [adopted, lifecycle.events.runPaused({})]
        : [adopted];
    },
  });
