// Edits of a snapshot file: equal content is tolerated, a forged snapshot refused.
import { extrasAsked } from "../../../kit/edits/edit-reading.ts";
import { type JsonNode, member, plain, readJson } from "../../../core/json/json.ts";
import { ownOf } from "../../../core/json/own.ts";
import { type Part, partOf, wholeOf } from "../../../kit/document/part.ts";
import { isRecord } from "../../../core/json/record.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { write } from "../files.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { gate, work } from "../files/node-states.ts";
import { checkpoint } from "../files/session.ts";
import { nodeWord } from "../files/words.ts";
import type { PlayerCommand } from "../commands.ts";
import { checkpointState, workState } from "../nodes.ts";
import type { State } from "../state.ts";

/** Returns null if this run has no saved checkpoint with that name. */
const checkpointOf = (state: State, path: Path): string | null => {
  const id = /^checkpoints\/([^/]+)\.json$/u.exec(path)?.[1] ?? "";
  return checkpointState(state, id) === null ? null : id;
};

/** Checks whether the file gives every node the state that the engine has saved, or would save now. */
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

/** Keeps unknown keys with their positions. */
const kept = (state: State, path: Path, text: string): readonly PlayerCommand[] => {
  const root = readJson(text);
  const now = readJson(write(state)[path] ?? "{}");
  if (isRefusal(root) || isRefusal(now)) return [];
  const whole = wholeOf(path, text, root);
  const keep = (before: JsonNode | null, after: Part, known: ReadonlySet<string>) =>
    (extrasAsked(state, path, before, after, known).rest ?? []).map(({ command }) => command);
  const [was, nodes] = [member(now, "node_states_snapshot"), partOf(whole, "node_states_snapshot")];
  const keys = nodes?.node.is === "object" ? nodes.node.members.map(({ key }) => key) : [];
  return [
    ...keep(now, whole, keysOf(checkpoint)),
    ...keys.flatMap((key) => {
      const part = nodes === null ? null : partOf(nodes, key);
      return part === null
        ? []
        : keep(
            was === null ? null : member(was, key),
            part,
            keysOf(workState(state, key) === null ? gate : work),
          );
    }),
  ];
};

/** @param state after all other edits of this scan. A snapshot that agrees with the engine's is dropped except for unknown keys. */
export const snapshotAsked = (
  state: State,
  path: Path,
  text: string,
): Refusal | readonly PlayerCommand[] => {
  const id = checkpointOf(state, path);
  const isFound = id !== null && ownOf(state.snapshots, id)?.text !== undefined;
  if (id !== null && !isFound && agrees(state, id, text)) return kept(state, path, text);
  const why =
    id === null
      ? "no checkpoint of this run has that name, and snapshots are the engine's to save"
      : "what a checkpoint saved is never changed, and a snapshot made by hand counts for nothing";
  return refuse("SNAPSHOT_IMMUTABLE", why, {
    path,
    fits:
      id !== null && Object.hasOwn(state.snapshots, id)
        ? `a person: \`cairn resume ${state.run} --to ${id} --reason WHY\` goes back to it`
        : `\`cairn run ${state.run}\`: the engine saves each checkpoint in its turn`,
  });
};
