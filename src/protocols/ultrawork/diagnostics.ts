// Doctor findings on an ultrawork run: checks that prove nothing, tasks without a lease.
import { note } from "../../core/diagnostic.ts";
import type { Diagnostic } from "../../core/dialect.ts";
import type { Path } from "../../core/row.ts";
import { hollow, isRunnable, checkText } from "./checks.ts";
import { life } from "./ended.ts";
import type { State, Task } from "./state.ts";
import { nameless } from "./task.ts";
import { judgeYourself } from "./decider/names.ts";

const setCheck = ({ run }: State, { id }: Task, number: number): string =>
  `a check that fails without the work: \`cairn send ${run} SetCheck --task ${id} --criterion ${number} …\``;

const ofTask = (state: State, task: Task): readonly Diagnostic[] => {
  const checks = task.criteria.flatMap((criterion, index): readonly Diagnostic[] => {
    const number = index + 1;
    const subject = `${task.id}.${number}`;
    if (criterion.waived !== null || !isRunnable(criterion.check)) return [];
    if (
      hollow(criterion.check) ||
      (criterion.proof?.hollow === true && criterion.proof.held === undefined)
    ) {
      const text = `the check of criterion ${number} of task ${task.id} can't tell anything: \`${checkText(criterion.check)}\``;
      return [note("check-hollow", subject, text, setCheck(state, task, number))];
    }
    if (task.baseline?.results.find((result) => result.criterion === number)?.passed !== true)
      return [];
    const text = `criterion ${number} of task ${task.id} held before the work began: that its check passes shows nothing of the work`;
    return [note("check-trivial", subject, text, setCheck(state, task, number))];
  });
  // The verify task is never started by hand: it is in progress for as long as the sweep.
  if (task.status !== "in_progress" || task.leased || task.id === state.verifyId) return checks;
  const text = `task ${task.id} was begun by hand${task.worker === null || task.worker === nameless ? "" : ` by ${task.worker}`}: no lease stands behind it, so nobody sees whether it is still worked on`;
  const fits =
    "its file says when it is done; `cairn claim` is how an agent from outside takes a task";
  return [...checks, note("task-unleased", task.id, text, fits)];
};

/** @param strays task files next to the session's folder, where the original wrote them by mistake */
export const diagnostics = (
  state: State,
  {
    agentFor,
    strays,
  }: { readonly agentFor: (role: string) => string | null; readonly strays: readonly Path[] },
): readonly Diagnostic[] => {
  const found: Diagnostic[] = [];
  const [stray] = strays;
  if (stray !== undefined) {
    const text = `${strays.length === 1 ? stray : `${strays.length} files such as ${stray}`} lie beside the session's folder, where several sessions' tasks mix: nothing reads them`;
    found.push(
      note(
        "tasks-strayed",
        "../tasks",
        text,
        "`cairn adopt` takes them with --tasks, into a session that has none; else move them to where they belong",
      ),
    );
  }
  const now = life(state);
  if (now !== "live" && now !== "paused") return found;
  found.push(...Object.values(state.tasks).flatMap((task) => ofTask(state, task)));
  const worker = agentFor("worker");
  if (
    state.options.verifier === "other-session" &&
    worker !== null &&
    worker !== "hand" &&
    worker === agentFor("verifier")
  ) {
    const text = `the verifier is the same agent as the worker, ${worker}, in another conversation: it tends to overlook the same things`;
    found.push(
      note(
        "verify-alone",
        "verifier",
        text,
        `give the role verifier to another agent in cairn.config.json, or ${judgeYourself(state)}`,
      ),
    );
  }
  return found;
};
