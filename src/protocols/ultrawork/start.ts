// How a run of ultrawork begins: its folder, its explorers, or a plan that needs none.
import type { Flag } from "../../core/message.ts";
import type { Beginning } from "../../kit/command.ts";
import { fits } from "../../kit/findings.ts";
import * as t from "../../kit/schema.ts";
import type { Begun, Dialect } from "../../work/dialect.ts";
import type { Draft } from "../../work/unit.ts";
import { sessionForm, teamForm } from "./folder.ts";
import { explorerDraft, lightPlan, plannerDraft, verifyDraft } from "./drafts.ts";
import { hintOf, type Own } from "./own.ts";

const usualHints = [
  "project structure and entry points",
  "architecture around the goal",
  "tests and how they run",
];
const mostExplorers = 8;
const usualHome = "~/.claude/ultrawork";
const explorersMeans = "how many agents read the repository first, 0 to 3, or what each looks for";
const fields = {
  light: t.optional(t.means("the goal is the only task; its worker names the check", t.flag)),
  explorers: t.optional(
    t.means(
      explorersMeans,
      t.told(
        `must be a number from 0 to ${usualHints.length}, or what each of up to ${mostExplorers} looks for, such as "how orders are stored"`,
        t.either(t.wholeFrom(0, usualHints.length), t.mostOf(mostExplorers, t.filled(2_000))),
      ),
    ),
  ),
  session: t.optional(
    t.means(
      "name of the run's folder; the run's id if not said",
      t.matching(sessionForm, "must be letters, digits, . _ -, at most 128"),
    ),
  ),
  session_task: t.optional(t.means("for hosts: the task of theirs that is this run", t.text)),
  team: t.optional(
    t.means("name of the folder around it", t.matching(teamForm, "must be letters, digits, . _ -")),
  ),
  home: t.optional(t.means(`the folder of all runs' files; default: ${usualHome}`, t.text)),
};
const dataShape = t.open({ goal: t.text, ...fields });

const flags: readonly Flag[] = [
  {
    name: "auto",
    means: "never ask: it ends done, or failed with a reason; checks that fail already may stay so",
    word: null,
    field: ["options", "mode"],
    read: () => "auto",
  },
  {
    name: "light",
    means: "for a small goal: no plan, one task; 2 agent conversations instead of at least 6",
    word: null,
    field: ["light"],
    unlike: "plan",
    read: () => true,
  },
  {
    name: "plan",
    means: "a plan that you have already; nobody explores or plans",
    word: "FILE",
    json: true,
    field: ["plan"],
    also: [{ field: ["explorers"], value: 0 }],
    then: "ProposePlan",
  },
  {
    name: "explorers",
    means: explorersMeans,
    word: "N",
    several: true,
    field: ["explorers"],
    // A single word is a misspelt number.
    read: (given) => {
      const [first = "", ...more] = given.map(String);
      if (more.length > 0 || /\s/u.test(first)) return given;
      return /^\d+$/u.test(first) ? Number(first) : first;
    },
  },
];

/** Characters that no folder's name has are written as `-`; `default` if nothing is left. */
const teamOf = (repo: string | null): string => {
  const name = (repo ?? "").replace(/[^A-Za-z0-9._-]/gu, "-");
  return teamForm.test(name) ? name : "default";
};
const homeOf = (value: unknown): string =>
  typeof value === "string" && value.trim() !== ""
    ? value.trim().replace(/(?<=.)\/+$/u, "")
    : usualHome;
const completes = (data: object, { facts, run, config }: Beginning): object => {
  if (!fits(dataShape, data)) return data;
  const { session = run, team = teamOf(facts.repo), home = config["home"] } = data;
  const { session_task = session, explorers = config["explorers"] } = data;
  return {
    ...data,
    session,
    session_task,
    team,
    home: homeOf(home),
    ...(explorers === undefined ? {} : { explorers }),
  };
};

const planning = (given: number | readonly string[]): readonly Draft[] => {
  const hints = typeof given === "number" ? usualHints.slice(0, given) : given;
  const explorers = hints.map((hint, index) => explorerDraft(`exp-${index + 1}`, hint));
  return [...explorers, plannerDraft(explorers), verifyDraft()];
};

const begin = (data: t.Of<typeof dataShape>, run: string): Begun => {
  const { goal, session = run, team = "default", light = false } = data;
  const { session_task: sessionTask = session, home = usualHome } = data;
  const place = { session, sessionTask, team, home };
  return {
    units: light ? lightPlan(goal) : planning(data.explorers ?? usualHints.length),
    more: { ...place, findings: [], planner: null, evidenceLog: [] } satisfies Own,
    options: light ? { max_workers: 1 } : {},
    approved: light,
  };
};
/** As a person enters them. */
const again: Dialect["start"]["again"] = ({ units }) => {
  const hints = units.filter(({ kind }) => kind === "explore").map(hintOf);
  const isLight = !units.some(({ kind }) => kind === "plan");
  if (isLight) return { data: {}, switches: ["light"] };
  return { data: { explorers: hints.length === 0 ? 0 : hints }, switches: [] };
};

export const start: Dialect["start"] = {
  purpose:
    "You say the goal. Agents plan it as tasks, you approve the plan, they work in parallel, and a check proves each task.",
  means: "Starts a run: a goal to be planned, worked in parallel and verified.",
  fields,
  flags,
  optionNames: ["home", "explorers"],
  completes,
  begin,
  again,
};
