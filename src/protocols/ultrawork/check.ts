// Check of ultrawork's documents without a ledger, with the place of each finding. What it calls an error isn't adopted.
import type { Finding } from "../../core/run-files.ts";
import { findingsOf, remarks } from "../../kit/document/remarks.ts";
import { sentences } from "../../kit/document/remark-sentences.ts";
import { withSchemas } from "../../kit/document/schema-findings.ts";
import { rules } from "./check/rules.ts";
import { fileSchemas } from "./documents.ts";
import { type Files, nameIn } from "./read/folder.ts";
import { type Reading, readingOf } from "./read/reading.ts";

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
export const judged = (files: Files, alone: boolean): Judged | null => {
  const read = readingOf(files, alone);
  if (read === null) return null;
  const { reading, notes, isOlder } = read;
  const more = remarks();
  if (reading !== null) for (const rule of rules) rule(reading, more);
  const findings = findingsOf([...notes, ...more.list]);
  // Schemas are those of the format that is written: a published one lacks some of its keys.
  const all = isOlder ? findings : withSchemas(findings, files, fileSchemas, nameIn(alone));
  return { reading, findings: all.map(understood), corrections: sentences(notes) };
};

export const check = (files: Files): Promise<readonly Finding[] | null> =>
  Promise.resolve(judged(files, Object.keys(files).length === 1)?.findings ?? null);
