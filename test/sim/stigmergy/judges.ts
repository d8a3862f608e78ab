// Simulated judges of stigmergy: sarah reviews, dexter solves or gives up.
import { isGood } from "../checks.ts";
import { labour, tell } from "../reporting.ts";
import { isHindered } from "./hindered.ts";
import type { Scene } from "../scene.ts";
import { aboutOf, isByHand } from "./about.ts";
import { storyIn } from "./document.ts";
import { targetOf } from "./papers.ts";
import { statePath, tellEntry, write } from "./pen.ts";
import type { StigmergyWorld } from "./world.ts";

const poor = [
  "waves",
  "nags",
  "silent",
  "leaves out",
  "edits",
  "asks",
  "blocked",
  "exits",
  "fails",
] as const;
type Way = "good" | (typeof poor)[number];

export const review = async (scene: Scene<StigmergyWorld>, well: boolean): Promise<number> => {
  const { world, chance, proc, job } = scene;
  const { story: id, criteria } = aboutOf(scene);
  const how: Way = well ? "good" : chance.pick(poor);
  await labour(scene);
  if (how === "silent") return 0;
  if (await isHindered(scene, how, "Which device?")) return 0;
  if (how === "edits")
    await scene.write(targetOf(id), chance.pick(["bad by its judge", `good ${id} by its judge`]));
  // In the steady story the first review finds something.
  const first = world.steady && world.watch.reviews(job.run) === 0;
  const met = how !== "nags" && !first && (how === "waves" || isGood(scene.read(targetOf(id))));
  // She may write it into the file first, as the original's prompts tell her; it counts for nothing there.
  if (how === "good" && isByHand(scene)) {
    const to = met ? "COMPLETE" : "IN_PROGRESS";
    await world.machine.call(proc, `edits ${statePath}`, () =>
      write(world, (doc) => {
        const story = storyIn(doc, id);
        if (story?.status !== "AWAITING_VERIFICATION") return;
        story.status = to;
        tellEntry(world, doc, {
          agent: "sarah",
          words: `story ${id}: ${met ? "good" : "not good"}`,
          signal: met ? "STORY_COMPLETE" : "FAILURE_DETECTED",
        });
      }),
    );
  }
  const all = Array.from({ length: criteria }, (_, index) => ({
    n: index + 1,
    met: met || (index > 0 && how !== "nags"),
    how: "looked",
  }));
  if (how !== "good" || world.steady || chance.is(0.8))
    await tell(scene, {
      outcome: "done",
      summary: met ? "good" : "not good",
      verdicts: how === "leaves out" ? all.slice(1) : all,
    });
  return how === "exits" ? 2 : 0;
};

export const respond = async (scene: Scene<StigmergyWorld>, well: boolean): Promise<number> => {
  const { world, chance, proc, job } = scene;
  const { issue: id } = aboutOf(scene);
  const how = well
    ? "good"
    : chance.pick(["good", "fails", "wordless", "asks", "blocked", "silent", "exits"]);
  await labour(scene);
  if (how === "silent") return 0;
  if (await isHindered(scene, how, "Which way?")) return 0;
  const subject = world.watch.state(job.run)?.issues.find((one) => one.id === id)?.subject ?? "";
  if (subject.startsWith("story:"))
    await scene.write(targetOf(subject.slice("story:".length)), `good by dexter`);
  if (isByHand(scene)) {
    await world.machine.call(proc, `edits ${statePath}`, () =>
      write(world, (doc) => {
        const issue = doc.issue_log.find((one) => one.issue_id === id);
        if (issue === undefined) return;
        issue.status = "RESOLVED";
        issue["solution"] = "one step at a time";
        tellEntry(world, doc, {
          agent: "dexter",
          words: `${id} is resolved`,
          signal: "ISSUE_RESOLVED",
        });
      }),
    );
    if (chance.is(0.5)) return 0;
  }
  await tell(scene, {
    outcome: "done",
    summary: "solved",
    ...(how === "wordless" ? {} : { solution: "one step at a time" }),
  });
  return how === "exits" ? 1 : 0;
};
