// Commands on a whole run: pause, stop, roll back, archive, and its context and files.
import { node, reason, texts } from "../shapes.ts";
import { command } from "./declare.ts";
import { anybody } from "../../../core/sender.ts";
import { unlessArchived } from "../../../core/rules/frame.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { oversized } from "../../../core/rules/reason.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { cancelling } from "../../../kit/lifecycle.ts";
import { runs } from "../lifecycle.ts";
import type { PlayerEvent } from "../events.ts";
import type { State } from "../state.ts";
import { byteLength, contextLimit, reasonLimit } from "../limits.ts";
import { nodeIds, openCheckpoint, undoneBy, workState } from "../nodes.ts";
import { runRelative } from "../place.ts";
import { unknownName, valueFor } from "../decider/context.ts";
import { resultRefused } from "../decider/results.ts";
import { nodeUnknown, notSaid, reasonOf } from "../decider/step.ts";

export const pause = command("Pause", {
  means: "Starts nothing new. What is under way ends and is recorded.",
  data: {},
  who: ["person", "parent", "file"],
  decide: (state) =>
    state.status === "paused" ? [] : [event.runPaused({ at: openCheckpoint(state) })],
});
export const cancel = cancelling<State, PlayerEvent>({
  ...runs,
  means: "Ends the run and stops its jobs. It can be resumed later, with a retry.",
  most: reasonLimit,
  isCancelled: ({ status }) => status === "aborted",
  then: (state, reason) => event.runAborted({ at: openCheckpoint(state), reason }),
});

export const rollBack = command("RollBack", {
  means:
    "Sets the record back to a checkpoint's snapshot and pauses. The working tree stays as it is.",
  flags: [{ name: "to", means: "the checkpoint", word: "CHECKPOINT", field: ["checkpoint"] }],
  data: { checkpoint: node, reason },
  who: ["person"],
  when: unlessArchived,
  decide: (state, { checkpoint, reason: said }) => {
    if (!Object.hasOwn(state.snapshots, checkpoint)) {
      const names = nodeIds(state).filter((id) => Object.hasOwn(state.snapshots, id));
      return refuse("SNAPSHOT_UNKNOWN", `${checkpoint} has no snapshot`, {
        fits:
          names.length === 0 ? "no checkpoint was reached yet" : `there are: ${names.join(", ")}`,
      });
    }
    const given = reasonOf(said, true);
    if ("code" in given) return given;
    const undone = undoneBy(state, checkpoint);
    return [
      event.runRolledBack({
        checkpoint,
        reason: given.reason,
        undone,
        commit: state.snapshots[checkpoint]?.commit ?? null,
      }),
    ];
  },
});

export const changeContext = command("ChangeContext", {
  means: "Changes a value of the context for nodes that haven't begun.",
  data: {
    name: t.text,
    value: t.either(t.text, t.flag),
    root: t.optional(t.text),
  },
  who: ["person", "file"],
  ask: () => ({}),
  fill: (_data, { root }) => ({ root }),
  filled: ["root"],
  decide: (state, { name, value, root = null }) => {
    const schema = state.template.body?.context ?? [];
    const variable = schema.find((one) => one.name === name);
    if (variable === undefined) return unknownName(schema, name);
    const read = valueFor(variable, value, root);
    if (isRefusal(read)) return read;
    const others = Object.entries(state.context).reduce(
      (sum, [key, held]) => (key === name ? sum : sum + byteLength(String(held))),
      0,
    );
    const long = oversized(
      "the context",
      others + byteLength(String(read)),
      contextLimit,
      `/context/${name}`,
    );
    if (long !== null) return long;
    return state.context[name] === read ? [] : [event.contextChanged({ name, value: read })];
  },
});

/** Fills in empty fields only. */
export const amendNode = command("AmendNode", {
  means: "Fills in what a node left out. It never replaces anything.",
  data: {
    node,
    session: t.optional(t.text),
    output_path: t.optional(t.text),
    artifacts: t.optional(texts),
  },
  who: anybody,
  when: unlessArchived,
  decide: (state, data, stamp) => {
    const { node: id, session, output_path: path, artifacts } = data;
    const node = workState(state, id);
    if (node === null) return nodeUnknown(state, id);
    if (node.status !== "completed" && node.status !== "running")
      return refuse("NODE_COMPLETED", `${id} is ${node.status}: there is nothing to fill in`, {
        fits: "a node that runs or is completed",
      });
    const wrong = notSaid(state, { id, node }, stamp) ?? resultRefused(data);
    if (wrong !== null) return wrong;
    const taken = [
      ...(session !== undefined && node.session !== null && node.session !== session
        ? ["session"]
        : []),
      ...(path !== undefined &&
      node.outputPath !== null &&
      node.outputPath !== runRelative(state.session, path)
        ? ["output_path"]
        : []),
      ...(artifacts !== undefined && node.artifacts.length > 0 ? ["artifacts"] : []),
    ];
    if (taken.length > 0)
      return refuse("NODE_COMPLETED", `${id} has its ${taken.join(", ")} already`, {
        fits: "only what is empty is filled in",
      });
    const fresh = {
      node: id,
      session: node.session === null ? (session ?? null) : null,
      output_path:
        node.outputPath === null && path !== undefined ? runRelative(state.session, path) : null,
      artifacts:
        artifacts === undefined || artifacts.length === 0
          ? null
          : artifacts.map((one) => runRelative(state.session, one)),
    };
    const nothing =
      fresh.session === null && fresh.output_path === null && fresh.artifacts === null;
    return nothing ? [] : [event.nodeAmended(fresh)];
  },
});
