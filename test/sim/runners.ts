// Simulated runners: separate processes with their own folds, some driving at once.
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import type { RunResult } from "../../src/runtime/system.ts";
import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/** What became of it; null: it was killed. */
export type Drove = { readonly result: RunResult } | { readonly fault: Fault } | null;

/** Drives the run from a new process; resolves when that is gone. */
export const driveOnce = (world: World, name: string): Promise<Drove> =>
  new Promise((resolve) => {
    const { machine } = world;
    const run = world.run();
    if (run === null) throw new Error("there is no run to drive");
    const proc = machine.spawn("runner", name);
    let drove: Drove = null;
    proc.gone.push(() => {
      world.driving.delete(proc);
      resolve(drove);
    });
    const system = world.open(proc);
    const all = async (): Promise<Drove> => {
      const result = await system.drive(run, {
        hand: false,
        signal: proc.stop.signal,
        progress: (progress) => {
          if (progress.is === "warning") world.note(`  ${proc.name} warns: ${progress.text}`);
          if (progress.is === "job")
            world.note(`  ${proc.name} tells: ${progress.key} ${progress.what} ${progress.note}`);
        },
      });
      if (isRefusal(result))
        throw new Error(`the run can't be driven: ${result.code} ${result.text}`);
      await system.close();
      return { result };
    };
    all().then(
      (done) => {
        drove = done;
        machine.kill(
          proc,
          `ends: ${done !== null && "result" in done ? `${done.result.status} (${done.result.summary})` : ""}`,
        );
      },
      (error: unknown) => {
        if (error instanceof Fault) drove = { fault: error };
        else world.broken ??= error;
        machine.kill(
          proc,
          `ends by ${error instanceof Fault ? `${error.code}: ` : ""}${String(error)}`,
        );
      },
    );
  });

/** Keeps a runner at it as long as it is rough: who ends or dies is started again after a while. */
export const keepDriving = (world: World, slot: number, chance: Chance): void => {
  const again = (): void =>
    void world.clockwork.at(
      world.steady
        ? 500
        : chance.weighed([
            [4, 500],
            [3, 4_000],
            [1, 20_000],
          ]) *
            (0.2 + chance.next()),
      () => {
        if (world.calm) return;
        if (world.run() === null) again();
        else void driveOnce(world, `runner ${slot}`).then(again);
      },
    );
  again();
};
