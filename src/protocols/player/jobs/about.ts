// Why: a job carries all that its outcome's reading needs, since report() sees no state and a spool may outlive the process that made it.
import type { Job } from "../../../core/job.ts";
import type { Digest, Path } from "../../../core/row.ts";
import type { NodeId } from "../state.ts";
import type { CliMode, WorkNode } from "../template/template.ts";

export type NodeAbout = {
  readonly is: "node";
  readonly node: NodeId;
  readonly attempt: number;
  readonly type: WorkNode["type"];
  readonly mode: CliMode;
  /** Of a cli node that the engine launches. */
  readonly task: string | null;
  /** Digest of the arguments. */
  readonly told: Digest;
  /** Where its agent may write its output, and the digest of what an earlier attempt left there. */
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

const kinds: ReadonlySet<string> = new Set<About["is"]>(["node", "child", "ask", "gate"]);

const isAbout = (value: unknown): value is About =>
  typeof value === "object" && value !== null && "is" in value && typeof value.is === "string" && kinds.has(value.is);

export const aboutOf = (job: Job): About => {
  if (!isAbout(job.about)) throw new TypeError(`job ${job.key} is none of the player's`);
  return job.about;
};
