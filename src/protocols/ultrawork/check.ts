// Check of ultrawork's documents without a ledger, with the place of each finding. What it calls an error isn't adopted.
import type { Finding } from "../../core/dialect.ts";
import type { JsonNode } from "../../core/json.ts";
import type { Path } from "../../core/row.ts";
import { findingsOf } from "../../core/remarks.ts";
import { sentences } from "../../core/remark-sentences.ts";
import { withSchemas } from "../../core/schema-findings.ts";
import { rules } from "./check/rules.ts";
import { aloneName, documentName, type Files } from "./read/folder.ts";
import { type Reading, readingOf, settled } from "./read/reading.ts";
import { fileSchemas } from "./schemas.ts";

export type Judged = {
  readonly reading: Reading | null;
  readonly findings: readonly Finding[];
  /** What is read otherwise than it stands there, one sentence each. */
  readonly corrections: readonly string[];
};

/** A schema lists fewer spellings of a word than the reader understands. */
const understood = (finding: Finding): Finding =>
  finding.code === "VALUE_ALIASED" ? { ...finding, severity: "warning" } : finding;

/** @param alone see `readingOf` */
export const judged = (files: Files, alone: Path | null): Judged | null => {
  const read = readingOf(files, alone);
  if (read === null) return null;
  const { reading, notes, isOlder } = read;
  const corrections = sentences(settled(notes.list, isOlder));
  if (reading !== null) for (const rule of rules) rule(reading, notes);
  const findings = findingsOf(settled(notes.list, isOlder));
  const nameOf = (path: Path, root: JsonNode) =>
    alone === null ? documentName(path) : aloneName(path, root);
  // Schemas are those of the format that is written: a published one lacks some of its keys.
  const all = isOlder ? findings : withSchemas(findings, files, fileSchemas, nameOf);
  return { reading, findings: all.map(understood), corrections };
};

const checked = (files: Files): readonly Finding[] | null => {
  const [only, ...more] = Object.keys(files);
  return judged(files, more.length === 0 ? (only ?? null) : null)?.findings ?? null;
};
export const check = (files: Files): Promise<readonly Finding[] | null> =>
  Promise.resolve(checked(files));
