// Simulated interviewer, planner and reviewer of iterative.
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import { isWhole, targetOf } from "./place.ts";
import type { IterativeWorld } from "./world.ts";

export const interview = async (scene: Scene<IterativeWorld>, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  await labour(scene);
  const asked = world.watch.state(job.run)?.questions.length ?? 0;
  const question = {
    text: `Which colour, ${asked}?`,
    options: ["red", "blue"],
    recommended: 1,
    multi: chance.is(0.3),
  };
  if (!well)
    await tell(
      scene,
      chance.pick([
        {},
        { questions: [{ text: "?", options: [] }] },
        { brief: { outcome: "", done_when: [] } },
        { questions: [question] },
      ]),
    );
  else if (!world.calm && !world.steady && chance.is(0.4))
    await tell(scene, { questions: [question] });
  else
    await tell(scene, { brief: { outcome: "a shop", done_when: ["people buy"], notes: "soon" } });
  return 0;
};

export const plan = async (scene: Scene<IterativeWorld>, well: boolean): Promise<number> => {
  const { world, job } = scene;
  const begun = (world.watch.state(job.run)?.units ?? []).map(
    ({ id, title, criteria, files, output, depends, model, max }) => ({
      id,
      title,
      criteria,
      depends,
      model,
      max,
      ...(output === null ? { files } : { output }),
    }),
  );
  // What has begun stays in the plan, as its brief says.
  const units = begun.length > 0 ? begun : world.story.units;
  await labour(scene);
  const [first] = units;
  const ring = units.map((unit) => ({ ...unit, depends: [unit.id] }));
  const given = well
    ? units
    : scene.chance.pick([
        units,
        [],
        ring,
        [...units, first],
        [{ ...first, files: ["../elsewhere"], output: "/etc/x" }],
      ]);
  await tell(scene, { units: given, notes: "as asked" });
  return 0;
};

export const review = async (scene: Scene<IterativeWorld>, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  const state = world.watch.state(job.run);
  if (state === null) return 1;
  await labour(scene);
  const bad = state.units.filter(
    (unit) => !isWhole(unit.id, scene.read(targetOf(state, unit))) && unit.basis !== "accepted",
  );
  const issues = bad.map(({ id }) => ({
    unit: id,
    severity: "major",
    problem: `${id} isn't good`,
  }));
  // In the steady story the first review finds an issue.
  const asked = world.steady && state.final.reviews === 0;
  const how = asked
    ? "nags"
    : well
      ? "good"
      : chance.pick(["nags", "edits", "silent", "waves", "minor", "empty"]);
  if (how === "silent") return 0;
  if (how === "edits")
    await scene.write(
      `src/${chance.between(1, 4)}.ts`,
      chance.pick(["bad by its reviewer", "good by its reviewer"]),
    );
  const nag = {
    severity: how === "minor" ? "minor" : "critical",
    problem: "it is slow",
    ...(world.steady || chance.is(0.5) ? { unit: state.units[0]?.id } : {}),
  };
  const told =
    how === "nags" || how === "minor" ? [nag] : how === "waves" || how === "empty" ? [] : issues;
  const verdict =
    how === "nags" ||
    how === "empty" ||
    (how !== "waves" && told.some(({ severity }) => severity !== "minor"))
      ? "REVIEW_FAIL"
      : "REVIEW_PASS";
  await tell(scene, { verdict, checked: "all of it", issues: told });
  return 0;
};
