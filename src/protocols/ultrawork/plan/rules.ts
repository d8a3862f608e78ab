// Rules of a workable plan in ultrawork, all findings at once.
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { isManual } from "../checks.ts";
import type { DraftTask } from "../evolve/draft.ts";
import { ring } from "../waves.ts";

const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
/** Decisions are named after their subject, so `plan` can't be a task id. */
const taken = new Set(["plan"]);
const most = 200;

export const idFindings = (id: string, verifyId: string, pointer: string): readonly Refusal[] => {
  if (id.toLowerCase() === "verify" || id.toLowerCase() === verifyId.toLowerCase())
    return [
      refuse("VERIFY_RESERVED", `the id ${id} belongs to the verify task`, {
        pointer,
        fits: "another id",
      }),
    ];
  if (/^fix-/iu.test(id))
    return [
      refuse("VERIFY_RESERVED", `the id ${id} begins as those of fix tasks do`, {
        pointer,
        fits: "an id that doesn't begin with fix-",
      }),
    ];
  if (!idForm.test(id) || taken.has(id.toLowerCase()))
    return [
      refuse("TASK_ID_INVALID", `${JSON.stringify(id)} cannot be a task's id`, {
        pointer,
        fits: "letters, digits, . _ -, at most 64, a letter or digit first",
      }),
    ];
  return [];
};

const repeats = (ids: readonly string[]): readonly Refusal[] => {
  const seen = new Map<string, string>();
  return ids.flatMap((id, index) => {
    const before = seen.get(id.toLowerCase());
    seen.set(id.toLowerCase(), id);
    return before === undefined
      ? []
      : [
          refuse(
            "TASK_REPEATED",
            `the id ${id} is there twice${before === id ? "" : ` (as ${before}; they would share a file)`}`,
            {
              pointer: `/tasks/${index}/id`,
            },
          ),
        ];
  });
};

const blockers = (
  tasks: readonly DraftTask[],
  known: ReadonlySet<string>,
  verifyId: string,
): readonly Refusal[] =>
  tasks.flatMap((task, index) =>
    task.blockedBy.flatMap((id) => {
      const pointer = `/tasks/${index}/blocked_by`;
      if (id === verifyId || id === "verify")
        return [
          refuse(
            "VERIFY_RESERVED",
            `task ${task.id} is blocked by verify, which waits for every task`,
            { pointer },
          ),
        ];
      return known.has(id)
        ? []
        : [
            refuse("DEPENDENCY_UNKNOWN", `task ${task.id} waits for ${id}, which isn't there`, {
              pointer,
            }),
          ];
    }),
  );

export const manualFindings = (tasks: readonly DraftTask[], auto: boolean): readonly Refusal[] =>
  auto
    ? tasks.flatMap((task) =>
        task.criteria
          .filter(({ check }) => isManual(check))
          .map(({ text }) =>
            refuse(
              "PLAN_UNATTENDED",
              `task ${task.id}: "${text}" asks a person, and in auto mode nobody answers`,
              {
                fits: "a command or a file that shows it",
              },
            ),
          ),
      )
    : [];

/** Verify's own two criteria are proven by the engine and the verdict. `more`: other existing ids (resolved tasks that stay). */
export const planFindings = (
  tasks: readonly DraftTask[],
  verify: DraftTask,
  how: { readonly auto: boolean; readonly own: number; readonly more: readonly string[] },
): readonly Refusal[] => {
  const circle = ring(tasks);
  return [
    ...(tasks.length === 0 && how.more.length === 0
      ? [refuse("PLAN_EMPTY", "the plan has no task besides verify", { fits: "at least one task" })]
      : []),
    ...(tasks.length > most
      ? [
          refuse("PLAN_OVERSIZED", `the plan has ${tasks.length} tasks, more than ${most}`, {
            fits: "fewer, larger tasks",
          }),
        ]
      : []),
    ...repeats(tasks.map((task) => task.id)),
    ...blockers(tasks, new Set([...tasks.map((task) => task.id), ...how.more]), verify.id),
    ...(circle === null
      ? []
      : [
          refuse(
            "GRAPH_CYCLIC",
            `tasks wait for each other in a ring: ${circle.join(" waits for ")}`,
            { fits: "a graph without rings" },
          ),
        ]),
    ...verify.criteria
      .slice(how.own)
      .filter(({ check }) => check === null)
      .map(({ text }) =>
        refuse(
          "CRITERION_BARE",
          `verify's criterion "${text}" has no check, and nobody else gives it one`,
          {
            pointer: "/verify/success_criteria",
            fits: "a check object",
          },
        ),
      ),
    ...manualFindings([...tasks, verify], how.auto),
  ];
};
