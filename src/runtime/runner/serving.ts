// Filter of roles and agents that a runner serves, per machine.
import type { Job } from "../../core/job.ts";
import { agentFor, type Config, meansRole, needsOf } from "../config.ts";
import type { RunOptions } from "../run-options.ts";

export type Serving = {
  /** Why the job belongs to another runner; null: it may begin here. */
  notHere(protocol: string, job: Pick<Job, "kind" | "role">): string | null;
  /** Whether jobs of this role may begin here. */
  serves(protocol: string, role: string): boolean;
};

/**
 * `serve`: roles as in the configuration ("worker", "ultrawork/verifier", "skill" for "skill:x", "*"), `@AGENT` for all roles of an agent,
 * `checks` for the engine's own; empty: everything. `labels`: this machine's labels for the needs of roles.
 */
export const servingOf = (
  config: Config,
  { serve = [], labels = [] }: Pick<RunOptions, "serve" | "labels">,
): Serving => {
  const own = new Set(serve);
  const has = new Set(labels);
  const lacks = (protocol: string, role: string): readonly string[] =>
    needsOf(config, protocol, role).filter((need) => !has.has(need));
  const isNamed = (protocol: string, role: string): boolean =>
    meansRole(own, protocol, role) || own.has(`@${agentFor(config, protocol, role) ?? ""}`);
  const why = (protocol: string, { kind, role }: Pick<Job, "kind" | "role">): string | null => {
    const missing = lacks(protocol, role);
    if (missing.length > 0) return `${role} needs a runner with the label ${missing.join(", ")}`;
    if (own.size === 0 || isNamed(protocol, role) || (kind === "check" && own.has("checks")))
      return null;
    return kind === "check"
      ? "checks are another runner's (here with --serve …,checks)"
      : `${role} is another runner's`;
  };
  return {
    notHere: why,
    serves: (protocol, role) => why(protocol, { kind: "agent", role }) === null,
  };
};
