// Simulated verifier of ultrawork: honest verdicts, or one of the ways that must not pass.
import { judgeable } from "../../../src/protocols/ultrawork/jobs/due.ts";
import { aboutOf } from "../../../src/protocols/ultrawork/jobs/about.ts";
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import type { UltraworkWorld } from "../ultrawork-world.ts";

export const verify = async (scene: Scene<UltraworkWorld>): Promise<number> => {
  const { world, chance, job } = scene;
  const state = world.watch.state();
  const about = aboutOf(job.job);
  if (state === null || about.is !== "verify") throw new Error(`${job.job.key} is no verifier's`);
  const criteria = judgeable(state);
  const judged = (judgement: string) =>
    criteria.map(({ task, number }) => ({
      task: task.id,
      criterion: number,
      judgement,
      note: "looked at",
    }));
  const pass = {
    sweep: about.sweep,
    verdict: "PASS",
    judgements: judged("met"),
    issues: [],
    notes: "",
  };
  await labour(scene);
  const how =
    world.calm || world.steady || chance.is(world.story.skill)
      ? "pass"
      : chance.pick(["fail", "fail", "gap", "stale", "asks", "unproven", "edits"]);
  const some = criteria.length === 0 ? null : chance.pick(criteria);
  const file = `src/${some?.task.id ?? "1"}.ts`;
  if (how === "fail") {
    const issue = {
      summary: `gap in ${file}`,
      done_when: `${file} is good`,
      files: [file],
      ...(chance.is(0.5) && some !== null ? { task: some.task.id, criterion: some.number } : {}),
    };
    const check = chance.is(0.7) ? { check: { command: `holds ${file}` } } : {};
    await tell(scene, {
      ...pass,
      verdict: chance.pick(["FAIL", "PASS"]),
      issues: [{ ...issue, ...check }],
    });
  } else if (how === "gap") await tell(scene, { ...pass, judgements: pass.judgements.slice(1) });
  else if (how === "stale") await tell(scene, { ...pass, sweep: about.sweep + 1 });
  else if (how === "asks" && some !== null) {
    await tell(scene, {
      ...pass,
      checks: [{ task: some.task.id, criterion: some.number, check: { command: `holds ${file}` } }],
    });
  } else if (how === "unproven")
    await tell(scene, { ...pass, verdict: "FAIL", judgements: judged("unproven") });
  else {
    if (how === "edits") await scene.write("src/extra.ts", `good ${chance.letters(3)}`);
    await tell(scene, pass);
  }
  return 0;
};
