// Units of a found folder: each task once, though it stands in two places, with its unknown keys, and ids that can stand for files.
import { oneLine } from "../../../core/words/quote.ts";
import { oversized } from "../../../core/rules/reason.ts";
import type { Remarks, Spot } from "../../../kit/document/remarks.ts";
import { type Extras, extrasSize } from "../../../kit/document/unknown-keys.ts";
import type { Draft } from "../../../work/unit.ts";
import { bare } from "../drafts.ts";
import { idForm } from "../plan-rules.ts";
import { fileOf } from "../documents/task.ts";
import type { Phase } from "../documents/words.ts";
import { type SeenTask, sharedText } from "./documents.ts";
import type { SeenFolder } from "./folder.ts";

/** As its own file has it, if there is one. `draft`: without checks, which no rule looks at. */
export type FoundTask = SeenTask & { readonly draft: Draft };
export type FoundTasks = {
  /** In the order of child_tasks; those that are missing there come last. */
  readonly all: readonly FoundTask[];
  /** All but verify. */
  readonly tasks: readonly FoundTask[];
  readonly verify: FoundTask | null;
  readonly verifyId: string;
};

export type Reading = SeenFolder &
  FoundTasks & {
    /** As said, else as the tasks tell it; null for a document that tells neither. */
    readonly phase: Phase | null;
    /** Its plan was at work. */
    readonly approved: boolean;
    readonly extras: readonly Extras[];
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
const isMisnamed = (id: string): boolean => !idForm.test(id) || /^(?:plan|verify)$/iu.test(id);
/** Remarks on ids: their form, and units that would be one, or share a file. */
const remarkIds = (seen: SeenFolder, verifyId: string, notes: Remarks): void => {
  const { session, files } = seen;
  const malformed = (spot: Spot, text: string): void => notes.error(spot, "UNIT_MALFORMED", text);
  if (session !== null && verifyId !== "verify" && isMisnamed(verifyId))
    malformed(session.at("verify_task_id"), `${quoted(verifyId)} can't be an id`);
  const taken = new Map<string, Named>();
  for (const one of namesIn(seen)) {
    const { id, spot } = one;
    const isVerify = id === verifyId && one.in !== "context";
    const before = taken.get(id.toLowerCase());
    const isBoth = before?.in === "session" && one.in === "tasks" && before.id === id;
    taken.set(id.toLowerCase(), one);
    if (!isVerify && isMisnamed(id)) malformed(spot, `${quoted(id)} can't be an id`);
    else if (before !== undefined && !isBoth)
      notes.error(spot, "UNIT_REPEATED", `the id ${id} is there twice`);
  }
  for (const { name, task } of files)
    if (name !== task.id && !(name === "verify" && (session === null || task.id === verifyId)))
      malformed(
        task.at("id"),
        `this is the file of ${quoted(name)}, and its id is ${quoted(task.id)}`,
      );
};

const draftOf = (task: SeenTask, kind: "task" | "verify"): Draft => {
  const found = task.success_criteria.filter((text) => text.trim() !== "");
  // As adopted, a task without any has its subject.
  const criteria = found.length === 0 && kind === "task" ? [task.subject] : found;
  return {
    id: task.id,
    kind,
    title: task.subject,
    text: task.description,
    after: task.blocked_by,
    criteria: criteria.map(bare),
    more: task.complexity === null ? {} : { complexity: task.complexity },
  };
};

export const foundTasks = (seen: SeenFolder, notes: Remarks): FoundTasks => {
  const verifyId = verifyIdOf(seen);
  remarkIds(seen, verifyId, notes);
  const children = new Map((seen.session?.tasks ?? []).map((task) => [task.id, task]));
  const files = new Map(seen.files.map(({ task }) => [task.id, task]));
  for (const [id, child] of children) {
    const file = files.get(id);
    if (file === undefined || sharedText(file) === sharedText(child)) continue;
    const text = `${file.spot.doc.path} says otherwise of ${id}, and it counts`;
    notes.warn(child.spot, "TASK_DISAGREES", text);
  }
  const all = [...new Map([...children, ...files]).values()].map((task): FoundTask => {
    const draft = draftOf(task, task.id === verifyId ? "verify" : "task");
    return { ...task, draft };
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
/** Unknown keys, by the stable pointers of their objects. */
export const extrasOf = (
  { session, context, files }: SeenFolder,
  verifyId: string,
  notes: Remarks,
): readonly Extras[] => {
  const documents = [
    { file: "session.json", seen: session },
    { file: "context.json", seen: context },
    ...files.map(({ task }) => ({ file: fileOf(task.id === verifyId, task.id), seen: task })),
  ];
  return documents.flatMap(({ file, seen }) =>
    (seen?.kept ?? []).map(({ pointer, entries, spot }) => {
      const no = oversized("an object's unknown keys", extrasSize(entries), limit, pointer);
      if (no !== null) notes.error(spot, no.code, no.text);
      return { file, pointer, entries };
    }),
  );
};
