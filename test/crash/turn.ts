// Turn of one watched runner in a crash test: death at a named point, then checks of its remains.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { standing } from "./after-kill.ts";
import { hostsOf, typed } from "./crew.ts";
import type { Ground } from "./ground.ts";
import { direct } from "./passes/director.ts";
import type { Fate } from "./passes/fate.ts";
import { fated, socketOf } from "./passes/ground.ts";

/** What happens to one runner: it dies of its fate, or when an agent has come so far; or it comes to rest by itself with this exit. */
export type Turn =
  | { readonly dies: Fate }
  | {
      /** Its key, or how that begins. */
      readonly job: string;
      readonly at: string;
      /** The agent ends before another runner comes. */
      readonly alone?: true;
      /** What else happens while the agent waits and no runner lives. */
      readonly meanwhile?: () => Promise<void>;
    }
  | { readonly exits: number };
export const fate = (at: Fate["at"], word: string, nth = 1): Turn => ({ dies: { at, word, nth } });

/** How often it is looked whether a host has ended. */
const lookMs = 20;
export const hostsEnded = async (here: Ground): Promise<void> => {
  while ((await hostsOf(here)).length > 0) await sleep(lookMs);
};

/** Plays one turn of what is typed to its end. */
export const turn = async (here: Ground, argv: readonly string[], wanted: Turn): Promise<void> => {
  const is = JSON.stringify(wanted);
  const held = Promise.withResolvers<void>();
  const met = Promise.withResolvers<void>();
  const director = await direct(socketOf(here), async (stop) => {
    if (!("job" in wanted) || !stop.job.startsWith(wanted.job) || stop.at !== wanted.at) return;
    met.resolve();
    await held.promise;
  });
  const one = typed(here, argv, undefined, "dies" in wanted ? fated(wanted.dies) : undefined);
  try {
    if ("job" in wanted) {
      await Promise.race([met.promise, one.ended]);
      one.kill();
    }
    const { exit, signal, out, err } = await one.ended;
    const expected = "exits" in wanted ? [wanted.exits, null] : [null, "SIGKILL"];
    assert.deepEqual([exit, signal], expected, `${is}: ${[...out, ...err].join("\n")}`);
    assert.deepEqual(standing(here), [], is);
    if ("job" in wanted) await wanted.meanwhile?.();
  } finally {
    one.kill();
    held.resolve();
    // Without an ear the agent goes on at once wherever it would stop next.
    await director.close();
  }
  if ("alone" in wanted) await hostsEnded(here);
};
