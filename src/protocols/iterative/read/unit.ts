// A found unit: its description, the lowest of its statuses, and what its entries tell the next pass.
import type { IterativeCommands } from "../commands.ts";
import type { FoundUnit } from "./described.ts";
import { type UnitEntries } from "./entries.ts";
import { aside, type Gathered } from "./gathering.ts";
import { type Status, statusOf } from "./status.ts";

type Unit = IterativeCommands["Adopt"]["data"]["found"]["units"][number];

const counted = (given: number | null | undefined, found: number): number =>
  Math.max(Math.trunc(given ?? 0), found, 0);

/** In the archive nothing is judged: units marked as done are shown as done. */
const ofArchive = (status: Status, unit: FoundUnit): Status =>
  unit.seen?.status === "done"
    ? { stage: "settled", stuck: null, basis: "adopted", note: null, strange: null }
    : status;

/** Whether the folder is archived and has a log. */
type How = { readonly archived: boolean; readonly isLogged: boolean };

export const unitFound = (
  unit: FoundUnit,
  entries: UnitEntries,
  { archived, isLogged }: How,
  into: Gathered,
): Unit => {
  const { described, seen } = unit;
  const used = counted(seen?.iterations_used, entries.counted.work);
  const confirmations = counted(seen?.confirmations_used, entries.counted.confirmations);
  const judged = statusOf(unit, entries.counted, used, isLogged);
  const { stage, stuck, basis, note, strange } = archived ? ofArchive(judged, unit) : judged;
  if (note !== null && !archived) into.corrections.push(note);
  if (described.criteria.length === 0 && stage !== "settled" && !archived)
    into.corrections.push(
      `UNIT_UNDESCRIBED: ${described.id} has no criteria, which are asked for before its next pass`,
    );
  if (strange !== null)
    aside(
      into,
      "state.json",
      `STATUS_UNKNOWN: ${described.id} is blocked until somebody says how far it is`,
      strange,
    );
  return {
    ...described,
    stage,
    stuck,
    used,
    confirmations,
    gates: entries.gates,
    verifications: entries.verifications,
    seq: used + confirmations + entries.verifications + entries.tests,
    remaining: entries.remaining,
    last_did: entries.did,
    commits: entries.commits,
    basis,
    accepted: null,
    completed_at: stage === "settled" ? (seen?.completed_at ?? null) : null,
  };
};
