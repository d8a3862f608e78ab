// Why: who does a job is written in one way, whether a lease, a stamp or an event's own data says it.
import type { Holder } from "./row.ts";

/** `worker/codex`, or the name alone. */
export const doerName = ({
  name,
  agent,
}: {
  readonly name: string;
  readonly agent?: Holder["agent"] | undefined;
}): string => (agent === null || agent === undefined ? name : `${name}/${agent}`);
