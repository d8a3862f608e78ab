// Simulation of one iterative story: start, rough time, end and final checks.
import { iterative } from "../../../src/protocols/iterative/index.ts";
import type { State } from "../../../src/protocols/iterative/state.ts";
import { judgeAll } from "../judge.ts";
import { answer, sayTo } from "../person.ts";
import type { Ending } from "../ending.ts";
import { pump, through } from "../pump.ts";
import { driveOnce, keepDriving } from "../runners.ts";
import { makeEdits, trouble } from "../troubles.ts";
import { insist } from "../watch.ts";
import { judgeEnds } from "./ends.ts";
import { startHere } from "./hands.ts";
import type { IterativeWorld } from "./world.ts";

/** How often people answer, runners are started again and so on, before it counts as running in circles. */
const rounds = 160;

const life = (world: IterativeWorld, run?: string): string => {
  const state = world.watch.state(run);
  return state === null ? "none" : iterative.life(state);
};
const isOver = (world: IterativeWorld, run: string): boolean =>
  iterative.ended(stateOf(world, run)) !== null;

const stateOf = (world: IterativeWorld, run?: string): State => {
  const state = world.watch.state(run);
  if (state === null) throw new Error("the run never began");
  return state;
};

/** Everybody does as he should: the run must come to an end, and people only answer what it asks. */
const settleDown = async (world: IterativeWorld, run: string): Promise<void> => {
  world.focus = run;
  const chance = world.chance.fork(`end of ${run}`);
  const stands = (): string =>
    `${stateOf(world, run).phase} ${JSON.stringify(iterative.view(stateOf(world, run)).nodes.map(({ id, status, why }) => [id, status, why]))}`;
  let last = "";
  // What checks the end may outlive the runner that began it.
  for (let round = 0; ; round += 1) {
    insist(round < rounds, () => `after ${rounds} rounds it still isn't over: ${last} ${stands()}`);
    if (world.disk.repo.name !== null)
      world.disk.repo.branch = stateOf(world, run).branch ?? "main";
    const drove = await through(world, driveOnce(world, "last runner"));
    if (drove === null || "fault" in drove) continue;
    const { status, waiting, summary } = drove.result;
    if (status === "ended") break;
    last = `${summary} ${JSON.stringify(waiting)}`;
    if (status === "outside") world.clock += 31 * 60_000;
    else if (status !== "paused") {
      insist(
        waiting.length > 0,
        () => `it waits, and doesn't say for what (${summary}): ${stands()}`,
      );
      await through(world, answer(world, chance));
      if (waiting.every(({ key }) => /#|^(?:plan|review|deliver)-/u.test(key)))
        world.clock += 60_000;
    }
    if (life(world, run) === "paused")
      await through(world, sayTo(world, run, { type: "Resume", data: {} }));
  }
  world.focus = null;
};

const calmDown = (world: IterativeWorld): void => {
  world.calm = true;
  for (const proc of world.machine.procs.values()) proc.frozenUntil = 0;
};

/** Throws what must not be. */
export const playIterative = async (world: IterativeWorld): Promise<Ending> => {
  const { story, clockwork, machine } = world;
  const edits = makeEdits(world);
  const start = (): void =>
    void startHere(world).then(() =>
      world.run() === null && !world.calm ? clockwork.at(1_000, start) : undefined,
    );
  start();
  for (let slot = 1; slot <= story.runners; slot += 1)
    keepDriving(world, slot, world.chance.fork(`runner ${slot}`));
  trouble(world, edits);
  await pump(
    world,
    () => clockwork.now() >= story.roughMs || (life(world) === "archived" && story.acts === 0),
  );
  calmDown(world);
  // What people did last may come in late, and take a run up once more.
  const runs = (): readonly string[] => [...world.watch.accounts.keys()];
  for (let began = false; !began || runs().some((run) => !isOver(world, run)); began = true) {
    while (runs().length === 0) await through(world, startHere(world));
    for (const run of runs()) await settleDown(world, run);
    await pump(world, () => machine.procs.size === 0);
    if (story.twice && runs().length === 1 && life(world) === "archived") {
      await through(world, startHere(world, 2));
      if (runs().length === 2) began = false;
    }
  }
  await judgeAll(world, {
    protocol: iterative,
    good: ({ run }) => stateOf(world, run).ended?.how === "delivered",
    isFree: (path) => /^(?:sources|outputs|analysis|drafts|data|planning)\//u.test(path),
  });
  await judgeEnds(world);
  const lost = edits.lost();
  insist(lost.length === 0, () => `edits by hand were lost: ${lost.join(", ")}`);
  const events = [...world.watch.accounts.values()].reduce((sum, { log }) => sum + log.length, 0);
  return {
    phase: stateOf(world).ended?.how ?? "none",
    steps: clockwork.steps(),
    calls: machine.calls(),
    events,
  };
};
