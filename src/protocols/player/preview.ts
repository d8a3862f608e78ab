// Preview of a player run: batches, arguments of each node, and stops.
import { oneLine } from "../../core/words/quote.ts";
import { childProtocol, checkpointNode, roleOf, workNode } from "./nodes.ts";
import type { NodeId, State } from "./state.ts";
import { fillContext } from "./template/fill.ts";
import { filledName } from "./template/filled-name.ts";
import { validate } from "./template/validate.ts";

/** `abort` doesn't end the run by itself: it waits for a person's answer. */
const failing = {
  abort: "a person is asked",
  skip: "it is skipped",
  retry: "it is tried once more, then a person is asked",
} as const;

const nodeLine = (
  state: State,
  id: NodeId,
  agentFor: (role: string) => string | null,
): readonly string[] => {
  const node = workNode(state, id);
  if (node === null) {
    const checkpoint = checkpointNode(state, id);
    return [
      `${id}  ${filledName(checkpoint?.name ?? "", state.context)}: ${checkpoint?.autoContinue === false ? "pause, a person answers" : "auto"}`,
    ];
  }
  const role = roleOf(node);
  const by = childProtocol(node) === null ? (agentFor(role) ?? "nobody yet") : "a run of its own";
  const args = fillContext(node.args, state.context).split("\n");
  return [
    `${id}  ${filledName(node.name, state.context)}: ${oneLine(role)}, by ${by}, if it fails ${failing[node.onFail]}`,
    ...args.map((line) => `      ${line}`),
  ];
};

/** References to nodes stay unresolved in the arguments. */
export const preview = (state: State, agentFor: (role: string) => string | null): string => {
  const { template } = state;
  const warnings = validate(template.text, template.path).filter(
    ({ severity }) => severity === "warning",
  );
  return [
    `${filledName(template.name, state.context)}, ${template.path}, sha256 ${template.digest.slice(0, 12)}`,
    ...Object.entries(state.context).map(([name, value]) => `  ${name} = ${JSON.stringify(value)}`),
    ...state.plan.flatMap(({ nodes }, index) => [
      `batch ${index + 1}${nodes.length > 1 ? ", side by side" : ""}`,
      ...nodes.flatMap((id) => nodeLine(state, id, agentFor).map((line) => `  ${line}`)),
    ]),
    ...warnings.map(
      ({ line, column, pointer, code, message }) =>
        `warning ${template.path}:${line}:${column} ${pointer} ${code} ${message}`,
    ),
  ].join("\n");
};
