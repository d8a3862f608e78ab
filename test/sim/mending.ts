// Who mends work that can't land yet, and the repository's own check that every landing must pass.
import { contentIn } from "./checks.ts";
import { isSound } from "./landing-watch.ts";
import { labour } from "./reporting.ts";
import type { Scene } from "./scene.ts";

export const soundRun = async (scene: Scene): Promise<number> => {
  await scene.sleep(scene.world.steady ? 20 : scene.chance.pick([5, 20, 400]));
  const passed = isSound(contentIn(scene));
  scene.print(passed ? "1 test passed\n" : "1 test failed\n");
  return passed ? 0 : 1;
};

/** What a job of a story in places writes besides, at times: a file that others write, too, and now and then one on which the repository's check fails. */
export const strayIn = async ({ world, chance, job, write }: Scene): Promise<void> => {
  if (!job.spot.takes || world.steady || !chance.is(0.35)) return;
  await write(
    "src/common.ts",
    world.calm || chance.is(0.8) ? `good for ${job.job.key}` : `broken by ${job.job.key}`,
  );
};

/** Its exit code. Well: nothing is left of marks and of what is broken. */
export const mendRun = async (scene: Scene): Promise<number> => {
  const { world, chance } = scene;
  await labour(scene);
  const how =
    world.calm || world.steady || chance.is(0.6)
      ? "well"
      : chance.pick(["not", "exits", "takes away", "breaks"]);
  const wrong = [...contentIn(scene)].filter(
    ([path, text]) => text.startsWith("<<<<<<<") || !isSound(new Map([[path, text]])),
  );
  if (how === "well")
    for (const [path] of wrong)
      await scene.write(path, `good ${path} mended by ${scene.job.job.key}`);
  if (how === "takes away")
    for (const [path] of wrong) world.disk.files.delete(`${scene.folder}/${path}`);
  if (how === "breaks") for (const [path] of wrong) await scene.write(path, "broken again");
  return how === "exits" ? 1 : 0;
};
