// Hand edits of a session's files: which file is read how, and in which order.
import type { Admitted } from "../../core/run-files.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Path } from "../../core/row.ts";
import { all, type Asked } from "../../kit/document/edits.ts";
import { admittedBy, type Earlier, type Reader, type Trial } from "../../work/edit-door.ts";
import type { Unit } from "../../work/unit.ts";
import type { Work } from "../../work/work.ts";
import { allTasks, task, taskFile } from "./documents/task.ts";
import { isFree, taskName } from "./folder.ts";
import { contextAsked } from "./edits/context.ts";
import { together } from "./edits/plan.ts";
import { sessionAsked } from "./edits/session.ts";
import { newTask, taskAsked } from "./edits/task.ts";

const taskOf = (state: Work, path: Path): Unit | undefined =>
  allTasks(state).find((unit) => taskFile(unit) === path);

/** New tasks come before those that wait for them, and session.json, which may propose them all, last. */
const rank = (state: Work, path: Path): number | null => {
  if (path === "context.json") return 0;
  if (path === "session.json") return 3;
  if (taskName(path) === null) return null;
  return taskOf(state, path) === undefined ? 1 : 2;
};

/** Without the new tasks that were refused, a proposed plan isn't the one that was meant. */
const proposed = (state: Work, asked: Asked<Work>, earlier: readonly Earlier[]): Asked<Work> => {
  const isProposed = asked.rest?.some(({ command }) => command.type === "ProposePlan") === true;
  const lost = earlier.filter(
    ({ edit, refused }) =>
      refused !== null && taskName(edit.path) !== null && taskOf(state, edit.path) === undefined,
  );
  const findings = lost.flatMap(({ refused }) => refused?.more ?? refused ?? []);
  return isProposed ? all<Work>(asked, { findings }) : asked;
};

const reader = ({ dialect }: Trial): Reader => ({
  isFree,
  rank,
  read(state, edit, earlier) {
    const { path, was, now } = edit;
    if (path === "context.json") return contextAsked(state, edit);
    const door = { dialect, state, sets: [] };
    if (path === "session.json")
      return proposed(state, together(door, sessionAsked(door, edit, earlier)), earlier);
    const unit = taskOf(state, path);
    const place = { file: path, pointer: "" };
    return together(
      door,
      unit === undefined
        ? newTask(door, place, now, taskName(path))
        : taskAsked(door, unit, task, place, was, now),
    );
  },
});

export const admitWith = (
  rules: Trial,
  ...asked: Parameters<Protocol<Work>["admit"]>
): readonly Admitted[] => admittedBy(reader(rules), rules, ...asked);
