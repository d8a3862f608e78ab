// Brief of a question to a person: ended nodes, work since the last checkpoint, effect of each answer.
import { fenced, oneLine, page } from "../../../core/words/quote.ts";
import { claimNote } from "../claimed.ts";
import { filledName } from "../template/filled-name.ts";
import { isDone, nodeIds, workNode, workState } from "../nodes.ts";
import { rootRelative } from "../place.ts";
import type { NodeId, State } from "../state.ts";

/** Maximum characters of a text in a brief; longer texts are cut. */
const mostText = 2_048;
/** A one-line report up to this length says only that the work is done, so it is omitted. */
const mostSaid = 200;

const called = (state: State, id: NodeId): string => {
  const name = filledName(workNode(state, id)?.name ?? "", state.context);
  return name === "" || name === id ? id : `${id} (${name})`;
};

/** Describes what the checkpoint asks about: the document made by the step before it, or that there is none. */
const made = (state: State, id: NodeId): string => {
  const node = workState(state, id);
  const text = node?.output?.copy ?? node?.output?.text ?? "";
  if (text.trim() === "") return `${called(state, id)} left nothing to read.`;
  const said = text.trim();
  if (
    node?.output?.by === "engine" &&
    node.output.copy === undefined &&
    said.length <= mostSaid &&
    !said.includes("\n")
  )
    return `${called(state, id)} wrote no document; its output is only this message:\n\n${fenced(said)}`;
  const path = node?.outputPath ?? null;
  const where = path === null ? "" : `, the whole is in \`${oneLine(rootRelative(state, path))}\``;
  const cut = text.length > mostText ? ` (its beginning${where})` : "";
  return `What ${called(state, id)} made${cut}:\n\n${fenced(text.slice(0, mostText))}`;
};

/** Quotes the output of a failed step. */
const claimed = (state: State, id: NodeId): string | null => {
  const text = workState(state, id)?.output?.text ?? "";
  return text.trim() === ""
    ? null
    : `It reported all the same (a claim, not proof):\n\n${fenced(text.slice(0, mostText))}`;
};

const line = (state: State, id: NodeId): string => {
  const node = workState(state, id);
  const path = node?.outputPath ?? null;
  const named = [
    node === null ? null : claimNote(state, id, node),
    node?.session === null || node === null ? null : `session ${oneLine(node.session)}`,
    path === null ? null : `output ${oneLine(rootRelative(state, path))}`,
    node?.error === null || node === null ? null : oneLine(node.error, 120),
  ].filter((part) => part !== null);
  return `- ${id} ${oneLine(workNode(state, id)?.name ?? "")}: ${node?.status ?? ""}${named.length === 0 ? "" : ` (${named.join(", ")})`}`;
};

/** Nodes done since the checkpoint before `id`, in plan order. */
const since = (state: State, id: NodeId): readonly NodeId[] => {
  const ids = nodeIds(state);
  const at = ids.indexOf(id);
  const last = ids.slice(0, at).findLastIndex((one) => state.nodes[one]?.is === "checkpoint");
  return ids
    .slice(last + 1, at)
    .filter((one) => state.nodes[one]?.is === "work" && isDone(state.nodes[one]));
};

export const questionBrief = (state: State, id: NodeId): string => {
  const done = since(state, id);
  const last = done.at(-1);
  const node = workState(state, id);
  return page([
    node?.error === null || node === null ? null : `How it failed:\n\n${fenced(node.error)}`,
    node === null ? null : claimed(state, id),
    node === null && last !== undefined ? made(state, last) : null,
    done.length === 0
      ? null
      : `Since the last checkpoint:\n\n${done.map((one) => line(state, one)).join("\n")}`,
  ]);
};
