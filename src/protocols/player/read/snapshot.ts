// Reader of checkpoint snapshots: unreadable ones and those of other runs are rejected.
import type { Doc, Remarks, Spot } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { seenObject } from "../../../kit/document/keys-reader.ts";
import { checkpoint } from "../files/session.ts";
import type { NodeId } from "../state.ts";
import { type Kinds, seenNodes, timeIn } from "./node.ts";
import { contextIn } from "./session.ts";

/** Maps `checkpoints/CP-01.json` to `CP-01`; returns null for other names. */
export const snapshotName = (path: Path): NodeId | null =>
  /^checkpoints\/([^/]+)\.json$/u.exec(path)?.[1] ?? null;

/** Returns null and adds a remark if it isn't an object. */
export const seenSnapshot = (doc: Doc, notes: Remarks, kinds: Kinds) => {
  const spot: Spot = { doc, pointer: "", at: doc.root.at };
  if (doc.root.is !== "object") {
    notes.error(spot, "FILE_BROKEN", checkpoint.otherwise);
    return null;
  }
  const seen = seenObject(checkpoint, doc.root, spot, notes);
  if (seen === null) return null;
  const name = snapshotName(doc.path);
  const said = seen.checkpoint_id;
  if (name !== null && said !== null && said !== name)
    notes.error(
      seen.at("checkpoint_id"),
      "NODE_UNKNOWN",
      `the file is ${name}'s by its name, and ${said.slice(0, 80)}'s by what stands in it`,
    );
  const context = contextIn("context_snapshot", seen.context_snapshot, notes);
  if (context === null)
    notes.warn(spot, "KEY_ABSENT", "context_snapshot: not there; the run's context counts");
  return {
    path: doc.path,
    id: said ?? name ?? "",
    session: seen.session_id,
    savedAt: timeIn(seen, "saved_at", notes),
    /** null if the file has none and the run's context applies. */
    context,
    nodes: seenNodes(seen.node_states_snapshot, notes, kinds),
    /** The whole file. */
    text: doc.text,
    at: seen.at,
  };
};
export type SeenSnapshot = NonNullable<ReturnType<typeof seenSnapshot>>;
