// A process by its number and its start: whoever has that number later is another one.
import { processFacts } from "./process-facts.ts";
import type { ProcessId } from "./spool/entry.ts";

export const idOf = (pid: number): ProcessId => ({ pid, start: processFacts(pid)?.start ?? "" });

export const alive = ({ pid, start }: ProcessId): boolean => {
  const facts = processFacts(pid);
  return facts !== null && !facts.dead && facts.start === start;
};
