// Name of a job's doer, the same in leases, stamps and events.
import type { Holder } from "../row.ts";

/** `worker/codex`, or the name alone. */
export const doerName = ({
  name,
  agent,
}: {
  readonly name: string;
  readonly agent?: Holder["agent"] | undefined;
}): string => (agent === null || agent === undefined ? name : `${name}/${agent}`);
