// Step loop of a simulation, with a check of each driving process's state after every step.
import type { Folded } from "../../src/runtime/fold.ts";
import type { Proc } from "./machine.ts";
import { insist } from "./watch.ts";
import type { World } from "./world.ts";

/** Events of the clockwork, and ms, that a story may take at most: past them it runs in circles. */
const mostSteps = 400_000;
const mostMs = 6 * 3_600_000;
/** What was broken elsewhere ends the story here. */
const giveUp = ({ broken }: World): void => {
  if (broken === null) return;
  throw broken instanceof Error ? broken : new Error(String(broken));
};

/** Lets things happen until `until` holds; checks after each what each driving process believes. */
export const pump = async (world: World, until: () => boolean): Promise<void> => {
  const { clockwork, watch } = world;
  const seen = new Map<Proc, Map<string, Folded>>();
  while (!until()) {
    giveUp(world);
    insist(
      clockwork.steps() < mostSteps && clockwork.now() < mostMs,
      () => "it doesn't come to an end",
    );
    for (const [proc, { folds }] of world.driving) {
      const before = seen.get(proc) ?? new Map<string, Folded>();
      seen.set(proc, before);
      for (const run of watch.accounts.keys()) {
        const known = folds.known(run);
        if (known === undefined || before.get(run) === known) continue;
        before.set(run, known);
        watch.agrees(folds, run, proc);
      }
    }
    if (!(await clockwork.step())) break;
  }
  giveUp(world);
};

/** Lets things happen until it has settled. */
export const through = async <T>(world: World, promise: Promise<T>): Promise<T> => {
  let done: { readonly value: T } | null = null;
  void promise.then((value) => (done = { value }));
  await pump(world, () => done !== null);
  return promise;
};
