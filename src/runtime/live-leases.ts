// Leases that haven't lapsed.
import type { Lease } from "../core/row.ts";

/** A lease that ran out is suspect, and nobody's word any more. */
export const liveOf = (leases: readonly Lease[], now: string): readonly Lease[] =>
  leases.filter(({ until }) => until > now);
