// Types of check rules and places of findings in a run's documents.
import { type Remarks, top, type Spot } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { spotOf, type Reading } from "../markdown/document.ts";
import type { RunFiles } from "./folder.ts";

export type CheckInput = {
  readonly seen: RunFiles;
  /** The folder's name; null if unknown. */
  readonly folder: string | null;
  /** The run's files relative to its folder; null if only one file is checked. */
  readonly files: ReadonlySet<Path> | null;
  readonly notes: Remarks;
};
export type Rule = (judged: CheckInput) => void;

export const inReading = (
  doc: Pick<Reading, "text" | "spots"> & { readonly path: Path },
  anchor: string,
): Spot => spotOf(doc.path, doc, anchor);
export const inText = (
  doc: { readonly path: Path; readonly text: string },
  pointer: string,
  at: number,
): Spot => ({ ...top(doc.path, doc.text), pointer, at });
