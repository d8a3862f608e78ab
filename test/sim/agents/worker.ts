// Simulated worker of ultrawork: changes of files in the story's tree.
import type { Unit } from "../../../src/work/unit.ts";
import { workClaimed } from "../../../src/work/events/jobs.ts";
import { find } from "../../../src/work/work.ts";
import { leaveChild } from "../agents.ts";
import { contentIn, isGood } from "../checks.ts";
import { strayIn } from "../mending.ts";
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import type { UltraworkWorld } from "../ultrawork-world.ts";

/** Every file that the task is to make good. */
const targets = (scene: Scene<UltraworkWorld>, { id, criteria }: Unit): readonly string[] => {
  const held = criteria.flatMap(({ check }) => {
    const named = /^holds (\S+)$/u.exec(check?.command ?? "")?.[1];
    return [
      ...(named === undefined ? [] : [named]),
      ...(check?.type === "file_content" && check.path !== undefined ? [check.path] : []),
    ];
  });
  const whole = criteria.some(({ check }) => check?.command === "suite");
  const ill = [...contentIn(scene)].flatMap(([path, text]) =>
    path.startsWith("src/") && !isGood(text) ? [path] : [],
  );
  return [...new Set([...held, `src/${id}.ts`, ...(whole ? ill : [])])];
};
const shots = ({ criteria }: Unit): readonly string[] =>
  criteria.flatMap(({ check }) =>
    check?.type === "screenshot" && check.path !== undefined ? [check.path] : [],
  );
const evidence = ({ id, criteria }: Unit): readonly unknown[] =>
  criteria.flatMap(({ check }, index) =>
    check === null ? [{ criterion: index + 1, command: `holds src/${id}.ts`, output: "ok" }] : [],
  );

export const work = async (scene: Scene<UltraworkWorld>, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  const state = world.watch.state();
  const task = state === null ? undefined : find(state, job.job.subject);
  if (task === undefined) throw new Error(`there is no task ${job.job.subject}`);
  await labour(scene);
  const how = well
    ? "good"
    : chance.pick(["bad", "bad", "good", "failed", "asks", "exits", "late"]);
  // In the steady story the first work that is handed in for task 2 isn't good enough.
  const poor =
    how === "bad" ||
    (world.steady &&
      task.id === "2" &&
      !world.watch.log.some((event) => workClaimed.is(event) && event.data.unit === "2"));
  const files = targets(scene, task);
  // Where others work beside it, no two write the same.
  const own = job.spot === undefined || world.steady ? "" : ` by ${job.job.key}`;
  for (const path of files) await scene.write(path, poor ? `bad ${path}` : `good ${path}${own}`);
  await strayIn(scene);
  for (const path of shots(task)) await scene.write(path, poor ? "no picture" : `PNG!${path}`);
  if (how === "failed") await tell(scene, { status: "failed", summary: "it is too hard" });
  else if (how === "asks")
    await tell(scene, {
      status: "needs_context",
      summary: "?",
      question: { text: "which way?", options: ["left", "right"] },
    });
  else
    await tell(scene, { status: "done", summary: "did it, should work", evidence: evidence(task) });
  if (how === "late") leaveChild(scene);
  return how === "exits" ? 1 : 0;
};
