// Why: whoever asks what a run lacks asks first whether anything is due there, and whether somebody sees to it already.
import type { Job } from "../core/job.ts";
import type { Engine } from "./engine.ts";
import type { Run } from "./roles.ts";

/** Jobs that an agent or a check of this machine should begin. */
export const dueOf = ({ protocol, state }: Run): readonly Job[] =>
  protocol
    .jobs(state)
    .filter(
      ({ kind, child, why, begun }) =>
        kind !== "decision" && child === undefined && why === null && !begun,
    );

/** Whoever is at work was found, maybe where other programs are at hand than here; and where somebody outside is, nobody waits for an agent. Nor does a run that isn't live. */
export const isTended = async (
  engine: Engine,
  run: string,
  { protocol, state }: Run,
): Promise<boolean> =>
  protocol.life(state) !== "live" ||
  (await engine.ledger.leases(run)).length > 0 ||
  engine.workspace.runners.all().some((one) => one.run === run);
