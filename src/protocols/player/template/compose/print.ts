// Writer of composed templates, keys in the format's order.
import { isWork, type Template, type TemplateNode, type Variable } from "../template.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const nodeJson = (node: TemplateNode): Json => {
  const { id, name, type } = node;
  if (!isWork(node))
    return {
      id,
      name,
      type,
      description: node.description,
      auto_continue: node.autoContinue,
      save_fields: node.saveFields,
    };
  return {
    id,
    name,
    type,
    executor: node.executor,
    ...(node.cliTool === null ? {} : { cli_tool: node.cliTool, cli_mode: node.cliMode }),
    ...(node.cliRule === null ? {} : { cli_rule: node.cliRule }),
    args_template: node.args,
    input_ports: node.inputPorts,
    output_ports: node.outputPorts,
    parallel_group: node.group,
    ...(node.type === "agent" ? { run_in_background: node.background } : {}),
    on_fail: node.onFail,
  };
};

/** Built from entries, because a variable may be called `__proto__`. */
export const contextJson = (variables: readonly Variable[]): Json =>
  Object.fromEntries(
    variables.map((one) => [
      one.name,
      {
        type: one.type,
        required: one.required,
        description: one.description,
        ...(one.default === null ? {} : { default: one.default }),
      },
    ]),
  );

export const templateText = (template: Template): string => {
  const { metadata } = template;
  const value: Json = {
    template_id: template.id,
    name: template.name,
    description: template.description,
    version: template.version,
    created_at: template.createdAt,
    source_session: template.sourceSession,
    tags: template.tags,
    context_schema: contextJson(template.context),
    nodes: template.nodes.map(nodeJson),
    edges: template.edges.map(({ from, to }) => ({ from, to })),
    checkpoints: template.checkpoints,
    atomic_groups: [],
    execution_mode: "serial",
    metadata: {
      node_count: metadata.nodeCount,
      checkpoint_count: metadata.checkpointCount,
      estimated_duration: metadata.estimatedDuration,
    },
  };
  return `${JSON.stringify(value, null, 2)}\n`;
};
