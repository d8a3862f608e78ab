// A checklist that is there: taken over, and judged without a ledger.
import type { Adopted, Finding, Source } from "../../../../src/core/run-files.ts";
import type { Refusal } from "../../../../src/core/refusal.ts";
import type { FoundRun } from "../../../../src/work/adopted.ts";
import { foundRun } from "../../../../src/work/from-document.ts";
import { boxesIn, unitsOf } from "./boxes.ts";
import { listFile, listRefused } from "./own.ts";

/** What was ticked counts as done, and as unproved. */
export const foundList = (folder: string, text: string): FoundRun => {
  const boxes = boxesIn(text);
  const ticked = new Set(boxes.flatMap((box) => (box.ticked ? [box.id] : [])));
  const goal = /^# +(.+)$/mu.exec(text)?.[1] ?? listFile;
  return foundRun(goal, unitsOf(boxes), ticked, { folder, text, kept: [] });
};

/** null: the folder is none of this protocol's. */
export const read = ({ files, folder }: Source): Adopted | Refusal | null => {
  const text = files[listFile];
  if (text === undefined) return null;
  const wrong = listRefused(text);
  if (wrong !== null) return wrong;
  const data = { found: foundList(folder, text), corrections: [], digests: {} };
  return { start: { type: "Adopt", data }, corrections: [], quarantined: [] };
};

const judged = (path: string, text: string): readonly Finding[] => {
  const wrong = listRefused(text);
  if (wrong === null) return [];
  const { code, text: message } = wrong;
  return [{ path, pointer: "", line: 1, column: 1, severity: "error", code, message }];
};
/** null: none of the files is a checklist. */
export const check = (files: Readonly<Record<string, string>>): readonly Finding[] | null => {
  const lists = Object.entries(files).filter(([path]) => path.split("/").at(-1) === listFile);
  return lists.length === 0 ? null : lists.flatMap(([path, text]) => judged(path, text));
};
