// Readers of session.json and context.json.
import { member } from "../../../core/json.ts";
import type { Doc, Remarks } from "../../../core/remarks.ts";
import { seenObject } from "../../../kit/document/keys-reader.ts";
import { goalRefused } from "../../../work/commands/start.ts";
import { inside } from "../../../work/command.ts";
import { context as declaredContext } from "../documents/context.ts";
import { session as declared } from "../documents/session.ts";
import { byHand } from "../explore.ts";
import type { Finding } from "../own.ts";
import { logOf, taskOf, topOf } from "./task.ts";

/** Returns null and adds a remark if it isn't an object. */
export const seenSession = (doc: Doc, notes: Remarks) => {
  const seen = seenObject(declared, doc.root, topOf(doc), notes);
  if (seen === null) return null;
  const isOlder = seen.version?.said !== "1.0";
  // What the newest published format lacks is empty.
  const no = seen.goal === null && !isOlder ? null : goalRefused(seen.goal ?? "");
  if (no !== null) notes.error(seen.at("goal"), no.code, no.text);
  return {
    ...seen,
    isOlder,
    isKnown: seen.version?.known === true && member(seen.node, "version")?.is === "string",
    tasks: seen.child_tasks.map((task) => taskOf(task, null)),
    log: seen.evidence_log.map(logOf),
  };
};
export type SeenSession = NonNullable<ReturnType<typeof seenSession>>;

const unknownHint = "what the goal needs to know";
/** Returns null and adds a remark if it isn't an object. */
export const seenContext = (doc: Doc, notes: Remarks) => {
  const read = seenObject(declaredContext, doc.root, topOf(doc), notes);
  if (read === null) return null;
  const lists = {
    keyFiles: read.key_files ?? [],
    patterns: read.patterns ?? [],
    constraints: read.constraints ?? [],
  };
  const none = { keyFiles: [], patterns: [], constraints: [] };
  // Lists aren't signed: they are the first explorer's.
  const found = read.explorers.map(({ id, hint, file, summary, spot }, index): Finding => {
    const isOutside = file !== null && inside(file) === null;
    if (isOutside) notes.warn(spot, "PATH_OUTSIDE", `${file} is left out: it lies elsewhere`);
    return {
      explorer: id ?? "",
      hint: hint ?? unknownHint,
      file: isOutside ? null : file,
      summary: summary ?? "",
      ...(index === 0 ? lists : none),
    };
  });
  const unsigned = { explorer: byHand, hint: "what stood in context.json", file: null };
  const isUnsigned = found.length === 0 && Object.values(lists).flat().length > 0;
  const findings = isUnsigned ? [{ ...unsigned, summary: "", ...lists }] : found;
  // The published format lists only explorers that have reported.
  const ids = read.expected_explorers ?? read.explorers.map(({ id }) => id ?? "");
  const spot = read.at("expected_explorers");
  const expected = [...new Set(ids)].map((id) => {
    const own = findings.find(({ explorer }) => explorer === id);
    return { id, hint: own?.hint ?? unknownHint, isDone: own !== undefined, spot };
  });
  if (new Set(findings.map(({ explorer }) => explorer)).size < findings.length)
    notes.error(read.at("explorers"), "UNIT_REPEATED", "an explorer is there twice");
  const { expected_explorers, key_files, patterns, constraints } = read;
  const all = { expected_explorers, key_files, patterns, constraints };
  const keys = Object.entries(all).flatMap(([key, value]) => (value === null ? [] : [key]));
  return { ...read, findings, expected, keys };
};
export type SeenContext = NonNullable<ReturnType<typeof seenContext>>;
