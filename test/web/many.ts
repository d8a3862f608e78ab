// Helper of web tests: runs of a thousand tasks, and a ledger of ten thousand events.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../src/open.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Sender } from "../../src/core/protocol.ts";
import type { System } from "../../src/runtime/system.ts";
import { skill, templateOf } from "../fixtures/player.ts";
import type { Ground } from "./ground.ts";

const ana: Sender = { kind: "person", name: "ana" };

/** Layers of this many tasks, each after two of the layer before. */
const wide = 20;

const placesBefore = (index: number): readonly number[] => {
  const [before, place] = [(Math.floor(index / wide) - 1) * wide, index % wide];
  return before < 0 ? [] : [...new Set([before + place, before + ((place + 7) % wide)])];
};

const planOf = (count: number): object => ({
  tasks: Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    subject: `Part ${index + 1} of a large change`,
    blocked_by: placesBefore(index).map((place) => String(place + 1)),
    success_criteria: [
      { criteria: `src/part-${index + 1}.js is there`, path: `src/part-${index + 1}.js` },
    ],
  })),
  verify: {
    success_criteria: [
      { criteria: "It holds together", type: "test_result", command: "node --test" },
    ],
  },
});

/** The system over the ground, in this process. */
export const withSystem = async <T>(
  { root, env }: Pick<Ground, "root" | "env">,
  use: (system: System) => Promise<T>,
): Promise<T> => {
  // Whoever runs the tests may be a job itself.
  const system = await open({ cwd: root, env, kin: () => [] });
  try {
    return await use(system);
  } finally {
    await system.close();
  }
};

const runIn = (out: string): string => {
  const run = /"run": ?"([^"]+)"/u.exec(out)?.[1];
  if (run === undefined) throw new Error(`no run: ${out.slice(0, 300)}`);
  return run;
};

/** An ultrawork with so many tasks (200 at most), approved; nobody works on it. */
export const manyTasks = async (ground: Ground, count: number): Promise<string> => {
  const [session, file] = [`many-${count}`, join(ground.folder, `plan-${count}.json`)];
  writeFileSync(file, JSON.stringify(planOf(count)));
  const goal = `A change of ${count} parts`;
  const words = ["--session", session, "--plan", file, "--max-workers", "4"];
  const run = runIn(
    (await ground.cairn(["run", "--later", "ultrawork", goal, ...words, "--json"])).out,
  );
  await ground.cairn(["decide", run, "approve-1", "approve"]);
  return run;
};

/** A template's run with so many steps; nobody plays it. */
export const manySteps = async (ground: Ground, count: number, name: string): Promise<string> => {
  const id = (index: number): string => `N-${String(index + 1).padStart(4, "0")}`;
  const steps = Array.from({ length: count }, (_, index) =>
    skill(id(index), { name: `Step ${index + 1} of many` }),
  );
  const edges = steps.flatMap((_, index) =>
    placesBefore(index).map((before) => ({ from: id(before), to: id(index) })),
  );
  const batches = Array.from({ length: Math.ceil(count / wide) }, (_, layer) =>
    steps.slice(layer * wide, (layer + 1) * wide),
  );
  ground.place({ [`.workflow/templates/${name}.json`]: templateOf(name, batches, { edges }) });
  return runIn(
    (await ground.cairn(["run", "--later", "player", name, "--context", "goal=much", "--json"]))
      .out,
  );
};

export const pausedAndResumed = async (
  system: System,
  run: string,
  times: number,
): Promise<void> => {
  const commands = Array.from({ length: times }, () => [
    { type: "Pause", data: {} },
    { type: "Resume", data: {} },
  ]).flat();
  const sent = await system.send(run, commands, ana);
  if (isRefusal(sent)) throw new Error(`${sent.code}: ${sent.text}`);
};

/** Brings a run to so many events by pausing and resuming it; it is left as it was. */
export const manyEvents = (ground: Ground, run: string, count: number): Promise<void> =>
  withSystem(ground, async (system) => {
    for (;;) {
      const loaded = await system.load(run);
      if (isRefusal(loaded)) throw new Error(`${loaded.code}: ${loaded.text}`);
      const left = Math.ceil((count - loaded.version) / 2);
      if (left <= 0) return;
      await pausedAndResumed(system, run, Math.min(left, 250));
    }
  });

/** A run of so many events, and where it stands nothing is due. */
export const longLedger = async (ground: Ground, count: number): Promise<string> => {
  const words = ["--session", `long-${count}`, "--explorers", "0", "--json"];
  const run = runIn(
    (await ground.cairn(["run", "--later", "ultrawork", `A run of ${count} events`, ...words])).out,
  );
  await manyEvents(ground, run, count);
  return run;
};
