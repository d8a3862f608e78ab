// Commands that start or adopt an ultrawork run: name, folder and options are fixed here.
import * as event from "../events.ts";
import { events as lifecycle } from "../lifecycle.ts";
import { starting } from "../starting.ts";
import { base, optionsInput, texts } from "../shapes.ts";
import { foundRun } from "../found-shapes.ts";
import { opener } from "./declare.ts";
import { startFlags } from "./start-flags.ts";
import { anybody } from "../../../core/sender.ts";
import type { Facts } from "../../../core/protocol.ts";
import * as t from "../../../kit/schema.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import { completeStart, withOptions } from "../complete.ts";
import { evolve } from "../evolve.ts";
import { ring } from "../waves.ts";
import { startOptions } from "../decider/options.ts";

const sessionForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u;
const teamForm = /^[A-Za-z0-9._-]+$/u;
const longestGoal = 8_192;
const nowhere = { head: null, tree: null };

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

const namesRefused = (session: string, team: string): Refusal | null => {
  if (!sessionForm.test(session))
    return refuse("SESSION_INVALID", `${JSON.stringify(session)} cannot name a session's folder`, {
      fits: "letters, digits, . _ -, at most 128, a letter or digit first",
    });
  return teamForm.test(team) && !/^\.+$/u.test(team)
    ? null
    : refuse("SESSION_INVALID", `${JSON.stringify(team)} cannot name a team's folder`, {
        fits: "letters, digits, . _ -",
        pointer: "/team",
      });
};

const beginning = {
  ask: () => ({ tree: true }),
  fill: (_data: object, { head, tree }: Facts) => ({ base: { head, tree } }),
};

export const start = opener("Start", {
  means: "Starts a run: a goal to be planned, worked in parallel and verified.",
  words: ["goal"],
  flags: startFlags,
  starts: starting,
  who: anybody,
  data: {
    goal: t.means("what is wanted, 1 to 8,192 characters", t.text),
    session: t.optional(t.means("name of the run's folder; the run's id if not said", t.text)),
    session_task: t.optional(
      t.means("the task in the host's own list that stands for the session", t.text),
    ),
    team: t.optional(t.means("name of the repository's folder if not said", t.text)),
    home: t.optional(t.means("~/.claude/ultrawork if not said", t.text)),
    options: t.optional(optionsInput),
    origin: t.optional(t.text),
    run: t.optional(t.text),
    base: t.optional(base),
  },
  ...beginning,
  filled: ["base", "origin", "run"],
  completes: completeStart,
  open: (data) => {
    const run = data.run ?? "";
    const session = data.session ?? run;
    const team = data.team ?? "default";
    const options = startOptions(data.options);
    const no = goalRefused(data.goal) ?? namesRefused(session, team);
    if (no !== null) return no;
    if (isRefusal(options)) return options;
    const {
      home = "~/.claude/ultrawork",
      session_task: sessionTask = session,
      base = nowhere,
      origin = null,
    } = data;
    return [
      event.runStarted({
        run,
        goal: data.goal,
        session,
        sessionTask,
        team,
        home,
        options,
        base,
        origin,
      }),
    ];
  },
});

export const adopt = opener("Adopt", {
  means: "Takes over an existing session folder as it was found.",
  who: ["person"],
  data: {
    found: foundRun,
    corrections: texts,
    digests: t.byName(t.text),
    run: t.optional(t.text),
    base: t.optional(base),
  },
  ...beginning,
  filled: ["base", "run"],
  completes: ({ found, ...data }, { config }) => ({
    ...data,
    found: { ...found, options: withOptions(config, found.options) },
  }),
  open: (data, stamp) => {
    const { found, corrections, digests, base = nowhere } = data;
    const options = startOptions(found.options);
    const no = goalRefused(found.goal) ?? namesRefused(found.session, found.team);
    if (no !== null) return no;
    if (isRefusal(options)) return options;
    const adopted = event.runAdopted({
      run: data.run ?? "",
      found,
      options,
      base,
      corrections,
      digests,
    });
    const state = evolve(null, { ...adopted, version: 0, at: stamp.at, by: stamp.by, cause: "" });
    const circle = ring(Object.values(state.tasks));
    return circle === null && found.paused !== true
      ? [adopted]
      : [adopted, lifecycle.runPaused({})];
  },
});
