// Rules of a workable plan, beyond the form of its tasks: all findings at once.
import { oneLine } from "../../core/words/quote.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { isManual } from "../../kit/check/shape.ts";
import { ring } from "../../work/graph.ts";
import type { Draft } from "../../work/unit.ts";

export const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const mostTasks = 200;
const quoted = (text: string): string => JSON.stringify(oneLine(text));

/** @param at pointer to the task; in auto mode nothing may be left to a person */
export const criteriaFindings = (
  { criteria }: Draft,
  at: string,
  auto: boolean,
): readonly Refusal[] =>
  criteria.flatMap(({ text, check }, n) => {
    const pointer = `${at}/success_criteria/${n}`;
    return [
      criteria.findIndex((one) => one.text === text) < n &&
        refuse("CRITERIA_REPEATED", `the criterion ${quoted(text)} is repeated`, { pointer }),
      auto &&
        isManual(check) &&
        refuse(
          "PLAN_UNATTENDED",
          `the criterion ${quoted(text)} asks a person, and in auto mode nobody answers`,
          { pointer, fits: "a command or a file that shows it" },
        ),
    ].filter(isRefusal);
  });

type At = (index: number) => string;
const idFindings = (tasks: readonly Draft[], at: At): readonly Refusal[] => {
  const byFile = Map.groupBy(tasks, ({ id }) => id.toLowerCase());
  return tasks.flatMap((task, index) => {
    const { id } = task;
    const pointer = `${at(index)}/id`;
    // An id stands for a file, and some file systems don't tell upper from lower case.
    const [first = task] = byFile.get(id.toLowerCase()) ?? [];
    const as = first.id === id ? "" : `, as ${quoted(first.id)}: they would share a file`;
    return [
      !idForm.test(id) &&
        refuse("UNIT_ID_INVALID", `${quoted(id)} can't be the id of a task`, {
          pointer,
          fits: "letters, digits, . _ -, at most 64, a letter or digit first",
        }),
      first !== task &&
        refuse("UNIT_REPEATED", `the id ${quoted(id)} is repeated${as}`, {
          pointer,
          fits: "an id of its own, in any case",
        }),
    ].filter(isRefusal);
  });
};
const blockerFindings = (tasks: readonly Draft[], at: At): readonly Refusal[] => {
  const ids = new Set(tasks.map(({ id }) => id));
  const cycle = ring(tasks);
  return [
    ...tasks.flatMap(({ id, after }, index) =>
      after.map(
        (one, n) =>
          !ids.has(one) &&
          refuse(
            "UNIT_UNKNOWN",
            `task ${quoted(id)} waits for ${quoted(one)}, which doesn't exist`,
            { pointer: `${at(index)}/blocked_by/${n}`, fits: "ids of this plan" },
          ),
      ),
    ),
    cycle !== null &&
      refuse("GRAPH_CYCLIC", `a cycle: ${cycle.map(quoted).join(" waits for ")}`, {
        pointer: `${at(tasks.findIndex(({ id }) => id === cycle[0]))}/blocked_by`,
        fits: "a graph without cycles",
      }),
  ].filter(isRefusal);
};

/** @param at pointer to a task by its index */
export const planFindings = (
  tasks: readonly Draft[],
  auto: boolean,
  at: At = (index) => `/tasks/${index}`,
): readonly Refusal[] => [
  ...(tasks.length > 0
    ? []
    : [refuse("PLAN_EMPTY", "the plan has no task", { fits: "at least one task" })]),
  ...(tasks.length <= mostTasks
    ? []
    : [
        refuse("PLAN_OVERSIZED", `the plan has ${tasks.length} tasks, the limit is ${mostTasks}`, {
          fits: "fewer, larger ones",
        }),
      ]),
  ...idFindings(tasks, at),
  ...blockerFindings(tasks, at),
  ...tasks.flatMap((task, index) =>
    task.criteria.length > 0
      ? criteriaFindings(task, at(index), auto)
      : [
          refuse("CRITERIA_EMPTY", `task ${quoted(task.id)} has no criterion`, {
            pointer: `${at(index)}/success_criteria`,
            fits: "at least one that can be shown to hold",
          }),
        ],
  ),
];
