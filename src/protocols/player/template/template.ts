// Types and vocabulary of a template: nodes, variables, failure modes.

export const onFails = ["abort", "skip", "retry"] as const;
export const workTypes = ["skill", "command", "agent", "cli"] as const;
export const nodeTypes = [...workTypes, "checkpoint"] as const;
export const cliModes = ["analysis", "write"] as const;
export const saveable = ["session_id", "artifacts", "output_path"] as const;
export const variableTypes = ["string", "path", "boolean"] as const;

export type OnFail = (typeof onFails)[number];
export type CliMode = (typeof cliModes)[number];

export type Variable = {
  readonly name: string;
  readonly type: (typeof variableTypes)[number];
  readonly required: boolean;
  readonly description: string;
  /** null if there is none. */
  readonly default: string | boolean | null;
};

export type WorkNode = {
  readonly id: string;
  readonly name: string;
  readonly type: (typeof workTypes)[number];
  /** What is run; for a CLI node only a label. */
  readonly executor: string;
  /** For CLI nodes; null for others. */
  readonly cliTool: string | null;
  readonly cliMode: CliMode;
  readonly cliRule: string | null;
  /** With placeholders. */
  readonly args: string;
  readonly inputPorts: readonly string[];
  readonly outputPorts: readonly string[];
  readonly group: string | null;
  /** For agents; only compose reads it. */
  readonly background: boolean;
  readonly onFail: OnFail;
};

export type CheckpointNode = {
  readonly id: string;
  readonly name: string;
  readonly type: "checkpoint";
  readonly description: string;
  readonly autoContinue: boolean;
  readonly saveFields: readonly string[];
};

export type TemplateNode = WorkNode | CheckpointNode;
export type Edge = { readonly from: string; readonly to: string };

/** With defaults filled in; unknown keys exist only in its text. A valid template's node ids are unique. */
export type Template = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly createdAt: string | null;
  readonly sourceSession: string | null;
  readonly tags: readonly string[];
  readonly context: readonly Variable[];
  readonly nodes: readonly TemplateNode[];
  readonly edges: readonly Edge[];
  readonly checkpoints: readonly string[];
  readonly atomicGroups: readonly {
    readonly name: string;
    readonly nodes: readonly string[];
    readonly description: string;
  }[];
  readonly metadata: {
    readonly nodeCount: number;
    readonly checkpointCount: number;
    readonly estimatedDuration: string | null;
  };
};

export const isWork = (node: TemplateNode): node is WorkNode => node.type !== "checkpoint";
