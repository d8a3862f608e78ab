// Why: what holds for ten tasks must hold for a thousand, and for a ledger of ten thousand events; such runs are made through the one door, many commands in one append.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "../../src/open.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Sender } from "../../src/core/protocol.ts";
import type { System } from "../../src/runtime/system.ts";
import type { Ground } from "./ground.ts";

const ana: Sender = { kind: "person", name: "ana" };

/** Layers of this many tasks, each after two of the layer before. */
const wide = 20;

const planOf = (count: number): object => ({
  tasks: Array.from({ length: count }, (_, index) => {
    const [layer, place] = [Math.floor(index / wide), index % wide];
    const before = (layer - 1) * wide;
    return {
      id: String(index + 1),
      subject: `Part ${index + 1} of a large change`,
      files: [`src/part-${index + 1}.js`],
      ...(layer === 0 ? {} : { blocked_by: [...new Set([before + place + 1, before + ((place + 7) % wide) + 1])].map(String) }),
      success_criteria: [{ criteria: `src/part-${index + 1}.js is there`, path: `src/part-${index + 1}.js` }],
    };
  }),
  verify: { success_criteria: [{ criteria: "It holds together", type: "test_result", command: "node --test" }] },
});

/** The system over the ground, in this process. */
export const withSystem = async <T>({ root, env }: Pick<Ground, "root" | "env">, use: (system: System) => Promise<T>): Promise<T> => {
  // Whoever runs the tests may be a job itself.
  const system = await open({ cwd: root, env, kin: () => [] });
  try {
    return await use(system);
  } finally {
    await system.close();
  }
};

/** A run with so many tasks, approved; nobody works on it. */
export const manyNodes = async (ground: Ground, count: number): Promise<string> => {
  const [session, file] = [`many-${count}`, join(ground.folder, `plan-${count}.json`)];
  writeFileSync(file, JSON.stringify(planOf(count)));
  const goal = `A change of ${count} parts`;
  await ground.cairn(["start", "ultrawork", goal, "--session", session, "--plan", file, "--no-baseline", "--max-workers", "4"]);
  await ground.cairn(["decide", session, "approve-1", "approve"]);
  const { out } = await ground.cairn(["status", session, "--json"]);
  const run = /"run": ?"([^"]+)"/u.exec(out)?.[1];
  if (run === undefined) throw new Error(`no run: ${out.slice(0, 300)}`);
  return run;
};

export const pausedAndResumed = async (system: System, run: string, times: number): Promise<void> => {
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
