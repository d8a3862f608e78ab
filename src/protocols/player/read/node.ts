// Reader of one node's entry in a session file.
import { type Fields, fieldsOf } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import { gateKeys, nodeMust } from "../files/schemas.ts";
import { nodeWord, nodeWords } from "../files/words.ts";
import { artifactsLimit, headAndTail, nameLimit } from "../limits.ts";
import type { NodeId, NodeStatus } from "../state.ts";

/** Accepts only real calendar times and ignores others. */
export const timeAt = (
  fields: Fields,
  key: string,
  need: "must" | "nullable" | "may",
  notes: Remarks,
): string | null => {
  const time = fields.time(key, need);
  if (time === null || !Number.isNaN(Date.parse(time))) return time;
  notes.error(
    fields.at(key),
    "TIME_INVALID",
    `${key} is no time: ${JSON.stringify(time.slice(0, 80))}; it is read as missing`,
  );
  return null;
};

/** `strange`: the original text of an unknown status. */
const statusAt = (
  fields: Fields,
  notes: Remarks,
): { readonly status: NodeStatus; readonly strange: string | null } => {
  const text = fields.text("status", "may");
  const word = text === null ? "pending" : nodeWord(text);
  if (text !== null && word === null) {
    notes.error(
      fields.at("status"),
      "VALUE_UNKNOWN",
      `${JSON.stringify(text.slice(0, 80))} is no status of a node (${nodeWords.join(", ")}); what became of it is asked`,
    );
    return { status: "running", strange: text.slice(0, 80) };
  }
  if (text !== null && text !== word)
    notes.warn(fields.at("status"), "VALUE_ALIASED", `status ${text} is read as ${word ?? ""}`);
  return { status: word ?? "pending", strange: null };
};

const artifactsAt = (fields: Fields, notes: Remarks): readonly string[] => {
  const found = fields.node("artifacts", "may");
  if (found === null) return [];
  const say = (what: string): void => notes.warn(found.spot, "VALUE_ALIASED", `artifacts ${what}`);
  if (found.node.is === "string") {
    say("that are a text are read as a list of one");
    return [found.node.value];
  }
  const texts = fields.texts("artifacts", "may") ?? [];
  if (texts.length <= artifactsLimit) return texts;
  notes.warn(
    found.spot,
    "FIELD_OVERSIZED",
    `artifacts: of ${texts.length} the first ${artifactsLimit} are taken`,
  );
  return texts.slice(0, artifactsLimit);
};

const short = (text: string | null): string | null =>
  text === null ? null : text.slice(0, nameLimit);

const gateOnly = [...gateKeys].filter((key) => key !== "status");
const workOnly = nodeMust.work.filter((key) => key !== "status");

/** Returns null and adds a remark if it isn't an object. `gate`: the template's word on it; null if none */
export const seenNode = (
  id: NodeId,
  node: JsonNode,
  spot: Spot,
  notes: Remarks,
  kind: boolean | null,
) => {
  if (node.is !== "object") {
    notes.error(
      spot,
      "TYPE_WRONG",
      `the state of ${id.slice(0, 80)} must be an object; it is read as pending`,
    );
    return null;
  }
  const keys = new Set(node.members.map(({ key }) => key));
  const gate =
    kind ??
    (gateOnly.some((key) => keys.has(key)) ||
      (/^CP-/iu.test(id) && !workOnly.some((key) => keys.has(key))));
  const fields = fieldsOf(spot, node, notes);
  const missing = nodeMust[gate ? "gate" : "work"].filter((key) => !keys.has(key));
  if (missing.length > 0)
    notes.warn(spot, "KEY_ABSENT", `${missing.join(", ")}: not there, and read as not known yet`);
  const status = statusAt(fields, notes);
  const work = !gate;
  const auto = gate ? fields.node("auto_continue", "may") : null;
  if (gate) fields.node("snapshot_path", "may");
  const error = work ? fields.text("error", "may") : null;
  return {
    id,
    /** Its keys are those of a checkpoint; a template takes precedence. */
    gate,
    ...status,
    startedAt: work ? timeAt(fields, "started_at", "may", notes) : null,
    completedAt: work ? timeAt(fields, "completed_at", "may", notes) : null,
    session: work ? short(fields.text("session_id", "may")) : null,
    outputPath: work ? short(fields.text("output_path", "may")) : null,
    artifacts: work ? artifactsAt(fields, notes).map((path) => path.slice(0, nameLimit)) : [],
    error: error === null ? null : headAndTail(error),
    task: work ? short(fields.text("cli_task_id", "may")) : null,
    savedAt: gate ? timeAt(fields, "saved_at", "may", notes) : null,
    /** `auto_continue` of a checkpoint as JSON text; null if missing. */
    auto: auto?.node.is === "boolean" ? String(auto.node.value) : null,
    extras: fields.extras(),
    at: fields.at,
  };
};

export type SeenNode = NonNullable<ReturnType<typeof seenNode>>;
export type Kinds = (id: NodeId) => boolean | null;

/** Every entry of an object of states, in its order. */
export const seenNodes = (
  found: { readonly node: JsonNode; readonly spot: Spot } | null,
  notes: Remarks,
  kinds: Kinds,
): readonly SeenNode[] => {
  if (found === null) return [];
  const { node, spot } = found;
  if (node.is !== "object") {
    notes.error(spot, "TYPE_WRONG", "the states of nodes must be an object by their ids");
    return [];
  }
  return node.members.flatMap(({ key, value }) => {
    const at = {
      doc: spot.doc,
      pointer: `${spot.pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      at: value.at,
    };
    const seen = seenNode(key, value, at, notes, kinds(key));
    return seen === null ? [] : [seen];
  });
};
