// Simulated worker of ultrawork: changes of files in the story's tree.
import type { Task } from "../../../src/protocols/ultrawork/state.ts";
import { contentIn, isGood } from "../checks.ts";
import { strayIn } from "../mending.ts";
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import type { UltraworkWorld } from "../ultrawork-world.ts";

/** Every file that the task is to make good. */
const targets = (scene: Scene<UltraworkWorld>, task: Task): readonly string[] => {
  const held = task.criteria.flatMap(({ check }) => {
    const named = /^holds (\S+)$/u.exec(check?.command ?? "")?.[1];
    return [
      ...(named === undefined ? [] : [named]),
      ...(check?.type === "file_content" && check.path !== undefined ? [check.path] : []),
    ];
  });
  const whole = task.criteria.some(({ check }) => check?.command === "suite");
  const ill = [...contentIn(scene)].flatMap(([path, text]) =>
    path.startsWith("src/") && !isGood(text) ? [path] : [],
  );
  return [
    ...new Set([
      ...held,
      ...(task.files ?? []).filter((path) => path.startsWith("src/")),
      ...(whole ? ill : []),
    ]),
  ];
};
const shots = (task: Task): readonly string[] =>
  task.criteria.flatMap(({ check }) =>
    check?.type === "screenshot" && check.path !== undefined ? [check.path] : [],
  );

const evidence = (task: Task): readonly unknown[] =>
  task.criteria.flatMap(({ check }, index) =>
    check === null
      ? [{ criterion: index + 1, command: `holds src/${task.id}.ts`, output: "ok" }]
      : [],
  );

const claim = (task: Task, more: object = {}) => ({
  task: task.id,
  status: "done",
  summary: "did it, should work",
  files_changed: task.files ?? [],
  evidence: evidence(task),
  ...more,
});

export const work = async (scene: Scene<UltraworkWorld>): Promise<number> => {
  const { world, chance, job } = scene;
  const task = world.watch.state()?.tasks[job.job.subject];
  if (task === undefined) throw new Error(`there is no task ${job.job.subject}`);
  await labour(scene);
  const well = world.calm || world.steady || chance.is(world.story.skill);
  const how = well
    ? "good"
    : chance.pick(["bad", "bad", "good", "failed", "asks", "exits", "late"]);
  // In the steady story the first work that is handed in for task 2 isn't good enough.
  const poor =
    how === "bad" ||
    (world.steady &&
      task.id === "2" &&
      !world.watch.log.some((event) => event.type === "WorkClaimed" && event.data.task === "2"));
  const files = [
    ...targets(scene, task),
    ...(task.criteria.some(({ check }) => check === null) ? [`src/${task.id}.ts`] : []),
  ];
  // Where others work beside it, no two write the same.
  const own = job.spot === undefined || world.steady ? "" : ` by ${job.job.key}`;
  for (const path of files) await scene.write(path, poor ? `bad ${path}` : `good ${path}${own}`);
  await strayIn(scene);
  for (const path of shots(task)) await scene.write(path, poor ? "no picture" : `PNG!${path}`);
  if (how === "failed")
    await tell(scene, { task: task.id, status: "failed", summary: "it is too hard" });
  else if (how === "asks")
    await tell(scene, {
      task: task.id,
      status: "needs_context",
      summary: "?",
      question: { text: "which way?", options: ["left", "right"] },
    });
  else
    await tell(scene, claim(task, !world.steady && chance.is(0.1) ? { commits: ["abcdef1"] } : {}));
  if (how === "late") {
    // What it leaves behind goes on with its mark, until it is swept.
    world.machine.spawn("agent", `child of ${job.job.key}`, {
      mark: job.mark,
      stubborn: chance.is(0.5),
    });
  }
  return how === "exits" ? 1 : 0;
};
