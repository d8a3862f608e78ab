// Simulated people: answers, pauses and resumptions, typed into processes that may die.
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import type { Command, Sender } from "../../src/core/protocol.ts";
import type { Sent, Standing, System } from "../../src/runtime/system.ts";
import type { Chance } from "./chance.ts";
import type { Proc } from "./machine.ts";
import { insist } from "./watch.ts";
import type { World } from "./world.ts";

export const ana: Sender = { kind: "person", name: "ana" };

/** A short process: it does one thing, waits for the files and ends. Resolves when it is gone, with what became of it, null if it died or met a fault. */
export const shortly = <T>(
  world: World,
  kind: Proc["kind"],
  name: string,
  act: (system: System) => Promise<T>,
): Promise<T | null> =>
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

const heard = (world: World, run: string, sent: Sent | Refusal): boolean => {
  if (isRefusal(sent)) {
    world.note(`  refused: ${sent.code} ${sent.text}`);
    return false;
  }
  world.guard(() => world.watch.acknowledged(run, sent));
  return true;
};

/** Options in the order in which they are tried until one is taken. */
const tried = (
  { job }: Standing,
  { calm, hands: { last = [] } }: World,
  tired: boolean,
  chance: Chance,
): readonly string[] => {
  const ids = (job.decision?.options.map(({ id }) => id) ?? []).toSorted(
    (one, other) => Number(last.includes(one)) - Number(last.includes(other)),
  );
  if (calm) return tired ? ids.toReversed() : ids;
  return chance.is(0.75) ? ids : ids.toSorted(() => chance.next() - 0.5);
};

/** Answers what waits for a person; in rough times only some of it, and not always wisely. How many questions there were. */
export const answer = (world: World, chance: Chance, tired = false): Promise<number | null> =>
  shortly(world, "person", "decide", async (system) => {
    let asked = 0;
    for (const run of world.watch.accounts.keys()) {
      await system.scan(run);
      const standings = await system.standings(run);
      if (isRefusal(standings)) continue;
      for (const standing of standings.filter(({ is }) => is === "decision")) {
        asked += 1;
        if (!world.calm && chance.is(0.3)) continue;
        for (const option of tried(standing, world, tired, chance)) {
          const sent = await system.decide(
            run,
            standing.job.key,
            option,
            "because",
            world.hands.fields(option),
            ana,
          );
          if (heard(world, run, sent)) break;
        }
      }
    }
    return asked;
  });

export const say = (world: World, ...commands: readonly Command[]): Promise<boolean | null> =>
  sayTo(world, null, ...commands);

/** null: to the story's first run. */
export const sayTo = (
  world: World,
  to: string | null,
  ...commands: readonly Command[]
): Promise<boolean | null> =>
  shortly(world, "person", commands[0]?.type ?? "says nothing", async (system) => {
    const run = to ?? world.run();
    if (run === null) return false;
    await system.scan(run);
    return heard(world, run, await system.send(run, commands, ana));
  });

/** Starts the run, or finds that as many as these were started. */
export const startRun = (world: World, many = 1): Promise<boolean | null> =>
  shortly(world, "person", "start", async (system) => {
    const { protocol, opening } = world.hands;
    if (world.calm) world.hands.mend?.();
    const before = (await system.runs()).length;
    if (before >= many) return true;
    const { data, then = [] } = opening;
    const started = await system.start(protocol.name, data, ana, false, then);
    const began = (): boolean => world.watch.accounts.size > before;
    if (!isRefusal(started))
      world.guard(() => insist(began(), () => "a start was acknowledged, and isn't in the ledger"));
    else if (
      world.hands.excuses?.(started) !== true &&
      !(started.code === "FOLDER_TAKEN" && began())
    )
      throw new Error(`the start was refused: ${started.code} ${started.text}`);
    return true;
  });
