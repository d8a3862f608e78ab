// Evidence in edits: what a hand adds is a claim, each once; what stands there is nobody's to change.
import { extrasAsked } from "../../../core/edit-reading.ts";
import { type Entries, unknownOf } from "../../../core/extras.ts";
import { type JsonNode, member, plain } from "../../../core/json.ts";
import { type Part, textAt } from "../../../core/part.ts";
import { redact } from "../../../core/redact.ts";
import {
  type Asked,
  claim,
  grows,
  type KeyEdit,
  no,
  type Opened,
} from "../../../kit/document/edits.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { readPart } from "../../../kit/edit-door.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import { cut } from "../../../work/check.ts";
import { evidenceTypes, foundEvidence, type Unit } from "../../../work/unit.ts";
import { find, type Work } from "../../../work/work.ts";
import { logEntry } from "../documents/log.ts";
import { evidencePointer, logPointer } from "../documents/pointers.ts";
import { evidenceEntry } from "../documents/task.ts";
import { ownOf } from "../own.ts";

const evidenceKeys = keysOf(evidenceEntry);
const logKeys = keysOf(logEntry);

const unlabelled = (text: string): string => text.replace(/^\[claim by [^\]\n]*\] /u, "");
/** A claim as files show it, without its label. */
const bare = (text: string): string => {
  const word = unlabelled(text);
  return word === text ? cut(redact(text)) : word;
};
/** Those that the last written text shows. */
const shownExtras = (
  { path, before }: Opened,
  node: JsonNode,
  known: ReadonlySet<string>,
): Entries => unknownOf({ doc: { path, text: before }, pointer: "", node }, known);

/** The criterion that an entry names: by its text, or by its number. */
const named = (unit: Unit | undefined, { node }: Part): string => {
  const name = member(node, "criteria");
  if (name?.is === "number") return unit?.criteria[name.value - 1]?.text ?? String(name.value);
  return name?.is === "string" ? name.value : "";
};
type Said = { readonly type: (typeof evidenceTypes)[number]; readonly text: string };
/** A claim for a criterion that nobody knows keeps its name in its text. */
const claimOf = (
  state: Work,
  unit: string,
  entry: Part,
  { type, text }: Said,
  known: ReadonlySet<string>,
) => {
  const one = find(state, unit);
  const name = named(one, entry);
  const isKnown = one?.criteria.some((criterion) => criterion.text === name) === true;
  const command = textAt(entry.node, "command")?.trim() ?? "";
  const data = {
    unit,
    ...(isKnown ? { criterion: name } : {}),
    type,
    text: isKnown || name === "" ? text : `${name}: ${text}`,
    ...(command === "" ? {} : { command }),
    extras: unknownOf(entry, known),
  };
  return { type: "ClaimEvidence", data };
};

const evidenceShape = t.either(
  t.text,
  t.open({ command: t.nullish(t.text), output: t.nullish(t.text) }),
);
/** An entry of a task's evidence: an object, or a plain text. */
export const evidenceClaim = (
  state: Work,
  unit: string,
  entry: Part,
  by: string | null,
): Asked<Work> => {
  const found = readPart(evidenceShape, entry);
  if ("findings" in found) return { findings: found.findings };
  const { output = "", command = "" } =
    typeof found.value === "string" ? { output: found.value } : found.value;
  if (typeof found.value === "string" && found.value.trim() === "") return { noted: true };
  const type = (command ?? "").trim() === "" ? "manual" : "command_output";
  const said = { type, text: unlabelled(output ?? "") } as const;
  return claim(entry, by, claimOf(state, unit, entry, said, evidenceKeys));
};
/** @param at pointer of the task in the file that keeps its unknown keys */
export const evidenceEdit = (
  state: Work,
  edit: Opened,
  unit: Unit,
  at: { readonly file: string; readonly pointer: string },
  by: string | null,
): KeyEdit<Work> =>
  grows({
    known: evidenceKeys,
    says: ["criteria", "command", "output"],
    bare,
    added: (entry) => evidenceClaim(state, unit.id, entry, by),
    kept(was, now) {
      const entry = plain(was);
      if (!fits(t.open(foundEvidence.entries), entry)) return {};
      const pointer = evidencePointer(at.pointer, unit.found, entry);
      const own = shownExtras(edit, was, evidenceKeys);
      return extrasAsked(state, at.file, was, now, evidenceKeys, { pointer, own });
    },
  });

const logShape = t.open({
  task_id: t.text,
  type: t.nullish(t.oneOf(evidenceTypes)),
  content: t.nullish(t.text),
});
const logClaim = (
  state: Work,
  entry: Part,
  authorOf: (unit: string) => string | null,
): Asked<Work> => {
  const found = readPart(logShape, entry);
  if ("findings" in found) return { findings: found.findings };
  const { task_id: unit, type, content } = found.value;
  const said = { type: type ?? "manual", text: unlabelled(content ?? "") } as const;
  return claim(entry, authorOf(unit), claimOf(state, unit, entry, said, logKeys));
};
/** @param authorOf the worker that the file names for a task */
export const logEdit = (
  state: Work,
  edit: Opened,
  authorOf: (unit: string) => string | null,
): KeyEdit<Work> =>
  grows({
    known: logKeys,
    says: ["task_id", "criteria", "type", "content"],
    bare,
    added: (entry) => logClaim(state, entry, authorOf),
    kept(was, now, at) {
      const kept = { pointer: logPointer(at), own: shownExtras(edit, was, logKeys) };
      const asked = extrasAsked(state, "session.json", was, now, logKeys, kept);
      return asked.rest === undefined || at >= ownOf(state).evidenceLog.length
        ? asked
        : no(now, "ENTRY_IMMUTABLE", "an entry that was adopted stays as it was found");
    },
  });
