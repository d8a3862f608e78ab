// Simulation of one story of any protocol: start, rough time, end and final checks.
import { judgeAll } from "./judge.ts";
import { pump, through } from "./pump.ts";
import { answer, sayTo, startRun } from "./person.ts";
import { driveOnce, keepDriving } from "./runners.ts";
import { makeEdits, trouble } from "./troubles.ts";
import { insist } from "./watch.ts";
import type { World } from "./world.ts";

export type Ending = {
  readonly phase: string;
  readonly steps: number;
  readonly calls: number;
  readonly events: number;
};

/** How often people answer, runners are started again and so on, before it counts as running in circles. */
const rounds = 200;
/** How often somebody tries what is refused for a while. */
const tries = 20;

const stateOf = ({ watch }: World, run: string): object => {
  const state = watch.state(run);
  if (state === null) throw new Error(`the run ${run} never began`);
  return state;
};
const lifeOf = (world: World, run: string | null = world.run()): string =>
  run === null ? "none" : world.hands.protocol.life(stateOf(world, run));
const isOver = (world: World, run: string): boolean =>
  world.hands.protocol.ended(stateOf(world, run)) !== null;

const resume = async (world: World): Promise<void> => {
  for (const run of world.watch.accounts.keys())
    if (lifeOf(world, run) === "paused")
      await through(world, sayTo(world, run, { type: "Resume", data: {} }));
};

/** Everybody does as he should: the run must come to an end, and people only answer what it asks. */
const settleDown = async (world: World, run: string): Promise<void> => {
  const { hands } = world;
  world.focus = run;
  const chance = world.chance.fork(`end of ${run}`);
  const stands = (): string =>
    JSON.stringify(
      hands.protocol
        .view(stateOf(world, run))
        .nodes.map(({ id, status, why }) => [id, status, why]),
    );
  let last = "";
  for (let round = 0; ; round += 1) {
    insist(round < rounds, () => `after ${rounds} rounds it still isn't over: ${last} ${stands()}`);
    hands.mend?.();
    const drove = await through(world, driveOnce(world, "last runner"));
    if (drove === null || "fault" in drove) continue;
    const { status, waiting, summary } = drove.result;
    if (status === "ended") break;
    last = `${summary} ${JSON.stringify(waiting)}`;
    if (status !== "paused") {
      insist(
        status === "outside" || waiting.length > 0,
        () => `it waits, and doesn't say for what (${summary}): ${stands()}`,
      );
      const asked = await through(world, answer(world, chance, round > rounds / 2));
      // Whoever else has it in hand does it, or lets it lie, and his time runs out.
      const done = round % 2 === 1 && (await through(world, hands.outside?.(chance) ?? nothing()));
      if (!done && status === "outside") world.clock += 31 * 60_000;
      else if (asked === 0) world.clock += 60_000;
    }
    await resume(world);
  }
  world.focus = null;
};
const nothing = (): Promise<boolean> => Promise.resolve(false);

/** Whoever is over makes room for the next. */
const beginAgain = async (world: World, first: string): Promise<void> => {
  for (let round = 0; lifeOf(world, first) !== "archived"; round += 1) {
    insist(round < tries, () => `${first} can't be put away`);
    await through(world, sayTo(world, first, { type: "Archive", data: {} }));
    // What a person committed on its branch meanwhile lands first.
    if (lifeOf(world, first) !== "archived") await through(world, driveOnce(world, "last runner"));
  }
  for (let round = 0; world.watch.roots().length < 2; round += 1) {
    insist(round < tries, () => "no second run can begin where the first one lay");
    await through(world, startRun(world, 2));
  }
};

const settleAll = async (world: World): Promise<void> => {
  const { watch, machine, story } = world;
  world.calm = true;
  for (const proc of machine.procs.values()) proc.frozenUntil = 0;
  while (watch.roots().length === 0) await through(world, startRun(world));
  // What is over may have to land yet; what people did last may come in late, and take a run up once more.
  do {
    for (const run of watch.roots()) await settleDown(world, run);
    await pump(world, () => machine.procs.size === 0);
    const [first = "", ...others] = watch.roots();
    if (story.twice === true && others.length === 0 && isOver(world, first))
      await beginAgain(world, first);
  } while (watch.roots().some((run) => !isOver(world, run)));
};

/** Throws what must not be. */
export const play = async (world: World): Promise<Ending> => {
  const { story, clockwork, machine, watch } = world;
  const edits = makeEdits(world);
  const many = story.twice === true ? 2 : 1;
  const start = (): void =>
    void startRun(world, lifeOf(world) === "archived" ? many : 1).then(() => {
      const { size } = watch.accounts;
      if (!world.calm && size < many) clockwork.at(size === 0 ? 1_000 : 5_000, start);
    });
  start();
  for (let slot = 1; slot <= story.runners; slot += 1)
    keepDriving(world, slot, world.chance.fork(`runner ${slot}`));
  trouble(world, edits);
  const isQuiet = (): boolean =>
    story.acts === 0 && many === 1 && ["over", "archived"].includes(lifeOf(world));
  await pump(world, () => clockwork.now() >= story.roughMs || isQuiet());
  await settleAll(world);
  await judgeAll(world);
  const lost = edits.lost();
  insist(lost.length === 0, () => `edits by hand were lost: ${lost.join(", ")}`);
  return {
    phase: world.hands.protocol.phase(stateOf(world, world.run() ?? "")),
    steps: clockwork.steps(),
    calls: machine.calls(),
    events: [...watch.accounts.values()].reduce((sum, { log }) => sum + log.length, 0),
  };
};
