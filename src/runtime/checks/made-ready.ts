// Setup of a folder in this process, for rechecks and for places that take over what it made elsewhere.
import { Fault } from "../../core/refusal.ts";
import type { Ground, Spot } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import { withFence } from "../host/fence-for.ts";
import { realHands } from "../host/hands.ts";
import { makeReady } from "../host/make-ready.ts";

const mostBytes = 64 * 1_048_576;

/** Runs a due setup in this process. Fault SETUP_FAILED. */
export const madeReady = async (
  engine: Engine,
  {
    spot,
    ground,
  }: {
    readonly spot: Pick<Spot, "root" | "key" | "setup"> & {
      readonly from: Pick<Spot["from"], "commit">;
    };
    readonly ground: Ground;
  },
): Promise<void> => {
  if (spot.setup === null) return;
  const within = {
    root: spot.root,
    ground,
    work: { commit: spot.from.commit, commands: [spot.setup.argv] },
  };
  const why = await withFence(engine, within, (env, fence) =>
    makeReady({
      workspace: engine.workspace,
      setup: spot.setup,
      root: ground.root,
      mark: `${spot.key}.${engine.chance(12)}`,
      bytes: mostBytes,
      env,
      fence: fence(true),
      stop: new AbortController().signal,
      hands: realHands,
    }),
  );
  if (why !== null)
    throw new Fault(
      "SETUP_FAILED",
      why,
      "see what it lacks (`setup` in cairn.config.json), then repeat",
    );
};
