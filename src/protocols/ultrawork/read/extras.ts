// Unknown keys of a found folder, by the stable pointers of their objects.
import { oversized } from "../../../core/reason.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import { type Extras, extrasSize } from "../../../core/unknown-keys.ts";
import { childPointer, explorerPointer, foundPointer } from "../documents/pointers.ts";
import type { SeenFolder } from "./folder.ts";
import type { SeenTask } from "./task.ts";
import type { Merged, Merging } from "./units.ts";

/** Characters of one object's unknown keys. */
const limit = 64 * 1024;
type Own = Extras & { readonly spot: Spot };

/** Evidence is addressed as it will stand in both places. */
const ofTask = ({ id, task, file, child }: Merged, isVerify: boolean): readonly Own[] => {
  const path = `tasks/${isVerify ? "verify" : id}.json`;
  const at = childPointer(id);
  const numbers = new Map<string, number>();
  task.evidence.forEach(({ entry }, index) => {
    const text = JSON.stringify(entry);
    if (!numbers.has(text)) numbers.set(text, index);
  });
  const ofPlace = (seen: SeenTask | null, place: string, pointer: string): readonly Own[] =>
    seen === null
      ? []
      : [
          { file: place, pointer, entries: seen.extras, spot: seen.spot },
          ...seen.evidence.flatMap(({ entry, extras, spot }) => {
            const index = numbers.get(JSON.stringify(entry));
            if (index === undefined) return [];
            return [{ file: place, pointer: foundPointer(pointer, index), entries: extras, spot }];
          }),
        ];
  return [...ofPlace(file, path, ""), ...ofPlace(child, "session.json", at)];
};

export const extrasOf = ({ session, context }: SeenFolder, { tasks, verify }: Merging) => {
  const ofObject = (
    file: string,
    pointer: string,
    seen: Pick<Own, "spot"> & { readonly extras: Own["entries"] },
  ): Own => ({ file, pointer, entries: seen.extras, spot: seen.spot });
  return [
    ...(session === null ? [] : [ofObject("session.json", "", session)]),
    ...(session?.planner ? [ofObject("session.json", "/planner", session.planner)] : []),
    ...tasks.flatMap((one) => ofTask(one, false)),
    ...(verify === null ? [] : ofTask(verify, true)),
    ...(context === null ? [] : [ofObject("context.json", "", context)]),
    ...(context?.explorers ?? []).map((one) =>
      ofObject("context.json", explorerPointer(one.id ?? ""), one),
    ),
  ].filter(({ entries }) => entries.length > 0);
};
export const remarkExtras = (all: readonly Own[], notes: Remarks): void => {
  for (const { entries, pointer, spot } of all) {
    const no = oversized("an object's unknown keys", extrasSize(entries), limit, pointer);
    if (no !== null) notes.error(spot, no.code, no.text);
  }
};
