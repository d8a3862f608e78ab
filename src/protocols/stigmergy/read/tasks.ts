// The task list of older engines as the stories of one epic, in an order in which each can be done.
import type { Extras } from "../../../kit/document/unknown-keys.ts";
import { story } from "../files/form.ts";
import { objectAt } from "../files/layout.ts";
import { storiesLimit } from "../limits.ts";
import { epicStatus, stateFile } from "../manifest.ts";
import { fieldsOf, type Fields } from "./fields.ts";
import {
  builderAt,
  depth,
  type FoundManifest,
  type FoundStory,
  storyStatusOf,
} from "./manifest.ts";
import { type At, noteKind, type Notes, quoted } from "./notes.ts";

type Task = { readonly id: string; readonly needs: readonly string[]; readonly fields: Fields };

const idOf = (fields: Fields): string | null => {
  const key = fields.get("id") === null ? "task_id" : "id";
  fields.used(key);
  const node = fields.get(key)?.node;
  return node?.is === "number" ? String(node.value) : fields.text(key);
};

const taskOf = (at: At, notes: Notes): Task | null => {
  if (at.node.is !== "object") {
    noteKind(notes, "a task", at, "an object");
    return null;
  }
  const fields = fieldsOf(at, story, notes);
  const id = idOf(fields);
  const needs = fields.get("dependencies")?.node;
  const items = needs?.is === "array" ? needs.items : [];
  const names = items.flatMap((item) =>
    item.is === "string" || item.is === "number" ? [String(item.value)] : [],
  );
  return id === null ? null : { id, needs: names, fields };
};

/** In the order found, but each after its dependencies; null if there is a cycle. */
const ordered = (tasks: readonly Task[]): readonly Task[] | null => {
  const places = new Map(tasks.map(({ id }, place) => [id, place]));
  const open = tasks.map(
    ({ needs, id }) => new Set(needs.filter((one) => one !== id && places.has(one))),
  );
  const after = new Map<string, number[]>();
  for (const [place, needs] of open.entries())
    for (const need of needs) after.set(need, [...(after.get(need) ?? []), place]);
  const done: Task[] = [];
  const isDone = new Set<number>();
  // Repeated passes keep tasks without dependencies in place.
  for (let before = -1; before !== done.length;) {
    before = done.length;
    for (const [place, task] of tasks.entries()) {
      if (isDone.has(place) || (open[place]?.size ?? 0) > 0) continue;
      isDone.add(place);
      done.push(task);
      for (const next of after.get(task.id) ?? []) open[next]?.delete(task.id);
    }
  }
  return done.length === tasks.length ? done : null;
};

const titleOf = ({ id, fields }: Task): string => {
  for (const key of ["title", "summary", "description"]) {
    const node = fields.get(key)?.node;
    if (node?.is !== "string" || node.value.trim() === "") continue;
    fields.used(key);
    return node.value.trim().split("\n")[0] ?? id;
  }
  return id;
};

/** @param ids the story that each task has become */
export const tasksOf = (
  items: readonly At[],
  spot: At["spot"],
  notes: Notes,
): FoundManifest & { readonly ids: ReadonlyMap<string, string> } => {
  const tasks = items.flatMap((item) => taskOf(item, notes) ?? []);
  if (tasks.length > storiesLimit)
    notes.wrong(spot, "FIELD_OVERSIZED", `there are more than ${storiesLimit} tasks`);
  const seen = new Set<string>();
  const double = tasks.find(({ id }) => seen.size === seen.add(id).size);
  if (double !== undefined)
    notes.wrong(spot, "MANIFEST_INVALID", `the id ${quoted(double.id)} stands there twice`);
  const list = double === undefined && tasks.length <= storiesLimit ? ordered(tasks) : tasks;
  if (list === null)
    notes.wrong(spot, "MANIFEST_INVALID", "its tasks depend on each other in a circle");
  const kept: Extras[] = [];
  const ids = new Map((list ?? []).map(({ id }, index) => [id, `1.${index + 1}`]));
  const stories = (list ?? []).flatMap((task): FoundStory[] => {
    const { fields } = task;
    const id = ids.get(task.id) ?? task.id;
    const title = titleOf(task);
    const read = storyStatusOf(fields, notes);
    if (read === null) return [];
    kept.push({
      file: stateFile,
      pointer: objectAt.story(id),
      entries: [
        ...fields.extras(depth.story).filter(([key]) => key !== "task_id"),
        ["task_id", JSON.stringify(task.id)],
      ],
    });
    const approved = read.status !== "PENDING" || read.word.trim().toUpperCase() === "APPROVED";
    return [{ id, title, status: read.status, approved, builder: builderAt(fields) }];
  });
  if (stories.length === 0) return { epics: [], extras: [], ids };
  notes.old(
    spot,
    "KEY_MISSING",
    `${stories.length} tasks are read as the stories of epic 1, ${epicStatus({ stories })}; each keeps its old id as task_id`,
  );
  return { epics: [{ id: 1, title: "Tasks", stories }], extras: kept, ids };
};
