// Simulation of one ultrawork story: start, rough time, end and final checks.
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { runCompleted } from "../../src/work/events/run.ts";
import type { Work } from "../../src/work/work.ts";
import { passes } from "./checks.ts";
import { judgeAll } from "./judge.ts";
import { pump, through } from "./pump.ts";
import { answer, say } from "./person.ts";
import { driveOnce, keepDriving } from "./runners.ts";
import { makeEdits, trouble } from "./troubles.ts";
import { insist } from "./watch.ts";
import { startRun } from "./whims.ts";
import type { UltraworkWorld } from "./ultrawork-world.ts";

/** How often people answer, runners are started again and so on, before it counts as running in circles. */
const rounds = 120;

export type Ending = {
  readonly phase: string;
  readonly steps: number;
  readonly calls: number;
  readonly events: number;
};

const life = (world: UltraworkWorld): string => {
  const state = world.watch.state();
  return state === null ? "none" : ultrawork.life(state);
};

const stateOf = (world: UltraworkWorld): Work => {
  const state = world.watch.state();
  if (state === null) throw new Error("the run never began");
  return state;
};

/** Everybody does as he should: the run must come to an end, and people only answer what it asks. */
const settleDown = async (world: UltraworkWorld): Promise<void> => {
  world.calm = true;
  for (const proc of world.machine.procs.values()) proc.frozenUntil = 0;
  const chance = world.chance.fork("end");
  for (let round = 0; ; round += 1) {
    insist(
      round < rounds,
      () =>
        `after ${rounds} rounds it still isn't over: ${JSON.stringify(ultrawork.view(stateOf(world)).nodes.map(({ id, status, why }) => [id, status, why]))}`,
    );
    if (world.run() === null) {
      await through(world, startRun(world));
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
const judge = async (world: UltraworkWorld): Promise<void> => {
  const { watch, disk } = world;
  await judgeAll(world, {
    protocol: ultrawork,
    good: () => stateOf(world).end?.is === "complete",
    isFree: (path) => path === "design.md" || path.startsWith("exploration/"),
  });
  const state = stateOf(world);
  // A person may have accepted all without a measure.
  if (state.end?.is !== "complete" || state.units.at(-1)?.waived !== null) return;
  const [sealed] = watch.log.toReversed().flatMap((event) => (runCompleted.is(event) ? event : []));
  const tree = disk.treeOf(sealed?.data.tree ?? "");
  insist(tree.size > 0, () => "it was sealed on a tree that was never measured");
  for (const { id, status, criteria, waived: all } of state.units)
    for (const { text, check, proof, waived } of criteria) {
      const isOut = waived !== null || all !== null || status === "skipped";
      if (isOut || check?.command === undefined || proof?.by === "person") continue;
      insist(
        passes(check.command.split(" "), tree),
        () => `it was sealed, though ${id}: ${text} doesn't hold on its tree`,
      );
    }
};

/** Throws what must not be. */
export const play = async (world: UltraworkWorld): Promise<Ending> => {
  const { story, clockwork, machine } = world;
  const edits = makeEdits(world);
  const start = (): void =>
    void startRun(world).then(() =>
      world.run() === null && !world.calm ? clockwork.at(1_000, start) : undefined,
    );
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
    phase: ultrawork.phase(stateOf(world)),
    steps: clockwork.steps(),
    calls: world.machine.calls(),
    events: world.watch.log.length,
  };
};
