// Why: the system is handed its runner as one value, so that it can be made without processes where they aren't wanted.
import type { Check, Proof } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import type { Ground } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { runChecks } from "../host/checks.ts";
import { plainEnv } from "../host/env.ts";
import type { Runner } from "../runner-parts.ts";
import { drive } from "./drive.ts";

/** Output of a check beyond this ends it, as in a hosted job. */
const checkBytes = 64 * 1_048_576;

const check = async (engine: Engine, ground: Ground, one: Check): Promise<Proof> => {
  const { workspace } = engine;
  const mark = `recheck.${engine.chance(20)}`;
  const ran = await runChecks([one], {
    workspace,
    ground,
    mark,
    bytes: checkBytes,
    env: plainEnv(process.env),
    stop: new AbortController().signal,
  });
  const proof = ran?.proofs[0];
  if (proof === undefined) throw new Fault("CHECK_STOPPED", "the check was stopped before it ended", "run it again");
  return proof;
};

export const runner: Runner = { drive, check };
