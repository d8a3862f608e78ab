// Collector of a reader's remarks on a document: findings of `check`, corrections of adoption.
import type { Finding } from "../../core/run-files.ts";
import { type JsonNode, readJson } from "../../core/json/json.ts";
import { placesOf } from "../../core/json/places.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";

/** A position in a document. */
export type Spot = { readonly doc: Doc; readonly pointer: string; readonly at: number };
export type Remark = {
  readonly spot: Spot;
  readonly severity: Finding["severity"];
  readonly code: string;
  readonly message: string;
};
export type Remarks = {
  readonly list: readonly Remark[];
  add(spot: Spot, severity: Remark["severity"], code: string, message: string): void;
  error(spot: Spot, code: string, message: string): void;
  warn(spot: Spot, code: string, message: string): void;
};

export const remarks = (): Remarks => {
  const list: Remark[] = [];
  const add: Remarks["add"] = (spot, severity, code, message) =>
    void list.push({ spot, severity, code, message });
  return {
    list,
    add,
    error: (spot, ...said) => add(spot, "error", ...said),
    warn: (spot, ...said) => add(spot, "warning", ...said),
  };
};

export type Doc = { readonly path: Path; readonly text: string; readonly root: JsonNode };

/** Returns false if either time is unknown. */
export const isBefore = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && Date.parse(a) < Date.parse(b);

/** The whole document as a position. */
export const top = (path: Path, text: string): Spot => ({
  doc: { path, text, root: { is: "null", at: 0, end: 0 } },
  pointer: "",
  at: 0,
});

/** The file that identifies a run's folder. */
export const mustBeThere = (
  path: Path,
  files: Readonly<Record<Path, string>>,
  notes: Remarks,
): void => {
  if (files[path] === undefined)
    notes.error(top(path, ""), "FILE_BROKEN", `${path.split("/").at(-1) ?? path} isn't there`);
};

/** Returns null for invalid JSON and adds a remark with the position. */
export const openDoc = (path: Path, text: string, notes: Remarks): Doc | null => {
  const root = readJson(text);
  if (!isRefusal(root)) return { path, text, root };
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/u);
  const before = lines.slice(0, (root.line ?? 1) - 1).reduce((sum, line) => sum + line.length, 0);
  const mark = before === 0 && text.startsWith("\u{feff}") ? 1 : 0;
  notes.error(
    { ...top(path, text), at: before + (root.column ?? 1) - 1 + mark },
    root.code,
    root.text,
  );
  return null;
};

/** A reader's result for a document; null if it is missing, or is invalid JSON, which adds a remark. */
export const readDoc = <T>(
  path: Path,
  text: string | undefined,
  notes: Remarks,
  read: (doc: Doc) => T | null,
): T | null => {
  const doc = text === undefined ? null : openDoc(path, text, notes);
  return doc === null ? null : read(doc);
};

/** For display: in the order of documents and positions. */
export const findingsOf = (list: readonly Remark[]): readonly Finding[] => {
  const places = new Map<string, ReturnType<typeof placesOf>>();
  const placeOf = ({ doc, at }: Spot): { readonly line: number; readonly column: number } => {
    const known = places.get(doc.path) ?? placesOf(doc.text);
    places.set(doc.path, known);
    return known(at);
  };
  return list.map(({ spot, severity, code, message }) => ({
    path: spot.doc.path,
    pointer: spot.pointer,
    ...placeOf(spot),
    severity,
    code,
    message,
  }));
};
