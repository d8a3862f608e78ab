// Forecast of the effects of an unreported job end, by the protocol on a copy of the state.
import type { Job, Result } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import type { Folded } from "../fold.ts";
import { handOver } from "../jobs/handover.ts";
import { peekOutcome } from "../jobs/outcome.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { engineHolder } from "../runner/driving.ts";
import { unhosted } from "../jobs/unseen.ts";

/** `entry` null: not hosted, so that only `end` is known. */
export type Ending = {
  readonly run: string;
  readonly job: Job;
  readonly lease: Lease | null;
  readonly entry: SpoolEntry | null;
  readonly end?: Result;
};
/** `then`: key of the job or decision that follows. */
export type Forecast = { readonly next: string; readonly then: string | null };

const lead: Readonly<Record<Job["doubt"], string>> = {
  retry: "it is given up",
  ask: "no guess is made",
  check: "what it left behind is looked at",
};

/** Writes nothing: outputs are digested but not stored. */
export const foretell = async (
  parts: RunnerParts,
  folded: Folded,
  { run, job, lease, entry, end }: Ending,
): Promise<Forecast> => {
  const { engine, door } = parts;
  const { protocol } = folded;
  const outcome =
    entry === null
      ? unhosted(lease?.holder ?? engineHolder, end ?? { is: "granted" })
      : await peekOutcome(engine, entry);
  const sent = await handOver(door, { run, protocol, job, lease, outcome, dry: true });
  if (isRefusal(sent))
    return { next: `and refused as it stands (${sent.code}): it stays in the spool`, then: null };
  const after = sent.events.reduce<unknown>(
    (state, event) => protocol.evolve(state, event),
    folded.state,
  );
  const before = new Set(protocol.jobs(folded.state).map(({ key }) => key));
  const about = protocol
    .jobs(after)
    .filter(({ subject, key, begun }) => subject === job.subject && (!before.has(key) || !begun));
  const asked = about.find(({ kind }) => kind === "decision");
  const dues = about.filter(({ kind }) => kind !== "decision");
  // What stood beside it already, such as a check that needs no worker, doesn't follow from it.
  const due = dues.find(({ key }) => !before.has(key)) ?? dues[0];
  const start = end === undefined ? "and counts" : lead[job.doubt];
  if (isOver(protocol.life(after)))
    return {
      next: `${start}, and the run is over: ${protocol.ended(after)?.summary ?? "it ended"}`,
      then: null,
    };
  if (asked !== undefined)
    return { next: `${start}, and you are asked what follows (${asked.key})`, then: asked.key };
  if (due !== undefined)
    return {
      next: `${start}, then ${due.key} is due${due.why === null ? "" : ` (${due.why})`}`,
      then: due.key,
    };
  return { next: start, then: null };
};
