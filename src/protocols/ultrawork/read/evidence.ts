// Reader of evidence in existing ultrawork files: objects, plain texts or log lines.
import { textOf } from "../../../core/fields.ts";
import { readJson } from "../../../core/json.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { type Doc, type Remarks, remarks, type Spot } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { logEntry } from "../files/log.ts";
import type { evidenceEntry } from "../files/tasks.ts";
import type { FoundEvidence } from "../state.ts";
import { type Seen, seenObject } from "../../../kit/document/keys-reader.ts";

/** Missing values become empty. */
export const seenEvidence = (seen: Seen<(typeof evidenceEntry)["keys"]>) => {
  const { criteria, command, output, verified, timestamp, extras, spot } = seen;
  const entry: FoundEvidence = {
    criteria: criteria ?? "",
    command: command ?? "",
    output: output ?? "",
    verified: verified === true,
    timestamp: timestamp ?? "",
  };
  return { entry, extras, spot };
};
export type SeenEvidence = ReturnType<typeof seenEvidence>;

/** `text`: the entry for the log, with unknown keys in place. */
export type LogEntry = {
  readonly task: string;
  readonly criteria: string;
  readonly text: string;
  readonly spot: Spot;
};

/** An entry of evidence_log; unsupported parts of its format are described in words. */
export const logEntryOf = (seen: Seen<(typeof logEntry)["keys"]>): LogEntry => {
  const { task_id, criteria, type, content, timestamp, extras, spot } = seen;
  const known = {
    task_id: task_id ?? "",
    criteria: criteria ?? "",
    type: type ?? "manual",
    content: content ?? "",
    timestamp: timestamp ?? "",
  };
  const at = { task: known.task_id, criteria: known.criteria, spot };
  if (!seen.remarked) return { ...at, text: textOf(spot.doc, seen.node) };
  const lines = [
    ...Object.entries(known).map(([key, value]) => [key, JSON.stringify(value)] as const),
    ...extras,
  ].map(([key, text]) => `      ${JSON.stringify(key)}: ${text}`);
  return { ...at, text: `{\n${lines.join(",\n")}\n    }` };
};

/** Reads `evidence/log.jsonl`, one entry on each line. Broken lines are reported by number. */
export const seenLogLines = (
  path: Path,
  text: string,
  notes: Remarks,
): {
  readonly entries: readonly LogEntry[];
  readonly broken: readonly { readonly line: number; readonly text: string }[];
} => {
  const entries: LogEntry[] = [];
  const broken: { readonly line: number; readonly text: string }[] = [];
  let at = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const root = line.trim() === "" ? null : readJson(line);
    const doc: Doc = { path, text, root: { is: "null", at: 0, end: 0 } };
    if (root !== null && isRefusal(root)) {
      const spot = { doc, pointer: "", at: at + Math.max(0, (root.column ?? 1) - 1) };
      notes.error(
        spot,
        "FILE_BROKEN",
        `line ${index + 1} is no entry: ${root.text}; it is put aside`,
      );
      broken.push({ line: index + 1, text: line });
    } else if (root !== null) {
      const own = remarks();
      const place = { doc: { path, text: line, root }, pointer: "", at: root.at };
      const seen = seenObject(logEntry, root, place, own);
      for (const { spot, severity, code, message } of own.list)
        notes.add({ doc, pointer: "", at: at + spot.at }, severity, code, message);
      if (seen !== null) entries.push({ ...logEntryOf(seen), spot: { doc, pointer: "", at } });
    }
    at += line.length + 1;
  }
  return { entries, broken };
};
