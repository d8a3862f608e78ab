// Reader of unknown keys in ultrawork files, per object; oversized ones are put aside.
import type { Extras } from "../../../core/unknown-keys.ts";
import { withinLimit } from "../../../core/found-extras.ts";
import type { Path } from "../../../core/row.ts";
import { childPointer, explorerPointer, foundPointer } from "../files/extras.ts";
import { extrasLimit } from "../limits.ts";
import type { SeenEvidence } from "./evidence.ts";
import type { RunFiles } from "./folder.ts";
import type { Merged, MergedAll } from "./merge.ts";

const ofTask = (merged: Merged, id: string, isVerify: boolean): readonly Extras[] => {
  const file: Path = `tasks/${isVerify ? "verify" : id}.json`;
  const at = childPointer(id);
  const entries = (
    list: readonly SeenEvidence[] | undefined,
    path: Path,
    pointer: string,
  ): readonly Extras[] => {
    const own = new Map((list ?? []).map((one) => [JSON.stringify(one.entry), one.extras]));
    return merged.evidence.map(({ entry }, index) => ({
      file: path,
      pointer: foundPointer(pointer, index),
      entries: own.get(JSON.stringify(entry)) ?? [],
    }));
  };
  return [
    { file, pointer: "", entries: merged.file?.task.extras ?? [] },
    ...entries(merged.file?.task.evidence, file, ""),
    { file: "session.json", pointer: at, entries: merged.child?.extras ?? [] },
    ...entries(merged.child?.evidence, "session.json", at),
  ];
};

export const unknownKeys = (seen: RunFiles, all: MergedAll): ReturnType<typeof withinLimit> => {
  const { session, context } = seen;
  const found: readonly Extras[] = [
    { file: "session.json", pointer: "", entries: session?.extras ?? [] },
    { file: "session.json", pointer: "/planner", entries: session?.planner?.extras ?? [] },
    ...all.tasks.flatMap((one) => ofTask(one, one.task.id, false)),
    ...(all.verify === null ? [] : ofTask(all.verify, all.verifyId ?? "verify", true)),
    { file: "context.json", pointer: "", entries: context?.extras ?? [] },
    ...(context?.explorers ?? []).map(({ id, extras }) => ({
      file: "context.json",
      pointer: explorerPointer(id),
      entries: extras,
    })),
  ].filter(({ entries }) => entries.length > 0);
  return withinLimit(
    found,
    extrasLimit,
    ({ file, pointer }) => `${file} ${pointer}`,
    (place) => `the unknown keys at ${place}`,
  );
};
