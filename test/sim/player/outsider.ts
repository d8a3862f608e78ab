// Simulated outside agents that claim player nodes, report, release or forget them.
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Sender } from "../../../src/core/protocol.ts";
import type { Chance } from "../chance.ts";
import { shortly } from "../person.ts";
import { insist } from "../watch.ts";
import { beginOutside } from "./hands.ts";
import type { PlayerWorld } from "./world.ts";

const keyed = /^node:(.+):(\d+)$/u;

export const claimNode = async (world: PlayerWorld, chance: Chance): Promise<unknown> => {
  if (chance.is(0.5)) return beginOutside(world, chance);
  const by: Sender = {
    kind: "agent",
    name: `bo-${chance.letters(3)}`,
    agent: "hand",
    conversation: chance.letters(8),
  };
  const claimed = await shortly(world, "hand", "claim", async (system) => {
    const runs = [...world.watch.accounts.keys()];
    if (runs.length === 0) return null;
    const run = chance.pick(runs);
    const standings = await system.standings(run);
    if (isRefusal(standings)) return null;
    const ready = standings.filter(({ is, job }) => is === "ready" && keyed.test(job.key));
    if (ready.length === 0) return null;
    const got = await system.claim(run, chance.pick(ready).job.key, by);
    return isRefusal(got) ? null : { run, lease: got.lease };
  });
  if (claimed === null) return null;
  const { run, lease } = claimed;
  const then = chance.weighed([
    [5, "completed"],
    [2, "release"],
    [2, "vanish"],
    [1, "failed"],
  ] as const);
  if (then === "vanish") return null;
  const [, node = "", attempt = "1"] = keyed.exec(lease.job) ?? [];
  const back = (): void => {
    void shortly(world, "hand", then, async (system) => {
      if (then === "release") return system.release(run, lease.token, "no time");
      if (chance.is(0.5)) await system.renew(run, lease.token);
      const held = world.watch.isHeld(run, lease.fence);
      const sent = await system.report(run, lease.token, {
        node,
        attempt: Number(attempt),
        status: then,
        summary: "by hand",
      });
      world.guard(() =>
        insist(
          held || isRefusal(sent),
          () => `a report came in under fence ${lease.fence}, which had ended`,
        ),
      );
      return sent;
    });
  };
  return world.clockwork.at(chance.between(200, 12_000), back);
};
