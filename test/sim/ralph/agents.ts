// Simulated agents of ralph: workers and judges, well, badly or not at all.
import { find } from "../../../src/work/work.ts";
import { workClaimed } from "../../../src/work/events/jobs.ts";
import { contentIn, isGood } from "../checks.ts";
import { strayIn } from "../mending.ts";
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import { idOf } from "./story.ts";
import type { RalphWorld } from "./world.ts";

/** Whoever works makes good all that the check of the whole would find. */
export const work = async (scene: Scene<RalphWorld>, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  const story = job.job.subject;
  await labour(scene);
  const how = well ? "good" : chance.pick(["bad", "bad", "good", "failed", "asks", "exits"]);
  // In the steady story the first work that is handed in for the second one isn't good enough.
  const poor =
    how === "bad" ||
    (world.steady &&
      story === idOf(2) &&
      !world.watch.log.some((event) => workClaimed.is(event) && event.data.unit === story));
  const ill = [...contentIn(scene)].flatMap(([path, text]) =>
    path.startsWith("src/") && !isGood(text) ? [path] : [],
  );
  for (const path of new Set([`src/${story}.ts`, ...ill]))
    await scene.write(path, poor ? `bad ${path}` : `good ${path}`);
  await strayIn(scene);
  if (how === "failed") await tell(scene, { status: "failed", summary: "it is too hard" });
  else if (how === "asks")
    await tell(scene, { status: "needs_context", summary: "?", question: { text: "which way?" } });
  else
    await tell(scene, {
      status: "done",
      summary: `did ${story}, should work`,
      ...(chance.is(0.3) ? { learnings: ["mind the gap"], patterns: ["one file a story"] } : {}),
    });
  return how === "exits" ? 1 : 0;
};

export const judge = async (scene: Scene<RalphWorld>, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  const state = world.watch.state();
  const criteria = state === null ? [] : (find(state, job.job.subject)?.criteria ?? []);
  await labour(scene);
  const how = well ? "met" : chance.pick(["unmet", "unmet", "gap", "edits"]);
  const judgements = criteria.map((_, at) => ({
    criterion: at + 1,
    met: how !== "unmet" || at > 0,
    note: "looked at",
  }));
  if (how === "edits") await scene.write("src/extra.ts", `good ${chance.letters(3)}`);
  await tell(scene, { judgements: how === "gap" ? judgements.slice(1) : judgements });
  return 0;
};
