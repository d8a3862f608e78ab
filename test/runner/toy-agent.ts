// Helper of runner tests: a toy agent driver and a toy proof of checks.
import type { Driver } from "../../src/agents/agent.ts";
import type { AgentFault, Proof } from "../../src/core/job.ts";

const faultIn = (out: string): AgentFault | null => {
  const retryAt = /^limit (.+)$/mu.exec(out)?.[1];
  if (retryAt !== undefined) return { kind: "quota", retryAt };
  return /^login$/mu.test(out) ? { kind: "auth" } : null;
};

/** `told`: the key of each job that is launched, and the conversation that it goes on with. A line `conversation X` of its output names one, `limit T` a limit until then, `login` a login that is refused, `unknown` a conversation that isn't known. */
export const toyDriver = (told: (line: string) => void): Driver => ({
  name: "command",
  find: () => Promise.resolve({ path: "/bin/agent", version: null }),
  start: (job, brief, _config, { resume }) => {
    told(`${job.key} ${resume ?? "afresh"}`);
    return { argv: ["agent"], env: {}, stdin: brief, cwd: "." };
  },
  read: (out) => ({
    message: out,
    conversation: /^conversation (.+)$/mu.exec(out)?.[1] ?? null,
    fault: faultIn(out),
    ...(/^unknown$/mu.test(out) ? { unknown: true } : {}),
  }),
});

export const proofOf = (exit: number): Proof => ({
  argv: ["true"],
  cwd: ".",
  exit,
  why: null,
  ms: 1,
  digest: "d",
  bytes: 0,
  text: "",
  tree: "t",
  head: "h",
});
