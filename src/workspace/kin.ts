// Ancestors of a process, with session and group leaders, which show the job that it belongs to.
import { processFacts, signsOf } from "./process-facts.ts";
import type { ProcessFacts } from "./process-facts.ts";
import type { Kin } from "./workspace.ts";

/**
 * Includes group and session leaders: an orphan's parent becomes the system's first process, but it stays in its session, whose leader is the job's program.
 * A process that leaves that as well and drops its environment can't be traced.
 */
export const kinOf = (pid: number): readonly Kin[] => {
  const line = new Map<number, ProcessFacts>();
  for (let at = pid; at > 0 && !line.has(at);) {
    const facts = processFacts(at);
    if (facts === null) break;
    line.set(at, facts);
    at = facts.parent;
  }
  const numbers = new Set(
    [...line.values()].flatMap((facts) => [facts.pid, facts.group, facts.session]),
  );
  return [...numbers].flatMap((number) => {
    const facts = line.get(number) ?? (number > 0 ? processFacts(number) : null);
    if (facts === null) return [];
    const beside = line.has(number) ? {} : { beside: { parent: facts.parent } };
    return [{ process: { pid: number, start: facts.start }, ...beside, ...signsOf(number) }];
  });
};
