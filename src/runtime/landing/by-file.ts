// Work that an edit of the run's files tells of lies in the user's checkout: it is taken before what tells of it counts.
import type { Job } from "../../core/job.ts";
import type { Refusal } from "../../core/refusal.ts";
import type { Recorded } from "../../core/row.ts";
import { siteOf } from "../../work/site.ts";
import type { Folded, Folds } from "../fold.ts";
import { liveOf } from "../live-leases.ts";
import { type Taking, takeByHand } from "./here.ts";
import { writesWork } from "./where.ts";

const begunOutside = ({ protocol, state }: Pick<Folded, "protocol" | "state">): readonly Job[] =>
  protocol.jobs(state).filter((job) => job.begun && job.outside === true && writesWork(job));

/** The jobs that these events end and that nobody holds by a lease: an edit of the files had begun them. */
const endedBy = (folded: Folded, events: readonly Recorded[]): readonly Job[] => {
  const { protocol } = folded;
  const ended = new Map<string, Job>();
  let { state } = folded;
  let open = begunOutside(folded);
  for (const event of events) {
    state = protocol.evolve(state, event);
    const now = begunOutside({ protocol, state });
    for (const job of open) if (!now.some(({ key }) => key === job.key)) ended.set(job.key, job);
    open = now;
  }
  const units = new Set(protocol.view(state).nodes.map(({ id }) => id));
  return [...ended.values()].filter(({ subject }) => units.has(subject));
};

/** true: the run has gone on by it. A refusal: it can't be taken. */
export const takeTold = async (
  taking: Taking & { readonly folds: Folds },
  folded: Folded,
  events: readonly Recorded[],
): Promise<boolean | Refusal> => {
  if (siteOf(folded.state) === null) return false;
  const { engine, run } = taking;
  const held = new Set(liveOf(await engine.ledger.leases(run), await engine.ledger.now()).map(({ job }) => job));
  for (const job of endedBy(folded, events).filter(({ key }) => !held.has(key))) {
    const untaken = await takeByHand(taking, folded, job);
    if (untaken !== null) return untaken;
  }
  const now = await taking.folds.newest(run);
  return now !== null && now.version > folded.version;
};
