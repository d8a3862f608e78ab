// Sender of a command, as claimed and as far as the runtime knows.
/**
 * The sender, as claimed. person: a call without a job's token. agent: with a token, or over MCP. file: a hand edit.
 * engine: the runtime itself. parent: the run that started this one. recovery: restore and similar.
 */
export type Sender = {
  readonly kind: "person" | "agent" | "file" | "engine" | "parent" | "recovery";
  readonly name: string;
  readonly agent?: string | null;
  readonly conversation?: string | null;
  readonly job?: string;
  readonly fence?: number;
};

export const anybody: readonly Sender["kind"][] = [
  "person",
  "agent",
  "file",
  "engine",
  "parent",
  "recovery",
];
