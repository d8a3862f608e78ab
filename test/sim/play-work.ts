// Simulation of one story of the model of work: start, rough time, end and final checks.
import type { Protocol } from "../../src/core/protocol.ts";
import { runCompleted } from "../../src/work/events/run.ts";
import type { Work } from "../../src/work/work.ts";
import { judgeAll } from "./judge.ts";
import { pump, through } from "./pump.ts";
import { answer, say } from "./person.ts";
import type { Ending } from "./ending.ts";
import { driveOnce, keepDriving } from "./runners.ts";
import { makeEdits, trouble } from "./troubles.ts";
import { insist } from "./watch.ts";
import type { WorkWatch } from "./work-watch.ts";
import type { World } from "./world.ts";

export type WorkWorld = World & {
  readonly watch: WorkWatch;
  readonly protocol: Protocol<Work>;
  /** Starts the run, or finds that it was started. */
  startRun(): Promise<boolean | null>;
  /** A file of the run's folder that is nobody's projection. */
  isFree(path: string): boolean;
  /** What must hold of a complete run on the tree that it ended on. */
  sealed(state: Work, tree: ReadonlyMap<string, string>): void;
};

/** How often people answer, runners are started again and so on, before it counts as running in circles. */
const rounds = 120;

const life = (world: WorkWorld): string => {
  const state = world.watch.state();
  return state === null ? "none" : world.protocol.life(state);
};

const stateOf = (world: WorkWorld): Work => {
  const state = world.watch.state();
  if (state === null) throw new Error("the run never began");
  return state;
};

/** Everybody does as he should: the run must come to an end, and people only answer what it asks. */
const settleDown = async (world: WorkWorld): Promise<void> => {
  world.calm = true;
  for (const proc of world.machine.procs.values()) proc.frozenUntil = 0;
  const chance = world.chance.fork("end");
  for (let round = 0; ; round += 1) {
    insist(
      round < rounds,
      () =>
        `after ${rounds} rounds it still isn't over: ${JSON.stringify(world.protocol.view(stateOf(world)).nodes.map(({ id, status, why }) => [id, status, why]))}`,
    );
    if (world.run() === null) {
      await through(world, world.startRun());
      continue;
    }
    const drove = await through(world, driveOnce(world, "last runner"));
    if (drove === null || "fault" in drove) continue;
    const { status, waiting } = drove.result;
    if (status === "ended") return;
    if (status === "paused") await through(world, say(world, { type: "Resume", data: {} }));
    else if (status === "outside") world.clock += 31 * 60_000;
    else {
      insist(
        waiting.length > 0,
        () => `it waits, and doesn't say for what (${drove.result.summary})`,
      );
      await through(world, answer(world, chance, round > rounds / 2));
    }
  }
};

/** What must hold of a story that is over. */
const judge = async (world: WorkWorld): Promise<void> => {
  const { watch, disk } = world;
  await judgeAll(world, {
    protocol: world.protocol,
    good: () => stateOf(world).end?.is === "complete",
    isFree: (path) => world.isFree(path),
  });
  const state = stateOf(world);
  const [sealed] = watch.log.toReversed().flatMap((event) => (runCompleted.is(event) ? event : []));
  if (state.end?.is === "complete") world.sealed(state, disk.treeOf(sealed?.data.tree ?? ""));
};

/** Throws what must not be. */
export const playWork = async (world: WorkWorld): Promise<Ending> => {
  const { story, clockwork, machine } = world;
  const edits = makeEdits(world);
  const start = (): void =>
    void world
      .startRun()
      .then(() => (world.run() === null && !world.calm ? clockwork.at(1_000, start) : undefined));
  start();
  for (let slot = 1; slot <= story.runners; slot += 1)
    keepDriving(world, slot, world.chance.fork(`runner ${slot}`));
  trouble(world, edits);
  await pump(
    world,
    () =>
      clockwork.now() >= story.roughMs ||
      (!world.steady && life(world) === "archived") ||
      (life(world) === "over" && story.acts === 0),
  );
  // What people did last may come in late, and take the run up once more.
  do {
    await settleDown(world);
    await pump(world, () => machine.procs.size === 0);
  } while (life(world) === "live" || life(world) === "paused");
  await judge(world);
  const lost = edits.lost();
  insist(lost.length === 0, () => `edits by hand were lost: ${lost.join(", ")}`);
  return {
    phase: world.protocol.phase(stateOf(world)),
    steps: clockwork.steps(),
    calls: world.machine.calls(),
    events: world.watch.log.length,
  };
};
