// Simulated verifier of ultrawork: honest verdicts, or one of the ways that must not pass.
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import type { UltraworkWorld } from "../ultrawork-world.ts";

export const verify = async (scene: Scene<UltraworkWorld>, well: boolean): Promise<number> => {
  const { world, chance } = scene;
  const units = world.watch.state()?.units ?? [];
  const criteria = units
    .filter(({ waived, status }) => waived === null && status !== "skipped")
    .flatMap(({ id, criteria: own }) =>
      own.flatMap(({ waived }, at) => (waived === null ? [{ task: id, criterion: at + 1 }] : [])),
    );
  const judged = (judgement: string) =>
    criteria.map((one) => ({ ...one, judgement, note: "looked at" }));
  const pass = { verdict: "PASS", judgements: judged("met"), issues: [], notes: "" };
  await labour(scene);
  const how = well ? "pass" : chance.pick(["fail", "fail", "gap", "unproven", "edits"]);
  const some = criteria.length === 0 ? null : chance.pick(criteria);
  const file = `src/${some?.task ?? "1"}.ts`;
  if (how === "fail") {
    const issue = {
      summary: `gap in ${file}`,
      done_when: `${file} is good`,
      ...(chance.is(0.5) && some !== null ? some : {}),
    };
    const check = chance.is(0.7) ? { check: { command: `holds ${file}` } } : {};
    await tell(scene, {
      ...pass,
      verdict: chance.pick(["FAIL", "PASS"]),
      issues: [{ ...issue, ...check }],
    });
  } else if (how === "gap") await tell(scene, { ...pass, judgements: pass.judgements.slice(1) });
  else if (how === "unproven")
    await tell(scene, { ...pass, verdict: "FAIL", judgements: judged("unproven") });
  else {
    if (how === "edits") await scene.write("src/extra.ts", `good ${chance.letters(3)}`);
    await tell(scene, pass);
  }
  return 0;
};
