// Readers of session.json, context.json and tasks, which find what a document lacks empty.
import { textOf } from "../../../kit/document/fields.ts";
import { member } from "../../../core/json/json.ts";
import { fixed } from "../../../kit/json/print.ts";
import type { Doc, Remarks, Spot } from "../../../kit/document/remarks.ts";
import { withUnknown } from "../../../kit/document/unknown-keys.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { type Seen, seenObject } from "../../../kit/document/keys-reader.ts";
import { inside } from "../../../kit/check/command.ts";
import { goalRefused } from "../../../work/commands/start.ts";
import type { FoundEvidence } from "../../../work/unit.ts";
import { context } from "../documents/context.ts";
import { logEntry } from "../documents/log.ts";
import { session } from "../documents/session.ts";
import { childTask, type evidenceEntry, task } from "../documents/task.ts";
import { byHand, type Finding, listKeys, noLists } from "../own.ts";

const topOf = (doc: Doc): Spot => ({ doc, pointer: "", at: doc.root.at });

const evidenceOf = (seen: Seen<(typeof evidenceEntry)["keys"]>) => {
  const { criteria, command, output, verified, timestamp, spot } = seen;
  const entry: FoundEvidence = {
    criteria: criteria ?? "",
    command: command ?? "",
    output: output ?? "",
    verified: verified === true,
    timestamp: timestamp ?? "",
  };
  return { entry, spot };
};

/** @param name the file's, for a task without an id */
const taskOf = (seen: Seen<(typeof task)["keys"]>, name: string) => {
  const id = seen.id ?? name;
  return {
    ...seen,
    id,
    subject: (seen.subject ?? "").trim() === "" ? `Task ${id}` : (seen.subject ?? ""),
    success_criteria: seen.success_criteria ?? [],
    evidence: seen.evidence.map(evidenceOf),
    blocked_by: [...new Set(seen.blocked_by)],
  };
};
export type SeenTask = ReturnType<typeof taskOf>;
/** Returns null and adds a remark if it isn't an object, as the readers below do. */
export const seenTask = (doc: Doc, notes: Remarks, name: string): SeenTask | null => {
  const seen = seenObject(task, doc.root, topOf(doc), notes);
  return seen === null ? null : taskOf(seen, name);
};

const shared = keysOf(childTask);
/** What both places of a task must agree on. */
export const sharedText = (one: SeenTask): string => {
  const all = { ...one, evidence: one.evidence.map(({ entry }) => entry) };
  return JSON.stringify(Object.entries(all).filter(([key]) => shared.has(key)));
};

/** An entry of evidence_log. `text`: as it stands there, or with what it lacks. */
const logOf = (seen: Seen<(typeof logEntry)["keys"]>) => {
  const { extras, spot, node, remarked } = seen;
  const entry = {
    task: seen.task_id ?? "",
    criteria: seen.criteria ?? "",
    type: seen.type ?? "manual",
    content: seen.content ?? "",
    at: seen.timestamp ?? "",
  };
  const text = remarked
    ? fixed(logEntry.written(entry, withUnknown([], ""), "", extras), 2).raw
    : textOf(spot.doc, node);
  return { ...entry, text };
};

export const seenSession = (doc: Doc, notes: Remarks) => {
  const seen = seenObject(session, doc.root, topOf(doc), notes);
  if (seen === null) return null;
  const isOlder = seen.version?.said !== "1.0";
  // What the newest published format lacks is empty.
  const no = seen.goal === null && !isOlder ? null : goalRefused(seen.goal ?? "");
  if (no !== null) notes.error(seen.at("goal"), no.code, no.text);
  return {
    ...seen,
    isOlder,
    isKnown: seen.version?.known === true && member(seen.node, "version")?.is === "string",
    tasks: seen.child_tasks.map((one) => taskOf(one, "")),
    log: seen.evidence_log.map(logOf),
  };
};
export type SeenSession = NonNullable<ReturnType<typeof seenSession>>;

const unknownHint = "what the goal needs to know";
/** An adopted file keeps them, even without content. */
const keptKeys = ["expected_explorers", ...listKeys] as const;
export const seenContext = (doc: Doc, notes: Remarks) => {
  const seen = seenObject(context, doc.root, topOf(doc), notes);
  if (seen === null) return null;
  const { expected_explorers: expected, key_files, patterns, constraints } = seen;
  const lists = {
    key_files: key_files ?? [],
    patterns: patterns ?? [],
    constraints: constraints ?? [],
  };
  // Lists aren't signed: they are the first explorer's.
  const found = seen.explorers.map(({ id, hint, file, summary, spot }, index): Finding => {
    const isOutside = file !== null && inside(file) === null;
    if (isOutside) notes.warn(spot, "PATH_OUTSIDE", `${file} is left out: it lies elsewhere`);
    return {
      explorer: id ?? "",
      hint: hint ?? unknownHint,
      file: isOutside ? null : file,
      summary: summary ?? "",
      ...(index === 0 ? lists : noLists),
    };
  });
  const unsigned = {
    explorer: byHand,
    hint: "what stood in context.json",
    file: null,
    summary: "",
  };
  const isUnsigned = found.length === 0 && Object.values(lists).flat().length > 0;
  const findings = isUnsigned ? [{ ...unsigned, ...lists }] : found;
  const hints = new Map(findings.map(({ explorer, hint }) => [explorer, hint]));
  if (hints.size < findings.length)
    notes.error(seen.at("explorers"), "UNIT_REPEATED", "an explorer is there twice");
  return {
    ...seen,
    findings,
    // The published format lists only explorers that have reported.
    expected: [...new Set(expected ?? seen.explorers.map(({ id }) => id ?? ""))].map((id) => ({
      id,
      hint: hints.get(id) ?? unknownHint,
      isDone: hints.has(id),
      spot: seen.at("expected_explorers"),
    })),
    keys: keptKeys.filter((key) => seen[key] !== null),
  };
};
export type SeenContext = NonNullable<ReturnType<typeof seenContext>>;
