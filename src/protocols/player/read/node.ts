// Reader of one node's entry in a session file.
import { asTexts, type Value, type Values } from "../../../kit/document/fields.ts";
import type { JsonNode } from "../../../core/json/json.ts";
import type { Remarks, Spot } from "../../../kit/document/remarks.ts";
import type { Keys } from "../../../kit/document/keys.ts";
import { seenEntries, seenObject, seenWord } from "../../../kit/document/keys-reader.ts";
import { gate, work } from "../files/node-states.ts";
import { nodeStatus } from "../files/words.ts";
import { artifactsLimit, headAndTail, nameLimit } from "../limits.ts";
import type { NodeId, NodeStatus } from "../state.ts";

/** Accepts only real calendar times and ignores others. */
export const timeIn = <K extends string>(
  seen: Readonly<Record<K, string | null>> & Pick<Values, "at">,
  key: K,
  notes: Remarks,
): string | null => {
  const time = seen[key];
  if (time === null || !Number.isNaN(Date.parse(time))) return time;
  notes.error(
    seen.at(key),
    "TIME_INVALID",
    `${key} is no time: ${JSON.stringify(time.slice(0, 80))}; it is read as missing`,
  );
  return null;
};

/** `strange`: the original text of an unknown status. */
const statusIn = (
  text: string | null,
  spot: Spot,
  notes: Remarks,
): { readonly status: NodeStatus; readonly strange: string | null } => {
  const status = text === null ? "pending" : seenWord(nodeStatus, "status", text, spot, notes);
  return status === null
    ? { status: "running", strange: text?.slice(0, 80) ?? null }
    : { status, strange: null };
};

const artifactsIn = (found: Value | null, notes: Remarks): readonly string[] => {
  if (found === null) return [];
  const say = (what: string): void => notes.warn(found.spot, "VALUE_ALIASED", `artifacts ${what}`);
  if (found.node.is === "string") {
    say("that are a text are read as a list of one");
    return [found.node.value];
  }
  const texts = asTexts(notes, "artifacts", found) ?? [];
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

const keysIn = (of: { readonly keys: Keys<never> }): readonly string[] =>
  Object.keys(of.keys).filter((key) => key !== "status");
const [workOnly, gateOnly] = [keysIn(work).filter((key) => key !== "cli_task_id"), keysIn(gate)];

/** Returns null and adds a remark if it isn't an object. `kind`: the template's word on whether it is a gate; null if none */
export const seenNode = (
  id: NodeId,
  node: JsonNode,
  spot: Spot,
  notes: Remarks,
  kind: boolean | null,
) => {
  const keys = new Set(node.is === "object" ? node.members.map(({ key }) => key) : []);
  const isGate =
    kind ??
    (gateOnly.some((key) => keys.has(key)) ||
      (/^CP-/iu.test(id) && !workOnly.some((key) => keys.has(key))));
  const otherwise = `the state of ${id.slice(0, 80)} must be an object; it is read as pending`;
  const missing = Object.entries((isGate ? gate : work).keys).flatMap(([key, [need]]) =>
    need === "should" && !keys.has(key) ? [key] : [],
  );
  if (node.is === "object" && missing.length > 0)
    notes.warn(spot, "KEY_ABSENT", `${missing.join(", ")}: not there, and read as not known yet`);
  const worked = isGate ? null : seenObject({ ...work, otherwise }, node, spot, notes);
  const saved = isGate ? seenObject({ ...gate, otherwise }, node, spot, notes) : null;
  const seen = worked ?? saved;
  if (seen === null) return null;
  const error = worked?.error ?? null;
  return {
    id,
    /** Its keys are those of a checkpoint; a template takes precedence. */
    gate: isGate,
    ...statusIn(seen.status, seen.at("status"), notes),
    startedAt: worked && timeIn(worked, "started_at", notes),
    completedAt: worked && timeIn(worked, "completed_at", notes),
    session: worked && short(worked.session_id),
    outputPath: worked && short(worked.output_path),
    artifacts: artifactsIn(worked?.artifacts ?? null, notes).map((path) =>
      path.slice(0, nameLimit),
    ),
    error: error && headAndTail(error),
    task: worked && short(worked.cli_task_id),
    savedAt: saved && timeIn(saved, "saved_at", notes),
    /** `auto_continue` of a checkpoint as JSON text; null if missing. */
    auto:
      saved?.auto_continue?.node.is === "boolean" ? String(saved.auto_continue.node.value) : null,
    extras: seen.extras,
    at: seen.at,
  };
};

export type SeenNode = NonNullable<ReturnType<typeof seenNode>>;
export type Kinds = (id: NodeId) => boolean | null;

/** Every entry of an object of states, in its order. */
export const seenNodes = (
  found: Value | null,
  notes: Remarks,
  kinds: Kinds,
): readonly SeenNode[] => {
  const otherwise = "the states of nodes must be an object by their ids";
  const entries = found === null ? null : seenEntries(found, otherwise, notes);
  return (entries ?? []).flatMap(
    ({ key, node, spot }) => seenNode(key, node, spot, notes, kinds(key)) ?? [],
  );
};
