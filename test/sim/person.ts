// Why: people answer what waits for them, pause and resume, change their minds, and type everything into processes that may die.
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import type { Command, Sender } from "../../src/core/protocol.ts";
import type { Sent, Standing, System } from "../../src/runtime/system.ts";
import type { Chance } from "./chance.ts";
import type { Proc } from "./machine.ts";
import { insist } from "./watch.ts";
import type { World } from "./world.ts";
import { session } from "./world.ts";

export const ana: Sender = { kind: "person", name: "ana" };

/** A short process: it does one thing, waits for the files and ends. Resolves when it is gone, with what became of it, null if it died or met a fault. */
export const shortly = <T>(world: World, kind: Proc["kind"], name: string, act: (system: System) => Promise<T>): Promise<T | null> =>
  new Promise((resolve) => {
    const { machine } = world;
    const proc = machine.spawn(kind, name);
    let done: T | null = null;
    proc.gone.push(() => resolve(done));
    const system = world.open(proc);
    const all = async (): Promise<void> => {
      const result = await act(system);
      done = result;
      await system.close();
    };
    all().then(
      () => machine.kill(proc, "ends"),
      (error: unknown) => {
        if (!(error instanceof Fault)) world.broken ??= error;
        machine.kill(proc, `ends by ${String(error)}`);
      },
    );
  });

const heard = (world: World, sent: Sent | Refusal): boolean => {
  if (isRefusal(sent)) {
    world.note(`  refused: ${sent.code} ${sent.text}`);
    return false;
  }
  world.guard(() => world.watch.acknowledged(sent));
  return true;
};

/** Starts the run, or finds that it was started. */
export const startRun = (world: World): Promise<boolean | null> =>
  shortly(world, "person", "start", async (system) => {
    const { options, plan, given } = world.story;
    if ((await system.runs()).length > 0) return true;
    const then: readonly Command[] = given ? [{ type: "ProposePlan", data: { plan } }] : [];
    const started = await system.start("ultrawork", { goal: "Build the shop", session, options }, ana, false, then);
    if (isRefusal(started) && started.code === "FOLDER_TAKEN" && world.run() !== null) return true;
    if (isRefusal(started)) throw new Error(`the start was refused: ${started.code} ${started.text}`);
    world.guard(() => insist(world.watch.log.length >= started.version, () => "a start was acknowledged, and isn't in the ledger"));
    return true;
  });

const issues = { issues: [{ summary: "I saw a gap", done_when: "src/1.ts is good", files: ["src/1.ts"] }] };

/** Options in the order in which they are tried until one is taken. */
const tried = ({ job }: Standing, calm: boolean, tired: boolean, chance: Chance): readonly string[] => {
  const ids = job.decision?.options.map(({ id }) => id) ?? [];
  if (calm) return tired ? ids.toReversed() : ids;
  return chance.is(0.75) ? ids : ids.toSorted(() => chance.next() - 0.5);
};

/** Answers what waits for a person; in rough times only some of it, and not always wisely. */
export const answer = (world: World, chance: Chance, tired = false): Promise<boolean | null> =>
  shortly(world, "person", "decide", async (system) => {
    const run = world.run();
    if (run === null) return false;
    await system.scan(run);
    const standings = await system.standings(run);
    if (isRefusal(standings)) return false;
    for (const standing of standings.filter(({ is }) => is === "decision")) {
      if (!world.calm && chance.is(0.3)) continue;
      for (const option of tried(standing, world.calm, tired, chance)) {
        const sent = await system.decide(run, standing.job.key, option, "because", option === "fail" ? issues : {}, ana);
        if (heard(world, sent)) break;
      }
    }
    return true;
  });

export const say = (world: World, ...commands: readonly Command[]): Promise<boolean | null> =>
  shortly(world, "person", commands[0]?.type ?? "says nothing", async (system) => {
    const run = world.run();
    if (run === null) return false;
    await system.scan(run);
    return heard(world, await system.send(run, commands, ana));
  });

const whims = (chance: Chance, tasks: readonly string[]): readonly (readonly [number, Command])[] => {
  const task = chance.pick(tasks);
  const extra = {
    id: `x${chance.letters(3)}`,
    subject: "one more",
    files: ["src/1.ts"],
    success_criteria: [{ criteria: "it is there", command: "holds src/1.ts" }],
  };
  return [
    [4, { type: "Pause", data: {} }],
    [5, { type: "Resume", data: {} }],
    [1, { type: "Cancel", data: { reason: "enough" } }],
    [0.5, { type: "Fail", data: { reason: "hopeless" } }],
    [3, { type: "Reopen", data: { reason: "after all" } }],
    [2, { type: "SetOptions", data: { options: { max_workers: chance.between(0, 3) } } }],
    [1, { type: "Waive", data: { task, criterion: 1, reason: "no need" } }],
    [0.5, { type: "Waive", data: { task, reason: "no need" } }],
    [1, { type: "RetryTask", data: { task } }],
    [1, { type: "EditTask", data: { task, changes: { subject: `Task ${task} again` }, reason: "clearer" } }],
    [1, { type: "AddTask", data: { task: extra } }],
    [1, { type: "RecordVerdict", data: { verdict: "FAIL", ...issues } }],
    [0.5, { type: "Archive", data: {} }],
    [1.5, { type: "Unarchive", data: {} }],
  ];
};

/** Something that nobody asked for. */
export const meddle = (world: World, chance: Chance): Promise<boolean | null> =>
  say(
    world,
    chance.weighed(
      whims(
        chance,
        world.story.plan.tasks.map(({ id }) => id),
      ),
    ),
  );
