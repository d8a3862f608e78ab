// Simulated checks of stigmergy, with a separate memory of content that really passed.
import type { Digest } from "../../../src/core/row.ts";
import { proofAsk } from "../../../src/protocols/stigmergy/manifest.ts";
import { passes } from "../checks.ts";
import { factsOf, workingTree } from "../facts.ts";
import type { Scene } from "../scene.ts";
import type { World } from "../world.ts";
import type { StigmergyWorld } from "./world.ts";

/** The content that is proved, as it lies there now. */
const contentIn = ({ disk }: World, root: string): Digest | null =>
  factsOf(
    disk,
    { root, place: `${root}/.ai`, ignores: [".ai", ".cairn"] },
    { tree: true, contents: { now: proofAsk() } },
    "",
  ).contents?.["now"] ?? null;

export const passKey = (argv: readonly string[], content: string | null): string =>
  `${argv.join(" ")} @ ${content ?? ""}`;

/** Its exit code. */
export const checkRunIn = async (
  scene: Scene<StigmergyWorld>,
  argv: readonly string[],
): Promise<number> => {
  const { world, chance } = scene;
  const before = contentIn(world, scene.folder);
  const wait = chance.weighed([
    [10, 50],
    [3, 1_500],
    [1, 6_000],
  ]);
  await scene.sleep(world.steady ? 20 : wait * chance.next());
  const [name] = argv;
  const rough = !world.calm && !world.steady;
  if (name === "writes" && rough && chance.is(0.4))
    await scene.write("report.txt", `written ${chance.letters(2)}`);
  // In the steady story the first work is checked against a machine that has a bad day.
  const bad = world.steady && world.watch.state(scene.job.run)?.proof.runs === 0;
  const passed =
    name === "flaky"
      ? !rough || chance.is(0.6)
      : passes(["suite"], workingTree(world.disk, scene.folder)) && !bad;
  const exit = name === "true" || name === "lint" || passed ? 0 : 1;
  // In a clean checkout what a check adds is no content of the commit.
  if (exit === 0 && (scene.job.spot !== undefined || contentIn(world, scene.folder) === before))
    world.watch.proved.add(passKey(argv, before));
  scene.print(exit === 0 ? "3 tests passed\n" : "1 test failed\n");
  await scene.sleep(1);
  return exit;
};
