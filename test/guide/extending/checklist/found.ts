// A checklist that is there: taken over, and judged without a ledger.
import type { Adopted, Finding, Source } from "../../../../src/core/dialect.ts";
import type { Refusal } from "../../../../src/core/refusal.ts";
import { listRefused } from "./commands.ts";
import { listFile } from "./state.ts";

/** null: the folder is none of this protocol's. */
export const read = ({ files, folder }: Source): Adopted | Refusal | null => {
  const text = files[listFile];
  if (text === undefined) return null;
  const wrong = listRefused(text);
  if (wrong !== null) return wrong;
  const title = /^# +(.+)$/mu.exec(text)?.[1] ?? listFile;
  const start = { type: "Adopt", data: { folder, title, text } };
  return { start, corrections: [], quarantined: [] };
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
