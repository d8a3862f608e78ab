// Simulated outside agents: claims, forgotten jobs, stale tokens.
import { isRefusal } from "../../src/core/refusal.ts";
import type { Job } from "../../src/core/job.ts";
import type { Sender } from "../../src/core/protocol.ts";
import type { Chance } from "./chance.ts";
import { isGood } from "./checks.ts";
import { workingTree } from "./facts.ts";
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

type Held = {
  readonly run: string;
  readonly job: Job;
  readonly token: string;
  readonly fence: number;
  readonly folder: string;
};
const take = (
  world: World,
  chance: Chance,
  isMeant: (job: Job) => boolean,
): Promise<Held | null> => {
  const sender = by(chance);
  return shortly(world, "hand", "claim", async (system) => {
    const runs = [...world.watch.accounts.keys()];
    if (runs.length === 0) return null;
    const run = world.focus ?? chance.pick(runs);
    const standings = await system.standings(run);
    if (isRefusal(standings)) return null;
    const ready = standings.filter(({ is, job }) => is === "ready" && isMeant(job));
    if (ready.length === 0) return null;
    const { job } = chance.pick(ready);
    const got = await system.claim(run, job.key, sender);
    if (isRefusal(got)) return null;
    const { token, fence } = got.lease;
    return { run, job, token, fence, folder: got.place ?? root };
  });
};

const leave = ({ disk, hands }: World, { job, folder }: Held): void => {
  for (const [path, text] of Object.entries(hands.byHand(job, true)?.files ?? {}))
    disk.write(`${folder}/${path}`, text);
};

const report = (world: World, chance: Chance, held: Held, isDone: boolean): Promise<unknown> =>
  shortly(world, "hand", isDone ? "done" : "failed", async (system) => {
    const { run, job, token, fence } = held;
    if (chance.is(0.5)) await system.renew(run, token);
    const isHeld = world.watch.isHeld(run, fence);
    const sent = await system.report(run, token, world.hands.byHand(job, isDone)?.report);
    world.guard(() =>
      insist(
        isHeld || isRefusal(sent),
        () => `a report came in under fence ${fence}, which had ended`,
      ),
    );
    return sent;
  });

/** Claims a job; what it then does comes minutes later, from other processes. */
export const claim = async (world: World, chance: Chance): Promise<unknown> => {
  const { hands, clockwork, watch } = world;
  if (hands.begin !== undefined && chance.is(0.5)) return hands.begin(chance);
  const held = await take(world, chance, (job) => hands.byHand(job, true) !== null);
  if (held === null) return null;
  const then = chance.weighed([
    [5, "done"],
    [2, "release"],
    [2, "vanish"],
    [1, "failed"],
  ] as const);
  const works = chance.is(0.7);
  const touch = (): void => {
    const state = watch.state(held.run);
    if (works && !world.calm && state !== null && hands.protocol.ended(state) === null)
      leave(world, held);
  };
  return clockwork.at(chance.between(200, 12_000), () => {
    touch();
    if (then === "release")
      void shortly(world, "hand", then, (system) =>
        system.release(held.run, held.token, "no time"),
      );
    else if (then !== "vanish") void report(world, chance, held, then === "done");
  });
};

/** Whoever is to do it outside does one such job; false: there was none that could be had. */
export const workOutside = async (world: World, chance: Chance): Promise<boolean> => {
  const held = await take(
    world,
    chance,
    ({ kind, outside }) => kind === "agent" && outside === true,
  );
  if (held === null) return false;
  leave(world, held);
  for (const [path, text] of workingTree(world.disk, held.folder))
    if (path.startsWith("src/") && !isGood(text))
      world.disk.write(`${held.folder}/${path}`, "good again");
  await report(world, chance, held, true);
  return true;
};

/** Somebody with a token that ended long ago tries to get something in, by the front door and by the side. */
export const straggle = async (world: World, chance: Chance): Promise<void> => {
  const { report: late, command } = world.hands.late;
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
      await system.report(lease.run, lease.token, late),
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
