// Simulated reports: a block at the end of the output, or a call of the command line.
import { isRefusal } from "../../src/core/refusal.ts";
import type { Scene } from "./scene.ts";

export const reportText = (report: unknown): string =>
  `Here it is.\n\n\`\`\`cairn-report\n${JSON.stringify(report)}\n\`\`\`\n`;

/** Hands it in as `cairn job report` does, from a process of its own, and waits for that. */
const handIn = (scene: Scene, report: unknown): Promise<boolean> =>
  new Promise((resolve) => {
    const { world, job } = scene;
    const proc = world.machine.spawn("hand", `report of ${job.job.key}`, { mark: job.mark });
    proc.gone.push(() => resolve(false));
    const system = world.open(proc);
    const say = async (): Promise<boolean> => {
      await system.scan(job.run);
      const sent = await system.report(job.run, job.lease.token, report);
      await system.settle();
      return !isRefusal(sent);
    };
    void say()
      .catch(() => false)
      .then((taken) => {
        resolve(taken);
        world.machine.kill(proc, taken ? "handed it in" : "was refused");
      });
  });

/** In one way or the other, or both. */
export const tell = async (scene: Scene, report: unknown): Promise<void> => {
  const byHand = !scene.world.steady && scene.chance.is(0.2);
  const heard = byHand && (await handIn(scene, report));
  if (!heard || scene.chance.is(0.3)) scene.print(reportText(report));
  await scene.sleep(1);
};

/** How long honest work takes. */
export const labour = (scene: Scene): Promise<void> =>
  scene.sleep(
    scene.world.steady
      ? 50
      : scene.chance.weighed([
          [10, 2_000],
          [3, 8_000],
          [1, 36_000],
        ]) * scene.chance.next(),
  );
