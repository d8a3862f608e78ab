// Why: pausing, stopping, going back and putting away a run, and what is merely noted about its files.
import { extrasAt, extrasSize, withKept } from "../../../core/kept-extras.ts";
import { oversized } from "../../../core/reason.ts";
import { isRefusal, refuse } from "../../../core/refusal.ts";
import { isRefusedAlready } from "../../../core/refused-edit.ts";
import { undoneBy } from "../evolve/run.ts";
import { byteLength, contextLimit, extrasLimit } from "../limits.ts";
import { isOver, nodeIds, openCheckpoint, workState } from "../nodes.ts";
import { kept } from "../place.ts";
import { unknownName, valueFor } from "./context.ts";
import { resultRefused } from "./results.ts";
import { type Decide, type Decided, nodeUnknown, notSaid, reasonOf } from "./step.ts";

export const pause: Decide<"Pause"> = (state): Decided =>
  state.status === "paused" ? [] : [{ type: "RunPaused", data: { at: openCheckpoint(state) } }];
export const resume: Decide<"Resume"> = (state): Decided =>
  state.status === "paused" ? [{ type: "RunResumed", data: {} }] : [];

export const cancel: Decide<"Cancel"> = (state, data): Decided => {
  if (state.status === "aborted") return [];
  if (isOver(state)) return refuse("RUN_OVER", `the run is ${state.status}`);
  const given = reasonOf(data.reason, false);
  return "code" in given
    ? given
    : [{ type: "RunAborted", data: { at: openCheckpoint(state), reason: given.reason } }];
};

export const rollBack: Decide<"RollBack"> = (state, { checkpoint, reason: said }): Decided => {
  if (!Object.hasOwn(state.snapshots, checkpoint)) {
    const names = nodeIds(state).filter((id) => Object.hasOwn(state.snapshots, id));
    return refuse("SNAPSHOT_UNKNOWN", `${checkpoint} has no snapshot`, {
      fits: names.length === 0 ? "no checkpoint was reached yet" : `there are: ${names.join(", ")}`,
    });
  }
  const given = reasonOf(said, true);
  if ("code" in given) return given;
  const undone = [...undoneBy(state, checkpoint)];
  return [
    {
      type: "RunRolledBack",
      data: {
        checkpoint,
        reason: given.reason,
        undone,
        commit: state.snapshots[checkpoint]?.commit ?? null,
      },
    },
  ];
};

export const changeContext: Decide<"ChangeContext"> = (
  state,
  { name, value, root = null },
): Decided => {
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
  return state.context[name] === read
    ? []
    : [{ type: "ContextChanged", data: { name, value: read } }];
};

/** Fills only what is empty. */
export const amendNode: Decide<"AmendNode"> = (state, data, stamp): Decided => {
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
    node.outputPath !== kept(state.session, path)
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
    output_path: node.outputPath === null && path !== undefined ? kept(state.session, path) : null,
    artifacts:
      artifacts === undefined || artifacts.length === 0
        ? null
        : artifacts.map((one) => kept(state.session, one)),
  };
  const nothing = fresh.session === null && fresh.output_path === null && fresh.artifacts === null;
  return nothing ? [] : [{ type: "NodeAmended", data: fresh }];
};

export const archive: Decide<"Archive"> = (state): Decided => {
  if (state.archived) return [];
  return isOver(state)
    ? [{ type: "RunArchived", data: {} }]
    : refuse("RUN_LIVE", `the run is ${state.status}`, {
        fits: "end it first: a live run isn't put away",
      });
};
export const unarchive: Decide<"Unarchive"> = (state): Decided =>
  state.archived ? [{ type: "RunUnarchived", data: {} }] : [];

export const keepExtras: Decide<"KeepExtras"> = (state, { file, pointer, value }): Decided => {
  const before = extrasAt(state.extras, file, pointer);
  if (JSON.stringify(before) === JSON.stringify(value)) return [];
  const after = withKept(state.extras, { file, pointer, entries: value });
  const size = after.reduce((sum, { entries }) => sum + extrasSize(entries), 0);
  return (
    oversized("the text of all unknown keys", size, extrasLimit, pointer) ?? [
      { type: "ExtrasKept", data: { file, pointer, entries: value } },
    ]
  );
};

export const refuseEdit: Decide<"RefuseEdit"> = (state, data): Decided =>
  isRefusedAlready(state.refused, data) ? [] : [{ type: "EditRefused", data }];
