// Why: a person decides by what lies before them: what ended and how, what came since the last checkpoint, what each answer does.
import { optionLines } from "../../../core/decision-options.ts";
import type { Job } from "../../../core/job.ts";
import { fenced, oneLine, page } from "../../../core/quote.ts";
import { claimNote } from "../claimed.ts";
import { isDone, nodeIds, workNode, workState } from "../nodes.ts";
import { shown } from "../place.ts";
import type { NodeId, State } from "../state.ts";

const outputOf = (state: State, id: NodeId): string | null => {
  const output = workState(state, id)?.output ?? null;
  if (output === null || output.text.trim() === "") return null;
  const cut = output.text.length > 2_048 ? `, its first 2 KiB of ${output.bytes} bytes` : "";
  return `${id} said (a claim${cut}${output.digest === null ? "" : `; sha256 ${output.digest}`}):\n\n${fenced(output.text.slice(0, 2_048))}`;
};

const line = (state: State, id: NodeId): string => {
  const node = workState(state, id);
  const path = node?.outputPath ?? null;
  const named = [
    node === null ? null : claimNote(state, id, node),
    node?.session === null || node === null ? null : `session ${oneLine(node.session)}`,
    path === null ? null : `output ${oneLine(shown(state, path))}`,
    node?.error === null || node === null ? null : oneLine(node.error, 120),
  ].filter((part) => part !== null);
  return `- ${id} ${oneLine(workNode(state, id)?.name ?? "")}: ${node?.status ?? ""}${named.length === 0 ? "" : ` (${named.join(", ")})`}`;
};

/** Done work since the checkpoint before `id`, in plan order. */
const since = (state: State, id: NodeId): readonly NodeId[] => {
  const ids = nodeIds(state);
  const at = ids.indexOf(id);
  const last = ids.slice(0, at).findLastIndex((one) => state.nodes[one]?.is === "checkpoint");
  return ids.slice(last + 1, at).filter((one) => state.nodes[one]?.is === "work" && isDone(state.nodes[one]));
};

export const questionBrief = (state: State, job: Job, id: NodeId): string => {
  const { decision } = job;
  if (decision === undefined) return "";
  const done = since(state, id);
  const node = workState(state, id);
  return page([
    `# ${job.key}`,
    decision.question,
    optionLines(decision.options),
    node?.error === null || node === null ? null : `How it failed:\n\n${fenced(node.error)}`,
    node === null ? null : outputOf(state, id),
    done.length === 0 ? null : `Since the last checkpoint:\n\n${done.map((one) => line(state, one)).join("\n")}`,
    node === null && done.length > 0 ? outputOf(state, done.at(-1) ?? "") : null,
    `Answer by \`cairn decide ${state.run} ${id} OPTION\`, a note by \`--note\`.`,
  ]);
};
