// Check rules of the task graph: ids, tasks missing on one side, blockers, cycles, the verify task.
import { idFindings } from "../plan/rules.ts";
import { ring } from "../waves.ts";
import { type Rule, isVerify, isWaived } from "./view.ts";

const ids: Rule = (judged) => {
  const { seen, all, notes } = judged;
  const verify = all.verifyId ?? "verify";
  const places = [seen.session?.tasks ?? [], seen.files.map(({ task }) => task)];
  for (const list of places) {
    const before = new Set<string>();
    for (const task of list) {
      const [wrong] =
        task.id === verify
          ? []
          : idFindings(task.id, verify, "").filter(({ code }) => code === "TASK_ID_INVALID");
      if (wrong !== undefined) notes.error(task.at("id"), wrong.code, wrong.text);
      if (before.has(task.id.toLowerCase()))
        notes.error(task.at("id"), "TASK_REPEATED", `the id ${task.id} is there twice`);
      before.add(task.id.toLowerCase());
    }
  }
};

const pairs: Rule = ({ seen, all, notes }) => {
  if (seen.session === null || seen.files.length === 0) return;
  for (const { task, file, child } of [
    ...all.tasks,
    ...(all.verify === null ? [] : [all.verify]),
  ]) {
    if (file === null)
      notes.warn(task.spot, "TASK_UNPAIRED", `task ${task.id} has no file in tasks/`);
    if (child === null)
      notes.warn(
        task.spot,
        "TASK_UNPAIRED",
        `task ${task.id} isn't in child_tasks of session.json`,
      );
  }
};

const blockers: Rule = (judged) => {
  const { seen, tasks, all, whole, notes } = judged;
  if (!whole) return;
  // Quarantined tasks are reported separately.
  const there = new Set(
    [...(seen.session?.tasks ?? []), ...seen.files.map(({ task }) => task)].map(({ id }) => id),
  );
  const known = new Map(tasks.map((task) => [task.id, task]));
  for (const task of tasks) {
    for (const id of task.blocked_by) {
      const blocker = known.get(id);
      if (blocker === undefined) {
        if (!there.has(id))
          notes.error(
            task.at("blocked_by"),
            "DEPENDENCY_UNKNOWN",
            `task ${task.id} waits for ${id}, which isn't there`,
          );
      } else if (blocker === all.verify?.task) {
        notes.error(
          task.at("blocked_by"),
          "VERIFY_RESERVED",
          `task ${task.id} waits for the verify task, which waits for every task`,
        );
      } else if (
        !isVerify(judged, task) &&
        (task.status === "in_progress" || task.status === "resolved") &&
        blocker.status !== "resolved" &&
        !isWaived(judged, id)
      ) {
        notes.error(
          task.at("status"),
          "BLOCKER_UNRESOLVED",
          `task ${task.id} was begun, and ${id}, which it waits for, isn't resolved`,
        );
      }
    }
  }
  const circle = ring(tasks.map((task) => ({ id: task.id, blockedBy: task.blocked_by })));
  const first = circle === null ? undefined : known.get(circle[0] ?? "");
  if (circle !== null && first !== undefined)
    notes.error(
      first.at("blocked_by"),
      "GRAPH_CYCLIC",
      `tasks wait for each other in a ring: ${circle.join(" waits for ")}`,
    );
};

const verifying: Rule = (judged) => {
  const { seen, all, whole, notes } = judged;
  if (!whole || seen.session === null) return;
  const { verify } = all;
  if (verify === null) {
    const said = seen.session.verify_task_id;
    const where =
      said === null ? seen.session.at("child_tasks") : seen.session.at("verify_task_id");
    notes.warn(
      where,
      "VERIFY_MISSING",
      said === null ? "there is no verify task" : `the verify task ${said} isn't among the tasks`,
    );
    return;
  }
  const open = all.tasks
    .filter(({ task }) => !verify.task.blocked_by.includes(task.id))
    .map(({ task }) => task.id);
  if (open.length > 0)
    notes.warn(
      verify.task.at("blocked_by"),
      "VERIFY_UNBLOCKED",
      `the verify task doesn't wait for ${open.slice(0, 5).join(", ")}; it must wait for every task`,
    );
};

export const graph: readonly Rule[] = [ids, pairs, blockers, verifying];
