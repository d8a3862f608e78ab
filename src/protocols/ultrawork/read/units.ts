// Units of a found folder: each task once, though it stands in two places, with its unknown keys, and ids that can stand for files.
import { oneLine } from "../../../core/quote.ts";
import { oversized } from "../../../core/reason.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { type Extras, extrasSize } from "../../../core/unknown-keys.ts";
import { idForm } from "../../../work/plan-rules.ts";
import type { Draft } from "../../../work/unit.ts";
import { childPointer, explorerPointer, foundPointer } from "../documents/pointers.ts";
import { type SeenEvidence, type SeenTask, sharedText } from "./documents.ts";
import type { SeenFolder } from "./folder.ts";

/** A task as it stands in a document. `pointer`: where its unknown keys are kept. */
type Place = { readonly file: Path; readonly pointer: string; readonly seen: SeenTask | undefined };
export type FoundTask = {
  readonly id: string;
  /** The one that counts: of its own file, if there is one. */
  readonly task: SeenTask;
  /** Without checks, which no rule looks at. */
  readonly draft: Draft;
  readonly places: readonly Place[];
};
export type FoundTasks = {
  /** In the order of child_tasks; those that are missing there come last. */
  readonly all: readonly FoundTask[];
  /** All but verify. */
  readonly tasks: readonly FoundTask[];
  readonly verify: FoundTask | null;
  readonly verifyId: string;
};

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
  readonly in: "context" | "session" | "tasks";
};
const namesIn = ({ session, context, files }: SeenFolder): readonly Named[] => [
  ...(context?.expected ?? []).map(({ id, spot }) => ({ id, spot, in: "context" as const })),
  ...(session?.tasks ?? []).map(({ id, at }) => ({ id, spot: at("id"), in: "session" as const })),
  ...files.map(({ task: { id, at } }) => ({ id, spot: at("id"), in: "tasks" as const })),
];
/** Remarks on ids: their form, and units that would be one, or share a file. */
const remarkIds = (seen: SeenFolder, verifyId: string, notes: Remarks): void => {
  const { session, files } = seen;
  const isVerify = (id: string): boolean => id === verifyId || id === "verify";
  const malformed = (spot: Spot, text: string): void => notes.error(spot, "UNIT_MALFORMED", text);
  const remarkForm = (id: string, spot: Spot): boolean => {
    if (!idForm.test(id)) malformed(spot, `${quoted(id)} can't be an id`);
    else if (/^(?:plan|verify)$/iu.test(id)) malformed(spot, `the id ${id} is reserved`);
    else return true;
    return false;
  };
  if (session !== null && verifyId !== "verify") remarkForm(verifyId, session.at("verify_task_id"));
  const taken = new Map<string, Named>();
  for (const one of namesIn(seen)) {
    const isTask = one.in !== "context";
    const id = isTask && isVerify(one.id) ? verifyId : one.id;
    const before = taken.get(id.toLowerCase());
    taken.set(id.toLowerCase(), { ...one, id });
    const isBoth = before?.in === "session" && one.in === "tasks" && before.id === id;
    const isTaken = (before !== undefined && !isBoth) || (!isTask && isVerify(id));
    if ((isVerify(id) || remarkForm(id, one.spot)) && isTaken)
      notes.error(one.spot, "UNIT_REPEATED", `the id ${one.id} is there twice`);
  }
  for (const { name, task } of files)
    if (name !== task.id && !(name === "verify" && (session === null || isVerify(task.id))))
      malformed(
        task.at("id"),
        `this is the file of ${quoted(name)}, and its id is ${quoted(task.id)}`,
      );
};

const draftOf = (id: string, task: SeenTask, kind: "task" | "verify"): Draft => {
  const found = task.success_criteria.filter((text) => text.trim() !== "");
  // As adopted, a task without any has its subject.
  const criteria = found.length === 0 && kind === "task" ? [task.subject] : found;
  return {
    id,
    kind,
    title: task.subject,
    text: task.description,
    after: task.blocked_by,
    criteria: criteria.map((text) => ({ text, check: null, chosenBy: null })),
    more: task.complexity === null ? {} : { complexity: task.complexity },
  };
};

export const foundTasks = (seen: SeenFolder, notes: Remarks): FoundTasks => {
  const verifyId = verifyIdOf(seen);
  remarkIds(seen, verifyId, notes);
  const byId = (all: readonly SeenTask[]): ReadonlyMap<string, SeenTask> =>
    new Map(all.map((task) => [task.id === "verify" ? verifyId : task.id, task]));
  const children = byId(seen.session?.tasks ?? []);
  const files = byId(seen.files.map(({ task }) => task));
  for (const [id, child] of children) {
    const file = files.get(id);
    if (file === undefined || sharedText(file) === sharedText(child)) continue;
    const text = `${file.spot.doc.path} says otherwise of ${id}, and it counts`;
    notes.warn(child.spot, "TASK_DISAGREES", text);
  }
  const all = [...new Map([...children, ...files])].map(([id, task]): FoundTask => {
    const kind = id === verifyId ? "verify" : "task";
    const file = `tasks/${kind === "verify" ? "verify" : id}.json`;
    return {
      id,
      task,
      draft: draftOf(id, task, kind),
      places: [
        { file, pointer: "", seen: files.get(id) },
        { file: "session.json", pointer: childPointer(id), seen: children.get(id) },
      ],
    };
  });
  return {
    all,
    tasks: all.filter(({ id }) => id !== verifyId),
    verify: all.find(({ id }) => id === verifyId) ?? null,
    verifyId,
  };
};

/** Characters of one object's unknown keys. */
const limit = 64 * 1024;
/** Unknown keys, by the stable pointers of their objects. Evidence is addressed as it will stand in both places. */
export const extrasOf = (
  { session, context }: SeenFolder,
  { all }: FoundTasks,
  notes: Remarks,
): readonly Extras[] => {
  type Own = Pick<SeenEvidence, "extras" | "spot">;
  const kept = (file: Path, pointer: string, one: Own | null | undefined): readonly Extras[] => {
    if (!one || one.extras.length === 0) return [];
    const size = extrasSize(one.extras);
    const no = oversized("an object's unknown keys", size, limit, pointer);
    if (no !== null) notes.error(one.spot, no.code, no.text);
    return [{ file, pointer, entries: one.extras }];
  };
  const ofTask = ({ task, places }: FoundTask): readonly Extras[] => {
    const texts = task.evidence.map(({ entry }) => JSON.stringify(entry));
    const numbers = new Map(texts.map((text, at) => [text, at] as const).toReversed());
    return places.flatMap(({ file, pointer, seen }) => [
      ...kept(file, pointer, seen),
      ...(seen?.evidence ?? []).flatMap((one) => {
        const at = numbers.get(JSON.stringify(one.entry));
        return at === undefined ? [] : kept(file, foundPointer(pointer, at), one);
      }),
    ]);
  };
  return [
    ...kept("session.json", "", session),
    ...kept("session.json", "/planner", session?.planner),
    ...all.flatMap(ofTask),
    ...kept("context.json", "", context),
    ...(context?.explorers ?? []).flatMap((one) =>
      kept("context.json", explorerPointer(one.id ?? ""), one),
    ),
  ];
};
