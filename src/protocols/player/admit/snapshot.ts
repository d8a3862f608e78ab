// Why: a snapshot is what the engine saved; one that a hand wrote beside it may say the same, and counts for nothing.
import { member, plain, readJson } from "../../../core/json.ts";
import { isRecord } from "../../../core/record.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import { nodeWord } from "../files/words.ts";
import { checkpointState } from "../nodes.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";
import { ownOf } from "../../../core/own.ts";

/** Null: no checkpoint of this run is saved under that name. */
const checkpointOf = (state: State, path: Path): string | null => {
  const id = /^checkpoints\/([^/]+)\.json$/u.exec(path)?.[1] ?? "";
  return checkpointState(state, id) === null ? null : id;
};

/** It says of every node what the engine's own says, or would say now. */
const agrees = (state: State, id: string, text: string): boolean => {
  const root = readJson(text);
  const states = isRefusal(root) ? null : member(root, "node_states_snapshot");
  if (states?.is !== "object") return false;
  const nodes = ownOf(state.snapshots, id)?.nodes ?? state.nodes;
  return states.members.every(({ key, value }) => {
    if (key === id) return true;
    const said = plain(value);
    const status = isRecord(said) ? said["status"] : null;
    return typeof status === "string" && nodeWord(status) === (ownOf(nodes, key)?.status ?? null);
  });
};

/** `state`: after all else that this look found was taken. Null: it may go. */
export const snapshotRefused = (state: State, path: Path, text: string): Refusal | null => {
  const id = checkpointOf(state, path);
  if (id !== null && agrees(state, id, text)) return null;
  const why =
    id === null
      ? "no checkpoint of this run has that name, and snapshots are the engine's to save"
      : "what a checkpoint saved is never changed, and a snapshot made by hand counts for nothing";
  return refuse("SNAPSHOT_IMMUTABLE", why, {
    path,
    fits: `a person: \`cairn rollback ${state.run} --to ${id ?? "CHECKPOINT"}\` goes back to one; the engine saves the next in its turn`,
  });
};
