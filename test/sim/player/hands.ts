// Simulated people and callbacks of the player: stop, sending back, meddling.
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Command, Sender } from "../../../src/core/protocol.ts";
import type { Chance } from "../chance.ts";
import { player } from "../../../src/protocols/player/index.ts";
import { ana, sayTo, shortly } from "../person.ts";
import { insist } from "../watch.ts";
import { templates } from "./story.ts";
import type { PlayerWorld } from "./world.ts";

const file: Sender = { kind: "file", name: "james" };

/** Tells a task's end twice over: the second time nothing may come of it. */
export const callBack = (
  world: PlayerWorld,
  run: string,
  task: string,
  exit: number | null,
  output: string,
): Promise<unknown> =>
  shortly(world, "hand", `callback of ${task}`, async (system) => {
    const said: readonly Command[] = [{ type: "FinishTask", data: { task, exit, output } }];
    const first = await system.send(run, said, ana);
    const second = await system.send(run, said, file);
    if (isRefusal(first) || isRefusal(second)) {
      world.note(
        `  ${isRefusal(first) ? `refused: ${first.code}` : "taken"}, ${isRefusal(second) ? `refused: ${second.code}` : "taken"}`,
      );
      return false;
    }
    const between = second.version - second.events.length !== first.version;
    world.guard(() =>
      insist(
        between || second.events.length === 0,
        () => `the same callback of ${task} counted twice`,
      ),
    );
    return true;
  });

/** Every task that any run ever had. */
const tasks = (world: PlayerWorld): readonly (readonly [string, string])[] =>
  [...world.watch.states].flatMap(([run, states]) =>
    Object.keys(states.at(-1)?.tasks ?? {}).map((task) => [run, task] as const),
  );

const lateCallback = async (world: PlayerWorld, chance: Chance): Promise<unknown> => {
  const known = tasks(world);
  const [run, task] =
    known.length === 0 || chance.is(0.1)
      ? [world.run() ?? "", "gem-000000-zzzz"]
      : chance.pick(known);
  return run === ""
    ? null
    : callBack(world, run, task, chance.pick([0, 0, 1, null]), `late ${chance.letters(3)}`);
};

/** Somebody begins a node himself, and its callback comes later, or never. */
export const beginOutside = async (world: PlayerWorld, chance: Chance): Promise<unknown> => {
  const runs = [...world.watch.accounts.keys()];
  if (runs.length === 0) return null;
  const run = chance.pick(runs);
  const state = world.watch.state(run);
  const pending = Object.entries(state?.nodes ?? {}).filter(
    ([, node]) => node.is === "work" && node.status === "pending",
  );
  if (pending.length === 0) return null;
  const [node, known] = chance.pick(pending);
  const task = `${run}-${node}-${chance.letters(4)}`;
  const attempt = (known.is === "work" ? known.attempt : 0) + 1;
  const begun = await sayTo(world, run, {
    type: "StartNode",
    data: { node, attempt, ...(chance.is(0.8) ? { task } : {}) },
  });
  if (begun === true && chance.is(0.8)) {
    const exit = chance.pick([0, 0, 0, 1, null]);
    world.clockwork.at(
      chance.between(200, 20_000),
      () => void callBack(world, run, task, exit, `from outside ${chance.letters(3)}`),
    );
  }
  return begun;
};

const repin = (world: PlayerWorld, chance: Chance): Promise<unknown> => {
  if (world.run() === null) return Promise.resolve();
  world.disk.write(
    `${templates}/story.json`,
    chance.pick([world.story.template, world.story.changed, "{"]),
  );
  return chance.is(0.5)
    ? sayTo(world, null, { type: "RepinTemplate", data: {} })
    : Promise.resolve();
};

const whims = (
  chance: Chance,
  checkpoints: readonly string[],
): readonly (readonly [number, Command])[] => [
  [4, { type: "Pause", data: {} }],
  [6, { type: "Resume", data: {} }],
  [1, { type: "Cancel", data: { reason: "enough" } }],
  [3, { type: "RetryRun", data: { retry: true, reason: "after all" } }],
  [
    checkpoints.length === 0 ? 0 : 2,
    {
      type: "RollBack",
      data: { checkpoint: chance.pick(["CP-01", ...checkpoints]), reason: "wrong way" },
    },
  ],
  [1, { type: "ChangeContext", data: { name: "goal", value: `Build it ${chance.letters(2)}` } }],
  [1, { type: "AmendNode", data: { node: "N-001", session: `WFS-${chance.letters(4)}` } }],
  [0.5, { type: "Archive", data: {} }],
  [1.5, { type: "Unarchive", data: {} }],
];

/** Something that nobody asked for. */
export const meddleIn = (world: PlayerWorld, chance: Chance): Promise<unknown> => {
  if (chance.is(0.15)) return lateCallback(world, chance);
  if (chance.is(0.08)) return repin(world, chance);
  const run = chance.is(0.85) ? null : chance.pick([null, ...world.watch.accounts.keys()]);
  const snapshots = Object.keys(world.watch.state(run ?? undefined)?.snapshots ?? {});
  return sayTo(world, run, chance.weighed(whims(chance, snapshots)));
};

/** What waits for somebody outside ends well, by its callback or by a person's word. */
export const endOutside = async (world: PlayerWorld): Promise<boolean> => {
  if (world.steady) return false;
  const stateOf = (run: string) => world.watch.state(run);
  let ended = false;
  for (const run of world.watch.accounts.keys()) {
    const state = stateOf(run);
    const jobs = state === null ? [] : player.jobs(state);
    for (const { key, subject } of jobs.filter(
      (job) => job.kind === "agent" && job.child === undefined,
    )) {
      const node = stateOf(run)?.nodes[subject];
      if (node?.is !== "work" || (node.status === "running" && node.hosted)) continue;
      const data = { node: subject, attempt: Number(key.split(":")[2]) };
      if (node.status === "pending") await sayTo(world, run, { type: "StartNode", data });
      if (node.status === "running" && node.task !== null)
        await callBack(world, run, node.task, 0, "at last");
      else await sayTo(world, run, { type: "FinishNode", data: { ...data, result: { ok: true } } });
      ended = true;
    }
  }
  return ended;
};
