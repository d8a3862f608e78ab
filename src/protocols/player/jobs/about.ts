// Types and reader of a player job's payload: node or nested run, complete for its outcome.
import { aboutOf as aboutIn } from "../../../kit/about.ts";
import type { Digest, Path } from "../../../core/row.ts";
import type { NodeId } from "../state.ts";
import type { CliMode, WorkNode } from "../template/template.ts";

export type NodeAbout = {
  readonly is: "node";
  readonly node: NodeId;
  readonly attempt: number;
  readonly type: WorkNode["type"];
  readonly mode: CliMode;
  /** For a CLI node that the engine launches. */
  readonly task: string | null;
  /** Digest of the arguments. */
  readonly told: Digest;
  /** File where the agent may write its output, and the digest of what an earlier attempt left there. */
  readonly output: Path;
  readonly known: Digest | null;
};
export type ChildAbout = {
  readonly is: "child";
  readonly node: NodeId;
  readonly attempt: number;
  readonly told: Digest;
  readonly begun: boolean;
};
export type About =
  | NodeAbout
  | ChildAbout
  | { readonly is: "ask"; readonly node: NodeId; readonly attempt: number }
  | { readonly is: "gate"; readonly checkpoint: NodeId; readonly saved: number };

export const aboutOf = aboutIn<About>("player");
