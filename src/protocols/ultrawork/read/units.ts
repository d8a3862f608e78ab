// Units of a found folder: each task once, though it stands in two places, and ids that can stand for files.
import { oneLine } from "../../../core/quote.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import type { SeenFolder } from "./folder.ts";
import { type SeenTask, sharedText } from "./task.ts";

/** `task`: the one that counts, of its own file if there is one. */
export type Merged = {
  readonly id: string;
  readonly task: SeenTask;
  readonly file: SeenTask | null;
  readonly child: SeenTask | null;
  /** As adopted: a task without any has its subject. */
  readonly criteria: readonly string[];
};
export type Merging = {
  /** In the order of child_tasks; those that are missing there come last. */
  readonly tasks: readonly Merged[];
  readonly verify: Merged | null;
  readonly verifyId: string;
};

const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const reserved = /^(?:plan|verify)$/iu;
const quoted = (id: string): string => JSON.stringify(oneLine(id, 80));

/** As the session names it; else as verify.json does. */
const verifyIdOf = ({ session, files }: SeenFolder): string => {
  if (session === null) return "verify";
  const file = files.find(({ name }) => name === "verify");
  return session.verify_task_id ?? file?.task.id ?? "verify";
};

type Named = {
  readonly id: string;
  readonly spot: Spot;
  readonly place: "context" | "session" | "tasks";
};
const namesIn = ({ session, context, files }: SeenFolder): readonly Named[] => {
  const named = (tasks: readonly SeenTask[], place: Named["place"]): readonly Named[] =>
    tasks.map((task) => ({ id: task.id, spot: task.at("id"), place }));
  return [
    ...(context?.expected ?? []).map(({ id, spot }): Named => ({ id, spot, place: "context" })),
    ...named(session?.tasks ?? [], "session"),
    ...named(
      files.map(({ task }) => task),
      "tasks",
    ),
  ];
};
const unfit = (id: string): string | null => {
  if (!idForm.test(id)) return `${quoted(id)} can't be an id`;
  return reserved.test(id) ? `the id ${id} is reserved` : null;
};
/** Remarks on ids: their form, and units that would be one, or share a file. */
const remarkIds = (seen: SeenFolder, verifyId: string, notes: Remarks): void => {
  const { session, files } = seen;
  if (session !== null && verifyId !== "verify" && unfit(verifyId) !== null)
    notes.error(session.at("verify_task_id"), "UNIT_MALFORMED", unfit(verifyId) ?? "");
  const isVerify = (id: string): boolean => id === verifyId || id === "verify";
  const taken = new Map<string, Pick<Named, "id"> & { readonly place: Named["place"] | null }>([
    ["verify", { id: verifyId, place: null }],
  ]);
  for (const one of namesIn(seen)) {
    const { id, spot, place } = one;
    const why = isVerify(id) ? null : unfit(id);
    const key = isVerify(id) ? "verify" : id.toLowerCase();
    const before = taken.get(key);
    taken.set(key, one);
    const isOther =
      before !== undefined &&
      (before.place === null
        ? place === "context"
        : before.place !== "session" ||
          place !== "tasks" ||
          (before.id !== id && !isVerify(before.id)));
    if (why !== null) notes.error(spot, "UNIT_MALFORMED", why);
    else if (isOther) notes.error(spot, "UNIT_REPEATED", `the id ${id} is there twice`);
  }
  for (const { name, task } of files)
    if (name !== task.id && !(name === "verify" && (session === null || isVerify(task.id))))
      notes.error(
        task.at("id"),
        "UNIT_MALFORMED",
        `this is the file of ${quoted(name)}, and its id is ${quoted(task.id)}`,
      );
};

export const mergedUnits = (seen: SeenFolder, notes: Remarks): Merging => {
  const { session, files } = seen;
  const verifyId = verifyIdOf(seen);
  remarkIds(seen, verifyId, notes);
  const idOf = ({ id }: SeenTask): string => (id === "verify" ? verifyId : id);
  const merged = (file: SeenTask | null, child: SeenTask | null): readonly Merged[] => {
    const task = file ?? child;
    if (task === null) return [];
    const id = idOf(task);
    const found = task.success_criteria.filter((text) => text.trim() !== "");
    const criteria = found.length === 0 && id !== verifyId ? [task.subject] : found;
    return [{ id, task, file, child, criteria }];
  };
  const byId = new Map(files.map(({ task }) => [idOf(task), task]));
  const children = (session?.tasks ?? []).flatMap((child) =>
    merged(byId.get(idOf(child)) ?? null, child),
  );
  const listed = new Set(children.map(({ id }) => id));
  const alone = [...byId].flatMap(([id, task]) => (listed.has(id) ? [] : merged(task, null)));
  for (const { id, file, child } of children)
    if (file !== null && child !== null && sharedText(file) !== sharedText(child))
      notes.warn(
        child.spot,
        "TASK_DISAGREES",
        `${file.spot.doc.path} says otherwise of ${id}, and it counts`,
      );
  const all = [...children, ...alone];
  return {
    tasks: all.filter(({ id }) => id !== verifyId),
    verify: all.find(({ id }) => id === verifyId) ?? null,
    verifyId,
  };
};
