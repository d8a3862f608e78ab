// Standalone `check` of documents of the iterative format: no ledger needed, findings with places.
import type { Finding } from "../../../core/run-files.ts";
import { findingsOf, mustBeThere, type Remarks, remarks } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { withSchemas } from "../../../kit/document/schema-findings.ts";
import { fileSchemas } from "../files/schemas.ts";
import { entryRules } from "./entries.ts";
import { isOurs, nameOf, runsIn, seenRun } from "./folder.ts";
import { planRules } from "./plans.ts";
import { stateRules } from "./states.ts";

const stateFile = "state.json";

type Files = Readonly<Record<Path, string>>;

/** @param whole the run's complete folder is given, not a single file */
const judge = (
  files: Files,
  prefix: Path,
  folder: string | null,
  whole: boolean,
  notes: Remarks,
): void => {
  if (whole) mustBeThere(`${prefix}${stateFile}`, files, notes);
  const seen = seenRun(files, prefix, notes);
  const own = Object.keys(files).flatMap((path) =>
    path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
  );
  for (const rule of [...stateRules, ...planRules, ...entryRules])
    rule({ seen, folder, files: whole ? new Set(own) : null, notes });
};

const folderOf = (path: Path): string | null => path.split("/").at(-2) ?? null;

const found = (files: Files, folder: string | undefined): readonly Finding[] | null => {
  const [only, ...others] = Object.entries(files);
  const notes = remarks();
  if (only !== undefined && others.length === 0 && only[0].includes("/") && isOurs(...only)) {
    const at = only[0].lastIndexOf("/") + 1;
    judge(files, only[0].slice(0, at), folderOf(only[0]), false, notes);
    return findingsOf(notes.list);
  }
  const runs = runsIn(files);
  if (runs.length === 0) return null;
  for (const prefix of runs)
    judge(files, prefix, prefix === "" ? (folder ?? null) : folderOf(prefix), true, notes);
  return findingsOf(notes.list);
};

/** Returns null if no file is of this format. A single document is named with its folder; a run's files are relative to it, those of all runs to its parent. */
export const check = (files: Files, folder?: string): readonly Finding[] | null => {
  const findings = found(files, folder);
  if (findings === null) return null;
  const runs = new Set(runsIn(files));
  const alone = Object.keys(files).length === 1;
  const kind = (path: Path): string | null =>
    nameOf(path) === stateFile && (alone || runs.has(path.slice(0, -stateFile.length)))
      ? stateFile
      : null;
  return withSchemas(findings, files, fileSchemas, kind);
};
