// Process identity by number and start, since numbers are reused.
import { processFacts } from "./process-facts.ts";
import type { ProcessId } from "./spool/entry.ts";

export const idOf = (pid: number): ProcessId => ({ pid, start: processFacts(pid)?.start ?? "" });

export const alive = ({ pid, start }: ProcessId): boolean => {
  const facts = processFacts(pid);
  return facts !== null && !facts.dead && facts.start === start;
};
