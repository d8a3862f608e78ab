// Simulated gate programs of iterative, on the current working tree.
import type { Path } from "../../../src/core/row.ts";
import { isGood, passes } from "../checks.ts";
import { workingTree } from "../facts.ts";
import type { Scene } from "../scene.ts";
import { root } from "../world.ts";
import type { IterativeWorld } from "./world.ts";

/** Its exit code on a tree; null: it isn't judged by the tree alone. */
export const exitOn = (argv: readonly string[], tree: ReadonlyMap<Path, string>): number | null => {
  const [name, ...files] = argv;
  if (name === "suite" || (name === "holds" && files.includes(".")))
    return passes(["suite"], tree) ? 0 : 1;
  return name === "holds"
    ? files.every((path) => isGood(tree.get(path)) || path.endsWith("/"))
      ? 0
      : 1
    : null;
};

const gitRun = async (
  { world, proc, print }: Scene<IterativeWorld>,
  argv: readonly string[],
): Promise<number> => {
  const [, , verb] = argv;
  const paths = argv.slice(argv.lastIndexOf("--") + 1);
  if (verb === "add") return world.disk.repo.name === null ? 128 : 0;
  const hash = await world.machine.call(proc, "commits", () =>
    world.disk.repo.commit(
      workingTree(world.disk, root),
      paths,
      argv[argv.indexOf("-m") + 1] ?? "",
    ),
  );
  if (hash === null) print("On branch main\nnothing to commit, working tree clean\n");
  return hash === null ? 1 : 0;
};

export const gateRun = async (
  scene: Scene<IterativeWorld>,
  argv: readonly string[],
): Promise<number> => {
  const { world, chance } = scene;
  await scene.sleep(
    world.steady
      ? 20
      : chance.weighed([
          [10, 50],
          [3, 1_500],
          [1, 6_000],
        ]) * chance.next(),
  );
  if (argv[0] === "git") return gitRun(scene, argv);
  if (argv[0] === "formats") {
    const [path] = argv.slice(1);
    const text = path === undefined || path === "." ? null : scene.read(path);
    if (text !== null && !world.calm && chance.is(0.4))
      await scene.write(path ?? "", `${text}\nformatted ${chance.letters(2)}`);
    return 0;
  }
  const exit = exitOn(argv, workingTree(world.disk, scene.folder)) ?? 0;
  scene.print(exit === 0 ? "3 tests passed\n" : "1 test failed\n");
  await scene.sleep(1);
  return exit;
};
