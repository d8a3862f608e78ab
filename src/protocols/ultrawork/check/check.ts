// Check of a single ultrawork document without a ledger, with the place of each finding.
import type { Finding } from "../../../core/dialect.ts";
import type { JsonNode } from "../../../core/json.ts";
import { type Remarks, findingsOf, mustBeThere, remarks } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { withSchemas } from "../../../core/schema-findings.ts";
import { fileSchemas } from "../files/schemas.ts";
import {
  aloneKind,
  type DocumentName,
  documentName,
  isSessionFolder,
  type RunFiles,
  seenAlone,
  seenFolder,
} from "../read/folder.ts";
import { mergeTasks } from "../read/merge.ts";
import { graph } from "./graph.ts";
import { proofs } from "./proofs.ts";
import { times } from "./times.ts";
import type { CheckInput } from "./view.ts";

const judge = (seen: RunFiles, notes: Remarks): readonly Finding[] => {
  const all = mergeTasks(seen, notes);
  const tasks = [...all.tasks, ...(all.verify === null ? [] : [all.verify])].map(
    ({ task }) => task,
  );
  const judged: CheckInput = {
    seen,
    all,
    tasks,
    whole: seen.session !== null && seen.broken.length === 0,
    notes,
  };
  for (const rule of [...graph, ...proofs, ...times]) rule(judged);
  return findingsOf(notes.list);
};

type Files = Readonly<Record<Path, string>>;

/** Checks single files without rules that need other files. */
const found = (files: Files): readonly Finding[] | null => {
  const paths = Object.keys(files);
  const notes = remarks();
  const [only] = paths;
  if (only !== undefined && paths.length === 1) {
    const seen = seenAlone(only, files[only] ?? "", notes);
    return seen === null ? null : judge(seen, notes);
  }
  if (!isSessionFolder(files) && !/"expected_explorers"\s*:/u.test(files["context.json"] ?? ""))
    return null;
  mustBeThere("session.json", files, notes);
  return judge(seenFolder(files, notes), notes);
};

export const check = (files: Files): readonly Finding[] | null => {
  const findings = found(files);
  const kind = (path: Path, root: JsonNode): DocumentName | null =>
    Object.keys(files).length === 1 ? aloneKind(path, root) : documentName(path);
  return findings === null ? null : withSchemas(findings, files, fileSchemas, kind);
};
