// Why: a run's beginning fixes its name, folder and options for ever.
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import { evolve } from "../evolve.ts";
import type { UltraworkCommands } from "../messages.ts";
import { ring } from "../waves.ts";
import { startOptions } from "./options.ts";
import type { Decided } from "./step.ts";

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

export const start = (data: UltraworkCommands["Start"]["data"]): Decided => {
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
    {
      type: "RunStarted",
      data: { run, goal: data.goal, session, sessionTask, team, home, options, base, origin },
    },
  ];
};

export const adopt = (data: UltraworkCommands["Adopt"]["data"], stamp: Stamp): Decided => {
  const { found, corrections, digests, base = nowhere } = data;
  const options = startOptions(found.options);
  const no = goalRefused(found.goal) ?? namesRefused(found.session, found.team);
  if (no !== null) return no;
  if (isRefusal(options)) return options;
  const adopted = {
    type: "RunAdopted",
    data: { run: data.run ?? "", found, options, base, corrections, digests },
  } as const;
  const state = evolve(null, { ...adopted, version: 0, at: stamp.at, by: stamp.by, cause: "" });
  const circle = ring(Object.values(state.tasks));
  return circle === null && found.paused !== true
    ? [adopted]
    : [adopted, { type: "RunPaused", data: {} }];
};
