// Simulated planner of ultrawork: the plan, or first a bad one, a question or a failure.
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import type { UltraworkWorld } from "../ultrawork-world.ts";

export const plan = async (scene: Scene<UltraworkWorld>): Promise<number> => {
  const { world, chance } = scene;
  const { story } = world;
  await labour(scene);
  const [first] = story.plan.tasks;
  const ring = {
    tasks: [
      { ...first, id: "1", blocked_by: ["2"] },
      { ...first, id: "2", blocked_by: ["1"] },
    ],
  };
  const good = { status: "plan", plan: story.plan };
  const report =
    world.calm || world.steady
      ? good
      : chance.weighed<unknown>([
          [8, good],
          [1, { status: "plan", plan: ring }],
          [
            1,
            { status: "questions", questions: [{ text: "Which one?", options: ["red", "blue"] }] },
          ],
          [1, { status: "failed", reason: "no idea" }],
        ]);
  if (!world.steady && chance.is(0.3))
    await scene.write("/uw/shop/sessions/s/design.md", `# Design\n\n${chance.letters(4)}\n`);
  await tell(scene, report);
  return 0;
};
