// Result types of edit readers: commands, refusals and engine-derived values.
import { joined, type Reading } from "../../../core/admission.ts";
import { member, type JsonNode } from "../../../core/json.ts";
import { finding, isSame, missing, type Part, partOf } from "../../../core/part.ts";
import { ownOf } from "../../../core/own.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { PlayerCommand } from "../commands.ts";
import { isDone, nodeIds } from "../nodes.ts";
import type { NodeId, State } from "../state.ts";

export type EditRead = Partial<Reading<State, PlayerCommand>>;

/** `noted`: the edit has a meaning but needs no command. `quiet`: edited values that the engine maintains itself. */
export type Asks = {
  readonly read: EditRead;
  readonly noted: boolean;
  readonly quiet: readonly Part[];
};

export const nothing: Asks = { read: {}, noted: false, quiet: [] };
export const noted: Asks = { read: {}, noted: true, quiet: [] };
export const faulty = (...findings: readonly Refusal[]): Asks => ({
  ...nothing,
  read: { findings },
});
export const rejection = (...of: Parameters<typeof finding>): Asks => faulty(finding(...of));
export const asking = (at: Part, ...commands: readonly PlayerCommand[]): Asks => ({
  ...nothing,
  read: { rest: commands.map((command) => ({ command, at: at.pointer, by: null })) },
});

export const all = (list: readonly Asks[]): Asks => ({
  read: joined(list.map(({ read }) => read)),
  noted: list.some((one) => one.noted),
  quiet: list.flatMap(({ quiet }) => quiet),
});

/** Returns the changed value at `key`, or its parent if the key was removed; null if unchanged. */
export const changed = (before: JsonNode | null, after: Part, key: string): Part | null => {
  const now = partOf(after, key);
  return isSame(before === null ? null : member(before, key), now) ? null : (now ?? after);
};

/** Returns how a person can undo a finished node or checkpoint: roll back to the last checkpoint saved before it. */
export const leadingBack = (state: State, id: NodeId): string => {
  const back = nodeIds(state).findLast((one) => {
    const saved = ownOf(state.snapshots, one);
    return saved !== undefined && !isDone(ownOf(saved.nodes, id));
  });
  return back === undefined
    ? `a person: \`cairn start player --again ${state.session}\` plays the template anew`
    : `a person: \`cairn rollback ${state.run} --to ${back} --reason WHY\` leads back`;
};

export const derived = (part: Part, key: string, after: Part): Refusal =>
  part === after
    ? missing(after, key, "leave it as it stands")
    : finding(
        part,
        "FIELD_DERIVED",
        `${key} follows from what happened; nobody sets it`,
        "leave it as it stands",
      );
