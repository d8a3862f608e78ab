// Reader of evidence in existing ultrawork files: objects, plain texts or log lines.
import { type Extra, fieldsOf, textOf } from "../../../core/fields.ts";
import { type JsonNode, readJson } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { type Doc, type Remarks, remarks, type Spot } from "../../../core/remarks.ts";
import type { Path } from "../../../core/row.ts";
import type { Found } from "../state.ts";
import { evidenceAliases, evidenceTypes } from "./aliases.ts";

export type SeenEvidence = {
  readonly entry: Found;
  readonly extras: readonly Extra[];
  readonly spot: Spot;
};

export const seenEvidence = (node: JsonNode, spot: Spot, notes: Remarks): SeenEvidence | null => {
  const bare = { criteria: "", command: "", output: "", verified: false, timestamp: "" };
  if (node.is === "string") {
    notes.add(
      spot,
      "warning",
      "EVIDENCE_PLAIN",
      "evidence that is a plain text is read as an entry without criterion, not verified",
    );
    return { entry: { ...bare, output: node.value }, extras: [], spot };
  }
  if (node.is !== "object") {
    notes.add(
      spot,
      "error",
      "TYPE_WRONG",
      "an entry of evidence must be an object; it is left out",
    );
    return null;
  }
  const fields = fieldsOf(spot, node, notes, evidenceAliases);
  const criteria = fields.text("criteria", "must");
  const command = fields.text("command", "must");
  const output = fields.text("output", "must");
  const verified = fields.truth("verified", "must");
  const timestamp = fields.time("timestamp", "must", true);
  return {
    entry: {
      criteria: criteria ?? "",
      command: command ?? "",
      output: output ?? "",
      verified: verified === true,
      timestamp: timestamp ?? "",
    },
    extras: fields.extras(),
    spot,
  };
};

export type LogEntry = {
  readonly task: string;
  readonly criteria: string;
  /** As it is to stand in the log, with unknown keys in place. */
  readonly text: string;
  readonly spot: Spot;
};

/** As deep as an entry of evidence_log stands. */
const shown = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("\n", "\n    ");

const logKeys = ["task_id", "criteria", "type", "content", "timestamp"];

/** An entry of evidence_log; what its format calls otherwise is told in its own words. */
export const seenLogEntry = (node: JsonNode, spot: Spot, notes: Remarks): LogEntry | null => {
  if (node.is === "string") {
    notes.add(
      spot,
      "warning",
      "EVIDENCE_PLAIN",
      "an entry of the log that is a plain text is read as one of type manual, of no task",
    );
    const text = shown({
      task_id: "",
      criteria: "",
      type: "manual",
      content: node.value,
      timestamp: "",
    });
    return { task: "", criteria: "", text, spot };
  }
  if (node.is !== "object") {
    notes.add(
      spot,
      "error",
      "TYPE_WRONG",
      "an entry of evidence_log must be an object; it is left out",
    );
    return null;
  }
  const before = notes.list.length;
  const fields = fieldsOf(spot, node, notes, evidenceAliases);
  const task = fields.text("task_id", "must") ?? "";
  const criteria = fields.text("criteria", "must") ?? "";
  const given = fields.text("type", "must") ?? "manual";
  const content = fields.text("content", "must") ?? "";
  const timestamp = fields.time("timestamp", "must", true) ?? "";
  const type = ownOf(evidenceTypes, given);
  if (type === undefined)
    notes.add(
      fields.at("type"),
      "error",
      "EVIDENCE_TYPE_UNKNOWN",
      `${JSON.stringify(given.slice(0, 80))} is no type of evidence; it is read as manual`,
    );
  else if (type !== given)
    notes.add(fields.at("type"), "warning", "VALUE_ALIASED", `type ${given} is read as ${type}`);
  if (notes.list.length === before) return { task, criteria, text: textOf(spot.doc, node), spot };
  const known: Readonly<Record<string, string>> = {
    task_id: task,
    criteria,
    type: type ?? "manual",
    content,
    timestamp,
  };
  const lines = [
    ...logKeys.map((key) => [key, JSON.stringify(known[key])]),
    ...fields.extras(),
  ].map(([key, text]) => `      ${JSON.stringify(key)}: ${text ?? "null"}`);
  return { task, criteria, text: `{\n${lines.join(",\n")}\n    }`, spot };
};

/** `evidence/log.jsonl`: an entry a line. A broken line is told by its number. */
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
      notes.add(
        spot,
        "error",
        "FILE_BROKEN",
        `line ${index + 1} is no entry: ${root.text}; it is put aside`,
      );
      broken.push({ line: index + 1, text: line });
    } else if (root !== null) {
      const own = remarks();
      const entry = seenLogEntry(
        root,
        { doc: { path, text: line, root }, pointer: "", at: root.at },
        own,
      );
      for (const { spot, severity, code, message } of own.list)
        notes.add({ doc, pointer: "", at: at + spot.at }, severity, code, message);
      if (entry !== null) entries.push({ ...entry, spot: { doc, pointer: "", at } });
    }
    at += line.length + 1;
  }
  return { entries, broken };
};
