// Simulation of one player story: start, rough time, end and final checks.
import { player } from "../../../src/protocols/player/index.ts";
import type { State } from "../../../src/protocols/player/state.ts";
import { judgeAll } from "../judge.ts";
import { answer, sayTo } from "../person.ts";
import type { Ending } from "../ending.ts";
import { pump, through } from "../pump.ts";
import { driveOnce, keepDriving } from "../runners.ts";
import { makeEdits, trouble } from "../troubles.ts";
import { insist } from "../watch.ts";
import { callBack, startPlay } from "./hands.ts";
import type { PlayerWorld } from "./world.ts";

/** How often people answer, runners are started again and so on, before it counts as running in circles. */
const rounds = 120;

const life = (world: PlayerWorld, run?: string): string => {
  const state = world.watch.state(run);
  return state === null ? "none" : player.life(state);
};

const stateOf = (world: PlayerWorld, run?: string): State => {
  const state = world.watch.state(run);
  if (state === null) throw new Error("the run never began");
  return state;
};

/** What waits for somebody outside ends well, by its callback or by a person's word. */
const endOutside = async (world: PlayerWorld): Promise<void> => {
  for (const run of world.watch.accounts.keys()) {
    for (const { key, subject } of player
      .jobs(stateOf(world, run))
      .filter((job) => job.kind === "agent" && job.child === undefined)) {
      const node = stateOf(world, run).nodes[subject];
      if (node?.is !== "work" || (node.status === "running" && node.hosted)) continue;
      const attempt = Number(key.split(":")[2]);
      if (node.status === "pending")
        await through(
          world,
          sayTo(world, run, { type: "StartNode", data: { node: subject, attempt } }),
        );
      if (node.status === "running" && node.task !== null)
        await through(world, callBack(world, run, node.task, 0, "at last"));
      else
        await through(
          world,
          sayTo(world, run, {
            type: "FinishNode",
            data: { node: subject, attempt, result: { ok: true } },
          }),
        );
    }
  }
};

/** Everybody does as he should: the run must come to an end, and people only answer what it asks. */
const settleDown = async (world: PlayerWorld): Promise<void> => {
  world.calm = true;
  for (const proc of world.machine.procs.values()) proc.frozenUntil = 0;
  const chance = world.chance.fork("end");
  for (let round = 0; ; round += 1) {
    const stands = (): string =>
      JSON.stringify(
        player.view(stateOf(world)).nodes.map(({ id, status, why }) => [id, status, why]),
      );
    insist(round < rounds, () => `after ${rounds} rounds it still isn't over: ${stands()}`);
    if (world.run() === null) {
      await through(world, startPlay(world));
      continue;
    }
    const drove = await through(world, driveOnce(world, "last runner"));
    if (drove === null || "fault" in drove) continue;
    const { status, waiting } = drove.result;
    if (status === "ended") return;
    if (status === "outside" && round % 2 === 0) world.clock += 31 * 60_000;
    else if (status === "outside") await endOutside(world);
    else if (status !== "paused") {
      insist(
        waiting.length > 0,
        () => `it waits, and doesn't say for what (${drove.result.summary})`,
      );
      await through(world, answer(world, chance, round > rounds / 2));
      if (!world.steady) await endOutside(world);
    }
    for (const run of world.watch.accounts.keys())
      if (life(world, run) === "paused")
        await through(world, sayTo(world, run, { type: "Resume", data: {} }));
  }
};

/** Runs that were started by nodes go where their parents go. */
const judgeChildren = (world: PlayerWorld): void => {
  const origins = [...world.watch.states.values()]
    .map((states) => states[0]?.origin ?? null)
    .filter((origin) => origin !== null);
  insist(
    new Set(origins).size === origins.length,
    () => `two runs came of one node: ${origins.join(", ")}`,
  );
  for (const run of world.watch.states.keys()) {
    const at = life(world, run);
    insist(
      at === "over" || at === "archived",
      () => `${run} is ${at}, though the run that it came of is over`,
    );
  }
};

/** Throws what must not be. */
export const playPlayer = async (world: PlayerWorld): Promise<Ending> => {
  const { story, clockwork, machine } = world;
  const edits = makeEdits(world);
  const start = (): void =>
    void startPlay(world).then(() =>
      world.run() === null && !world.calm ? clockwork.at(1_000, start) : undefined,
    );
  start();
  for (let slot = 1; slot <= story.runners; slot += 1)
    keepDriving(world, slot, world.chance.fork(`runner ${slot}`));
  trouble(world, edits);
  await pump(
    world,
    () => clockwork.now() >= story.roughMs || (life(world) === "over" && story.acts === 0),
  );
  // What people did last may come in late, and take the run up once more.
  do {
    await settleDown(world);
    await pump(world, () => machine.procs.size === 0);
  } while (life(world) === "live" || life(world) === "paused");
  judgeChildren(world);
  await judgeAll(world, {
    protocol: player,
    good: ({ run }) => stateOf(world, run).status === "completed",
    isFree: (path) => /^artifacts\/[\w-]+-output\.md$/u.test(path),
  });
  const lost = edits.lost();
  insist(lost.length === 0, () => `edits by hand were lost: ${lost.join(", ")}`);
  const events = [...world.watch.accounts.values()].reduce((sum, { log }) => sum + log.length, 0);
  return { phase: stateOf(world).status, steps: clockwork.steps(), calls: machine.calls(), events };
};
