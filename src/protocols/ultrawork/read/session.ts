// Reader of ultrawork's session.json, of any known version.
import { textOf } from "../../../core/fields.ts";
import { atPointer, type JsonNode } from "../../../core/json.ts";
import type { Doc, Remarks, Spot } from "../../../core/remarks.ts";
import { longestGoal, session as declared } from "../files/session.ts";
import { logEntryOf } from "./evidence.ts";
import { seenObject } from "../../../kit/document/keys-reader.ts";
import { taskOf } from "./task.ts";

/** Words of other programs that would end the work without proof. */
const disbelieved: readonly string[] = ["skip_verify", "verifier_passed"];
/** Anything that would end the work without proof is ignored, wherever it occurs. */
const disbelief = (doc: Doc, node: JsonNode, pointer: string, notes: Remarks): void => {
  for (const { key, value } of node.is === "object" ? node.members : []) {
    const spot: Spot = { doc, pointer: `${pointer}/${key}`, at: value.at };
    const asks = value.is !== "null" && !(value.is === "boolean" && !value.value);
    if (asks && disbelieved.includes(key))
      notes.warn(
        spot,
        "VERDICT_DISBELIEVED",
        `${key} is kept and not believed: the checks run, and a verifier judges`,
      );
    if (pointer === "" && key === "options") disbelief(doc, value, "/options", notes);
  }
};

/** Entries of child_tasks that aren't tasks. */
const brokenIn = ({ doc, pointer }: Spot) => {
  const list = atPointer(doc.root, pointer);
  return (list?.is === "array" ? list.items : []).flatMap((node, index) =>
    node.is === "object" ? [] : [{ pointer: `${pointer}/${index}`, text: textOf(doc, node) }],
  );
};

/** Returns null and adds a remark if it isn't an object. */
export const seenSession = (doc: Doc, notes: Remarks) => {
  const spot: Spot = { doc, pointer: "", at: doc.root.at };
  const seen = seenObject(declared, doc.root, spot, notes);
  if (seen === null) return null;
  const { goal, at } = seen;
  if (goal !== null && goal.trim() === "")
    notes.error(at("goal"), "GOAL_EMPTY", "the goal is empty");
  if (goal !== null && goal.length > longestGoal) {
    const length = `the goal has ${goal.length} characters, more than ${longestGoal}`;
    notes.error(at("goal"), "FIELD_OVERSIZED", length);
  }
  disbelief(doc, doc.root, "", notes);
  return {
    ...seen,
    tasks: seen.child_tasks.map((task) => taskOf(task, null)),
    broken: brokenIn(at("child_tasks")),
    log: seen.evidence_log.map(logEntryOf),
  };
};
export type SeenSession = NonNullable<ReturnType<typeof seenSession>>;
