// Clean checkouts in which proofs are tried once more: of the commit that was proved, made ready as for a job.
import { Fault } from "../../core/refusal.ts";
import type { Job } from "../../core/job.ts";
import type { Ground, Spot } from "../../workspace/workspace.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { plainEnv } from "../host/env.ts";
import { realHands } from "../host/hands.ts";
import { withFence } from "../host/fence-for.ts";
import { makeReady } from "../host/make-ready.ts";
import { openSpot } from "./open-spot.ts";
import { placeSite } from "./where.ts";

const limits = { ms: 600_000, bytes: 64 * 1_048_576, tries: 1 } as const;
const lookAt = (unit: string, key: string): Job => ({
  key,
  about: null,
  subject: unit,
  kind: "check",
  role: "engine",
  why: null,
  begun: true,
  writes: "nothing",
  reads: [],
  limits,
  doubt: "retry",
});

/** Runs a due setup in this process. Fault SETUP_FAILED. */
export const madeReady = async (
  engine: Engine,
  {
    spot,
    ground,
  }: { readonly spot: Pick<Spot, "root" | "key" | "setup">; readonly ground: Ground },
): Promise<void> => {
  if (spot.setup === null) return;
  const why = await withFence(engine, spot.root, ground, plainEnv(process.env), (env, fence) =>
    makeReady({
      workspace: engine.workspace,
      setup: spot.setup,
      root: ground.root,
      mark: `${spot.key}.${engine.chance(12)}`,
      bytes: limits.bytes,
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

export type Checkouts = {
  /** A folder with the commit of a unit's work. Fault SETUP_FAILED. */
  of(unit: string): Promise<Ground>;
  /** Removes all of them. */
  free(): Promise<void>;
};

/** Creates one checkout per unit. */
export const checkoutsOf = (engine: Engine, run: string, folded: Folded): Checkouts => {
  const made = new Map<string, { readonly key: string; readonly ground: Ground }>();
  return {
    async of(unit) {
      const known = made.get(unit);
      if (known !== undefined) return known.ground;
      const job = lookAt(unit, `recheck-${engine.chance(20)}`);
      const opened = await openSpot({ engine, run }, folded, job);
      if (opened === null) throw new TypeError(`${run} works in no places`);
      made.set(unit, { key: opened.spot.key, ground: opened.ground });
      await madeReady(engine, opened);
      return opened.ground;
    },
    async free() {
      const places = await engine.workspace.places();
      for (const { key } of made.values()) await places.free(placeSite(engine, run, folded), key);
    },
  };
};
