// Simulated outside agents: claims, forgotten jobs, stale tokens.
import { isRefusal } from "../../src/core/refusal.ts";
import type { Command, Sender } from "../../src/core/protocol.ts";
import type { Chance } from "./chance.ts";
import { shortly } from "./person.ts";
import { insist } from "./watch.ts";
import type { World } from "./world.ts";
import { root } from "./world.ts";

const by = (chance: Chance): Sender => ({
  kind: "agent",
  name: `bo-${chance.letters(3)}`,
  agent: "hand",
  conversation: chance.letters(8),
});

/** Claims a unit's work; what it then does comes minutes later, from other processes. */
export const claim = async (world: World, chance: Chance): Promise<void> => {
  const claimed = await shortly(world, "hand", "claim", async (system) => {
    const run = world.run();
    if (run === null) return null;
    const standings = await system.standings(run);
    if (isRefusal(standings)) return null;
    const ready = standings.filter(({ is, job }) => is === "ready" && job.role === "worker");
    if (ready.length === 0) return null;
    const got = await system.claim(run, chance.pick(ready).job.key, by(chance));
    return isRefusal(got) ? null : { run, lease: got.lease, works: got.place ?? root };
  });
  if (claimed === null) return;
  const { run, lease, works } = claimed;
  const then = chance.weighed([
    [5, "report"],
    [2, "release"],
    [2, "vanish"],
    [1, "fail"],
  ] as const);
  if (then === "vanish") return;
  const unit = /^(?:task|pass)-(.+)-\d+$/u.exec(lease.job)?.[1] ?? "";
  const back = (): void => {
    void shortly(world, "hand", then, async (system) => {
      if (then === "release") return system.release(run, lease.token, "no time");
      if (chance.is(0.5)) await system.renew(run, lease.token);
      world.disk.write(`${works}/src/${unit}.ts`, `good ${unit}`);
      const report = { status: then === "fail" ? "failed" : "done", summary: "by hand" };
      const held = world.watch.isHeld(run, lease.fence);
      const sent = await system.report(run, lease.token, report);
      world.guard(() =>
        insist(
          held || isRefusal(sent),
          () => `a report came in under fence ${lease.fence}, which had ended`,
        ),
      );
      return sent;
    });
  };
  world.clockwork.at(chance.between(200, 12_000), back);
};

/** Somebody with a token that ended long ago tries to get something in, by the front door and by the side. */
export const straggle = async (
  world: World,
  chance: Chance,
  report: unknown,
  command: Command,
): Promise<void> => {
  const stale = world.watch.granted.filter(({ run, fence }) => !world.watch.isHeld(run, fence));
  if (stale.length === 0) return;
  const lease = chance.pick(stale);
  const sender: Sender = {
    kind: "agent",
    name: lease.holder.name,
    job: lease.job,
    fence: lease.fence,
  };
  await shortly(world, "hand", "straggler", async (system) => {
    const answers = [
      await system.report(lease.run, lease.token, report),
      await system.send(lease.run, [command], sender),
      await system.renew(lease.run, lease.token),
    ];
    const through = answers.findIndex(
      (answer) => !isRefusal(answer) && !("events" in answer && answer.events.length === 0),
    );
    world.guard(() =>
      insist(
        through < 0,
        () =>
          `fence ${lease.fence} of ${lease.job} had ended, and road ${through} let its holder in`,
      ),
    );
  });
};

/** The same with the report and the command of who did a unit's work. */
export const reportLate = (world: World, chance: Chance, unit: string): Promise<void> =>
  straggle(
    world,
    chance,
    { status: "done", summary: "late" },
    { type: "ReportDone", data: { unit, summary: "late" } },
  );
