// Taking of work from the user's checkout that an edit of the run's files reports, before the report counts.
import type { Job } from "../../core/job.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Recorded } from "../../core/row.ts";
import { unitOf } from "../../landing/site.ts";
import type { Folded, Folds } from "../fold.ts";
import { liveOf } from "../jobs/leases.ts";
import { type Taking, takeByHand } from "./here.ts";
import { writesWork } from "./where.ts";

/** The jobs whose completion these events report; of several, one that an edit began. Held jobs belong to their holder. */
const toldBy = (
  { protocol, state: before }: Folded,
  events: readonly Recorded[],
  held: ReadonlySet<string>,
): readonly Job[] => {
  let state = before;
  return events.flatMap((event) => {
    const unit = protocol.worked?.(event) ?? null;
    const fitting = protocol
      .jobs(state)
      .filter((one) => writesWork(one) && unitOf(protocol, one) === unit && !held.has(one.key));
    const job = fitting.find(({ begun }) => begun) ?? fitting[0];
    state = protocol.evolve(state, event);
    return job ?? [];
  });
};

/** `taken`: the run has advanced. `where`: the only job reported; absent: none, or several. Work under a lease is taken where its holder works. A refusal: it can't be taken. */
export const takeTold = async (
  taking: Taking & { readonly folds: Folds },
  folded: Folded,
  events: readonly Recorded[],
): Promise<{ readonly taken: boolean; readonly where?: string } | Refusal> => {
  const { engine, folds, run } = taking;
  const held = new Set(
    liveOf(await engine.ledger.leases(run), await engine.ledger.now()).map(({ job }) => job),
  );
  const told = toldBy(folded, events, held);
  for (const job of told) {
    const untaken = await takeByHand(taking, folded, job);
    if (untaken !== null) return untaken;
  }
  const now = await folds.newest(run);
  const [first] = told;
  const where =
    first === undefined || told.some(({ subject }) => subject !== first.subject)
      ? {}
      : { where: first.key };
  return { taken: now !== null && now.version > folded.version, ...where };
};
