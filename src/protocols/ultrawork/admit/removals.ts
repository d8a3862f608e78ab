// Removed task files in an ultrawork folder: drop the task from a draft; a lost folder drops nothing.
import type { Edit } from "../../../core/dialect.ts";
import type { Path } from "../../../core/row.ts";
import { allTasks, taskFile } from "../files/tasks.ts";
import type { State } from "../state.ts";
import type { Ask } from "./part.ts";

/** The tasks that edits remove from the draft. */
export const removals = (
  state: State,
  gone: readonly Edit[],
): readonly { readonly path: Path; readonly asked: Ask }[] => {
  const paths = new Set(gone.map(({ path }) => path));
  const files = allTasks(state).map(({ id }) => taskFile(state, id));
  const isLost = paths.has("session.json") || files.every((path) => paths.has(path));
  if (state.phase !== "PLANNING" || isLost) return [];
  return state.order.flatMap((task) => {
    const path = taskFile(state, task);
    return paths.has(path)
      ? [
          {
            path,
            asked: { command: { type: "RemoveTask", data: { task } }, at: "", by: null } as const,
          },
        ]
      : [];
  });
};
