// Reader of a whole session folder with its template, for `check` and adoption.
import type { Finding } from "../../../core/run-files.ts";
import { isJson } from "../../../kit/document/fields.ts";
import { member, readJson } from "../../../core/json/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { readDoc, type Remarks } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { stateFile } from "../files/session.ts";
import { templateFile } from "../place.ts";
import { readTemplate } from "../template/read-template.ts";
import type { Template } from "../template/template.ts";
import { validate } from "../template/validate.ts";
import { type SeenSession, seenSession } from "./session.ts";
import { type SeenSnapshot, seenSnapshot, snapshotName } from "./snapshot.ts";

export type SeenTemplate = {
  readonly path: Path;
  readonly text: string;
  readonly body: Template | null;
  readonly findings: readonly Finding[];
};
export type RunFiles = {
  readonly session: SeenSession | null;
  readonly snapshots: readonly SeenSnapshot[];
  /** Unreadable snapshots. */
  readonly broken: readonly Path[];
  /** null if there is none. */
  readonly template: SeenTemplate | null;
};

type Files = Readonly<Record<Path, string>>;

const templateAt = (path: Path, text: string): SeenTemplate => {
  const findings = validate(text, path);
  const body = findings.some(({ severity }) => severity === "error") ? null : readTemplate(text);
  return { path, text, body: isRefusal(body) ? null : body, findings };
};

/** Reads the template's path from session-state.json, if possible even from a broken file. */
export const templatePath = (text: string): string | null => {
  const root = readJson(text, { twice: true });
  const node = isRefusal(root) ? null : member(root, "template_path");
  if (node?.is === "string") return node.value;
  const told = /"template_path"\s*:\s*("(?:[^"\\\n]|\\.)*")/u.exec(text)?.[1];
  const read = told === undefined ? null : readJson(told);
  return read !== null && !isRefusal(read) && read.is === "string" ? read.value : null;
};

/** @param outside the template found elsewhere; the pinned copy in the folder takes precedence */
export const seenFolder = (
  files: Files,
  outside: { readonly path: Path; readonly text: string } | null,
  notes: Remarks,
): RunFiles => {
  const own = files[templateFile];
  const template =
    own !== undefined
      ? templateAt(templateFile, own)
      : outside === null
        ? null
        : templateAt(outside.path, outside.text);
  const gates = new Map(template?.body?.nodes.map(({ id, type }) => [id, type === "checkpoint"]));
  const kinds = (id: string): boolean | null => gates.get(id) ?? null;
  const session = readDoc(stateFile, files[stateFile], notes, (doc) =>
    seenSession(doc, notes, kinds),
  );
  const snapshots: SeenSnapshot[] = [];
  const broken: Path[] = [];
  for (const path of Object.keys(files)
    .filter((one) => snapshotName(one) !== null)
    .sort()) {
    const seen = readDoc(path, files[path], notes, (doc) => seenSnapshot(doc, notes, kinds));
    if (seen === null) broken.push(path);
    else snapshots.push(seen);
  }
  return { session, snapshots, broken, template };
};

/** Matched as text, to recognise broken files too. */
const ofSession = /"(?:node_states|execution_plan|template_id|current_batch)"\s*:/u;
const ofSnapshot = /"node_states_snapshot"\s*:/u;

export const isSessionFolder = (files: Files): boolean => {
  const state = files[stateFile];
  if (state !== undefined) return ofSession.test(state) || !isJson(state);
  return Object.entries(files).some(
    ([path, text]) => snapshotName(path) !== null && ofSnapshot.test(text),
  );
};
