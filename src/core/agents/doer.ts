// Name of a job's doer, the same in leases, stamps and events.
import type { Holder } from "../row.ts";

type Doer = { readonly name: string; readonly agent?: Holder["agent"] | undefined };
/** `worker/codex`, or the name alone. */
export const doerName = ({ name, agent }: Doer): string =>
  agent === null || agent === undefined ? name : `${name}/${agent}`;
