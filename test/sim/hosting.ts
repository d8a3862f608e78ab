// Simulated machine under the real hosts: programs, output files and timers.
import { runHost } from "../../src/runtime/host/host.ts";
import type { Hands } from "../../src/runtime/host/hands.ts";
import { ledgerFor } from "./ledger.ts";
import { runProgramIn } from "./programs.ts";
import { workspaceFor } from "./workspace.ts";
import type { World } from "./world.ts";

/** Begins a host that comes up a little later; its pid. */
export const hostJob = (world: World, folder: string): number => {
  const { machine, clockwork, spool } = world;
  const key = spool.folders.get(folder)?.job.job.key ?? "?";
  const proc = machine.spawn("host", `host of ${key}`);
  const chance = world.chance.fork(`host ${proc.id.start}`);
  const hands: Hands = {
    run: runProgramIn(world, proc),
    output: (place, name) => ({
      write: (chunk) =>
        machine.touch(
          proc,
          `hears ${chunk.length} bytes`,
          () => {
            const found = spool.folders.get(place);
            if (found !== undefined) found[name] += Buffer.from(chunk).toString("utf8");
          },
          undefined,
        ),
      close: () => undefined,
    }),
    folder: (root, cwd) => Promise.resolve(cwd === "." ? root : null),
    emptyTree: () => Promise.resolve(null),
    elapsed: clockwork.now,
    later: (ms, then) => machine.later(proc, ms, then),
  };
  const begin = (): void => {
    void runHost(folder, {
      workspace: workspaceFor(
        {
          machine,
          disk: world.disk,
          projecting: world.projecting,
          spool,
          git: world.git,
          moves: world.landing.moves,
          host: (place) => hostJob(world, place),
        },
        proc,
      ),
      ledger: () => Promise.resolve(ledgerFor(machine, world.store, proc)),
      now: world.now,
      env: {},
      stop: proc.stop.signal,
      hands,
    }).then(
      () => machine.kill(proc, "ends"),
      (error: unknown) => machine.kill(proc, `ends by ${String(error)}`),
    );
  };
  const late =
    world.calm || world.steady
      ? 5
      : chance.weighed([
          [20, 20],
          [5, 300],
          [1, 8_000],
          [0.5, 25_000],
        ]) * chance.next();
  machine.later(proc, late, begin);
  return proc.id.pid;
};
