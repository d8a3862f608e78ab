// Simulated explorer of ultrawork: a report, or silent notes.
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";

export const explore = async (scene: Scene): Promise<number> => {
  await labour(scene);
  const { reads } = scene.job.job;
  const notes = !scene.world.steady && scene.chance.is(0.6);
  if (notes)
    for (const path of reads)
      await scene.write(path, `# Notes\n\n## Overview\nFound by ${scene.job.job.subject}.\n`);
  const silent = notes && !scene.world.steady && scene.chance.is(0.3);
  const found = {
    summary: `what ${scene.job.job.subject} saw`,
    key_files: ["src/1.ts"],
    patterns: ["one file a task"],
    constraints: [],
  };
  if (!silent) await tell(scene, found);
  return 0;
};
