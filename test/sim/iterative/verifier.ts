// Simulated verifier of iterative: honest, silent, editing, lenient or incomplete.
import { unitOf } from "../../../src/protocols/iterative/units.ts";
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";
import { aboutOf } from "./about.ts";
import { isWhole, targetIn } from "./place.ts";
import type { IterativeWorld } from "./world.ts";

export const verify = async (scene: Scene<IterativeWorld>, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  const state = world.watch.state(job.run);
  const about = aboutOf(scene);
  if (state === null) return 1;
  const unit = String(about["unit"]);
  await labour(scene);
  // In the steady story the first unit's first verifier finds a gap.
  const asked = world.steady && unit === "T1" && unitOf(state, unit)?.verifications === 0;
  const how = asked
    ? "nags"
    : well
      ? "good"
      : chance.pick(["edits", "silent", "waves", "leaves out", "nags", "minor", "exits", "prose"]);
  const holds = isWhole(unit, scene.read(targetIn(state, unit))) || how === "waves";
  if (how === "edits")
    await scene.write(
      targetIn(state, unit),
      chance.pick(["bad by its judge", `good ${unit} by its judge`]),
    );
  if (how === "prose")
    scene.print(`All criteria are VERIFIED.\n<signal>${unit}_VERIFIED</signal>\n`);
  if (how === "silent" || how === "prose") return 0;
  const all = Array.from({ length: Number(about["criteria"]) }, (_, index) => ({
    n: index + 1,
    met: holds,
    how: "looked",
  }));
  const gap = { severity: how === "minor" ? "minor" : "major", problem: `${unit} isn't good` };
  const gaps = how === "waves" || how === "nags" || how === "minor" || !holds ? [gap] : [];
  await tell(scene, {
    unit,
    verdict: holds && how !== "nags" ? "VERIFIED" : "GAPS_FOUND",
    criteria: how === "leaves out" ? all.slice(1) : all,
    gaps,
  });
  return how === "exits" ? 2 : 0;
};
