// Simulation of one stigmergy story: start, rough time, end and final checks.
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import { judgeAll } from "../judge.ts";
import { answer, sayTo } from "../person.ts";
import type { Ending } from "../ending.ts";
import { pump, through } from "../pump.ts";
import { driveOnce, keepDriving } from "../runners.ts";
import { makeEdits, trouble } from "../troubles.ts";
import { insist } from "../watch.ts";
import { root } from "../world.ts";
import { editState } from "./editor.ts";
import { judgeEnds } from "./ends.ts";
import { restorePapers, startProject } from "./hands.ts";
import { workOutside } from "./outsider.ts";
import type { StigmergyWorld } from "./world.ts";

/** How often people answer, runners are started again and so on, before it counts as running in circles. */
const rounds = 200;

const stateOf = (world: StigmergyWorld, run?: string): State => {
  const state = world.watch.state(run);
  if (state === null) throw new Error("the run never began");
  return state;
};
const life = (world: StigmergyWorld, run?: string): string => {
  const state = world.watch.state(run);
  return state === null ? "none" : stigmergy.life(state);
};
const isOver = (world: StigmergyWorld, run: string): boolean =>
  stigmergy.ended(stateOf(world, run)) !== null;

/** Everybody does as he should: the run must come to an end, and people only answer what it asks. */
const settleDown = async (world: StigmergyWorld, run: string): Promise<void> => {
  world.focus = run;
  const chance = world.chance.fork(`end of ${run}`);
  const stands = (): string =>
    `${stateOf(world, run).status} ${JSON.stringify(stigmergy.jobs(stateOf(world, run)).map(({ key, why }) => [key, why]))}`;
  let last = "";
  // What checks the end may outlive the runner that began it.
  for (let round = 0; ; round += 1) {
    insist(round < rounds, () => `after ${rounds} rounds it still isn't over: ${last} ${stands()}`);
    const drove = await through(world, driveOnce(world, "last runner"));
    if (drove === null || "fault" in drove) continue;
    const { status, waiting, summary } = drove.result;
    if (status === "ended") break;
    last = `${summary} ${JSON.stringify(waiting)}`;
    if (status !== "paused") {
      insist(
        waiting.length > 0,
        () => `it waits, and doesn't say for what (${summary}): ${stands()}`,
      );
      await through(world, answer(world, chance));
      // Whoever else has it in hand lets it lie, and his time runs out.
      if (!(await through(world, workOutside(world, chance))) && status === "outside")
        world.clock += 31 * 60_000;
    }
    if (life(world, run) === "paused")
      await through(world, sayTo(world, run, { type: "Resume", data: {} }));
  }
  world.focus = null;
};

/** Whoever is over makes room for the next. */
const putAway = async (world: StigmergyWorld, run: string): Promise<void> => {
  for (let round = 0; life(world, run) !== "archived"; round += 1) {
    insist(round < 20, () => `${run} can't be put away`);
    await through(world, sayTo(world, run, { type: "Archive", data: {} }));
    // What a person committed on its branch meanwhile lands first.
    if (life(world, run) !== "archived") await through(world, driveOnce(world, "last runner"));
  }
};

/** Throws what must not be. */
export const playStigmergy = async (world: StigmergyWorld): Promise<Ending> => {
  const { story, clockwork, machine, watch } = world;
  const edits = {
    ...makeEdits(world),
    edit: (chance: Parameters<typeof editState>[1]) => editState(world, chance),
  };
  const many = (): number => (story.twice && life(world) === "archived" ? 2 : 1);
  const start = (): void =>
    void startProject(world, many()).then(() => {
      const wanted = watch.accounts.size === 0 || (story.twice && watch.accounts.size < 2);
      if (wanted && !world.calm) clockwork.at(watch.accounts.size === 0 ? 1_000 : 5_000, start);
    });
  start();
  for (let slot = 1; slot <= story.runners; slot += 1)
    keepDriving(world, slot, world.chance.fork(`runner ${slot}`));
  trouble(world, edits);
  await pump(
    world,
    () =>
      clockwork.now() >= story.roughMs ||
      (life(world) === "archived" && story.acts === 0 && !story.twice),
  );
  world.calm = true;
  restorePapers(world);
  for (const proc of machine.procs.values()) proc.frozenUntil = 0;
  // What people did last may come in late, and take a run up once more.
  const runs = (): readonly string[] => [...watch.accounts.keys()];
  for (let began = false; !began || runs().some((run) => !isOver(world, run));) {
    began = true;
    while (runs().length === 0) await through(world, startProject(world));
    for (const run of runs()) await settleDown(world, run);
    await pump(world, () => machine.procs.size === 0);
    const [first = ""] = runs();
    if (!story.twice || runs().length > 1 || !isOver(world, first)) continue;
    await putAway(world, first);
    for (let round = 0; runs().length < 2; round += 1) {
      insist(round < 20, () => "no second project can begin where the first one lay");
      await through(world, startProject(world, 2));
    }
    began = false;
  }
  await judgeAll(world, {
    protocol: stigmergy,
    good: ({ run }) => stateOf(world, run).status === "PROJECT_COMPLETE",
    isFree: (path) => path === "notes.md",
  });
  judgeEnds(world);
  insist(
    world.disk.files.get(`${root}/.ai/notes.md`)?.text === story.before[".ai/notes.md"],
    () => "somebody else's file was touched",
  );
  const events = [...watch.accounts.values()].reduce((sum, { log }) => sum + log.length, 0);
  const { life: at, status } = stateOf(world);
  return {
    phase: at === "cancelled" ? "CANCELLED" : status,
    steps: clockwork.steps(),
    calls: machine.calls(),
    events,
  };
};
