// Files of a session folder: their list and contents as projections of the state.
import type { Ask, FreeDocument } from "../../core/protocol.ts";
import { oneLine } from "../../core/words/quote.ts";
import { refusedFile, refusedText } from "../../kit/edits/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import { checkpointFiles, sessionFile, stateFile } from "./files/session.ts";
import { isDone, workIds, workState } from "./nodes.ts";
import { nameLimit } from "./limits.ts";
import { outputFile, place, rootRelative, templateFile } from "./place.ts";
import type { NodeId, Output, State, WorkState } from "./state.ts";

/** Copy of a node's output file; without one, its report and the path of its output. */
const outputText = (
  state: State,
  id: NodeId,
  { outputPath, artifacts }: WorkState,
  output: Output,
): string => {
  if (output.copy !== undefined) return output.copy;
  const paths = new Set(
    [...(outputPath === null ? [] : [outputPath]), ...artifacts].filter(
      (path) => path !== `./${outputFile(id)}`,
    ),
  );
  const made = [...paths]
    .map((path) => `- ${oneLine(rootRelative(state, path), nameLimit)}`)
    .join("\n");
  if (made === "" || output.text.endsWith(made)) return output.text;
  return `${output.text.trimEnd()}${output.text === "" ? "" : "\n\n"}What it made lies in:\n\n${made}\n`;
};

/** Outputs and reports of nodes, except files that the agent wrote itself: those belong to the agent. */
const outputs = (state: State): Readonly<Record<Path, string>> =>
  Object.fromEntries(
    workIds(state).flatMap((id) => {
      const node = workState(state, id);
      const output = node?.output ?? null;
      return node === null || output === null || output.by === "agent"
        ? []
        : [[outputFile(id), outputText(state, id, node, output)] as const];
    }),
  );

/** Every file that the engine owns; it leaves other files in the folder alone. */
export const write = (state: State): Readonly<Record<Path, string>> => ({
  [stateFile]: sessionFile(state),
  ...checkpointFiles(state),
  ...(state.template.body === null && state.template.text === ""
    ? {}
    : { [templateFile]: state.template.text }),
  ...outputs(state),
  ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
});

/** Output files that may exist for nodes that a hand edit marks as done. */
export const notice = (state: State): Ask => ({
  files: workIds(state)
    .filter((id) => !isDone(state.nodes[id]))
    .map((id) => `${place(state)}/${outputFile(id)}`),
});

/** Outputs written by completed nodes, as passed on to later nodes: at most 32 KiB each. */
export const documents = (state: State): Readonly<Record<Path, FreeDocument>> =>
  Object.fromEntries(
    workIds(state).flatMap((id) => {
      const output = isDone(state.nodes[id]) ? (workState(state, id)?.output ?? null) : null;
      return output?.by === "agent"
        ? [[`${place(state)}/${outputFile(id)}`, { text: output.text }] as const]
        : [];
    }),
  );
