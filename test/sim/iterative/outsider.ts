// Simulated outside agents that claim iterative passes, report, release or forget them.
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Sender } from "../../../src/core/protocol.ts";
import type { Chance } from "../chance.ts";
import { shortly } from "../person.ts";
import { insist } from "../watch.ts";
import { root } from "../world.ts";
import { goodText, targetIn } from "./place.ts";
import type { IterativeWorld } from "./world.ts";

const keyed = /^([A-Z]\d+)#(\d+)$/u;

export const claimPass = async (world: IterativeWorld, chance: Chance): Promise<unknown> => {
  const by: Sender = {
    kind: "agent",
    name: `bo-${chance.letters(1)}`,
    agent: "hand",
    conversation: chance.letters(8),
  };
  const claimed = await shortly(world, "hand", "claim", async (system) => {
    const run = world.run();
    if (run === null) return null;
    const standings = await system.standings(run);
    if (isRefusal(standings)) return null;
    const ready = standings.filter(({ is, job }) => is === "ready" && keyed.test(job.key));
    if (ready.length === 0) return null;
    const { job } = chance.pick(ready);
    const got = await system.claim(run, job.key, by);
    return isRefusal(got)
      ? null
      : { run, lease: got.lease, role: job.role, folder: got.place ?? root };
  });
  if (claimed === null) return null;
  const { run, lease, role, folder } = claimed;
  const then = chance.weighed([
    [5, "done"],
    [2, "release"],
    [2, "vanish"],
    [1, "continue"],
  ] as const);
  const [, unit = ""] = keyed.exec(lease.job) ?? [];
  const works = chance.is(0.6);
  const touch = (): void => {
    const state = world.watch.state(run);
    if (works && state !== null && state.ended === null)
      world.disk.write(`${folder}/${targetIn(state, unit)}`, goodText(unit));
  };
  if (then === "vanish") return world.clockwork.at(chance.between(100, 5_000), touch);
  const back = (): void => {
    touch();
    void shortly(world, "hand", then, async (system) => {
      if (then === "release") return system.release(run, lease.token, "no time");
      if (chance.is(0.5)) await system.renew(run, lease.token);
      const held = world.watch.isHeld(run, lease.fence);
      const said =
        role === "verifier"
          ? {
              unit,
              verdict: "VERIFIED",
              criteria: [1, 2].map((n) => ({ n, met: true, how: "looked" })),
              gaps: [],
            }
          : { unit, status: then, did: "by hand", remaining: then === "done" ? "" : "more" };
      const sent = await system.report(run, lease.token, said);
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
