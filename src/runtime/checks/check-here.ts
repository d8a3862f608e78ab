// Check run in this process, without a host: for persons and for the runner itself.
import type { Check, Proof } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import type { Engine } from "../engine.ts";
import { runChecks } from "../host/checks.ts";
import { withFence } from "../host/fence-for.ts";
import { momentOf } from "../jobs/default-outcomes.ts";
import type { Opened } from "../landing/open-spot.ts";

/** More output than this ends the check, as in a hosted job. */
const checkBytes = 64 * 1_048_576;

/** Fault CHECK_STOPPED. */
export const checkHere = async (
  engine: Engine,
  { spot, ground }: Opened,
  one: Check,
): Promise<Proof> => {
  const { workspace } = engine;
  const mark = `recheck.${engine.chance(20)}`;
  const within = {
    root: spot.root,
    ground,
    work: { commit: spot.from.commit, commands: "argv" in one ? [one.argv] : [] },
  };
  const ran = await withFence(engine, within, (env, fence) =>
    runChecks([one], {
      workspace,
      ground,
      on: momentOf(spot),
      mark,
      bytes: checkBytes,
      env,
      fence: fence(engine.config.fence.network),
      stop: new AbortController().signal,
    }),
  );
  const proof = ran?.proofs[0];
  if (proof === undefined)
    throw new Fault("CHECK_STOPPED", "the check was stopped before it ended", "run it again");
  return proof;
};
