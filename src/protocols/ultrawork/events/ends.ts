// Ends of attempts, from ultrawork's events.
import { type EndSaid, ofUnit, own, ownBy } from "../../../core/attempt-end.ts";
import type { AttemptState } from "../../../core/attempt-states.ts";
import type { DataOf } from "../../../kit/schema.ts";
import type { evidenceFields } from "../shapes.ts";

const kinds: Readonly<Record<string, AttemptState>> = {
  timeout: "late",
  silent: "silent",
  lost: "lost",
  lapsed: "lost",
  released: "stopped",
};

export const failed = (kind: string, reason: string): EndSaid =>
  ownBy(kinds[kind] ?? "failed", reason);

/** The result of checks is attributed to the unit, because the check that completed it isn't the attempt. */
export const returned = (task: string, kind: string, reason: string): EndSaid =>
  kind === "checks" ? ofUnit(task, "returned", reason) : failed(kind, reason);

export const evidenceEnd = ({
  captured,
  passed,
  why,
  exit,
}: DataOf<typeof evidenceFields>): EndSaid => {
  if (captured) return own("over", "captured, to be judged");
  return passed ? own("passed") : own("failed", why ?? `exit ${exit ?? "unknown"}`);
};
