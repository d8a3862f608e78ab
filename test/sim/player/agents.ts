// Simulated agents of the player's nodes: well, badly or not at all.
import { isRecord } from "../../../src/core/json/record.ts";
import { strayIn } from "../mending.ts";
import { leaveChild } from "../agents.ts";
import { labour, tell } from "../reporting.ts";
import type { Scene } from "../scene.ts";

/** As the job names them: what is about what. */
const aboutOf = ({
  job,
}: Scene): { readonly node: string; readonly attempt: number; readonly output: string } => {
  const about = isRecord(job.job.about) ? job.job.about : {};
  return {
    node: String(about["node"]),
    attempt: Number(about["attempt"]),
    output: String(about["output"]),
  };
};

/** Its exit code. */
export const playerAgent = async (scene: Scene, well: boolean): Promise<number> => {
  const { world, chance, job } = scene;
  const { node, attempt, output } = aboutOf(scene);
  await labour(scene);
  const how = well
    ? "good"
    : chance.pick(["failed", "fails", "boasts", "contradicts", "another", "late"]);
  // In the steady story the first try at the last node isn't good enough.
  const poor = world.steady && node === "N-100" && attempt === 1;
  if (!world.steady && chance.is(0.15))
    await scene.write(output, `# What ${node} says\n\n${chance.letters(6)}\n`);
  await scene.write(`src/${node}.ts`, `${poor ? "bad" : "good"} ${node}`);
  await strayIn(scene);
  scene.print(`${node} was done in attempt ${attempt}.\n`);
  if (job.job.role.startsWith("cli:")) return how === "fails" || poor ? 1 : 0;
  const report = {
    node,
    attempt,
    status: how === "failed" || poor ? "failed" : "completed",
    session_id: `WFS-${node.toLowerCase()}-${attempt}`,
  };
  if (how === "another") await tell(scene, { ...report, attempt: attempt + 1 });
  else if (how !== "boasts") await tell(scene, report);
  if (how === "late") leaveChild(scene);
  return how === "contradicts" ? 3 : 0;
};
