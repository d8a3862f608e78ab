// Simulated checks of ultrawork, with results read off the current working tree.
import type { Scene } from "./scene.ts";

export const isGood = (text: string | null | undefined): boolean =>
  text?.startsWith("good") === true;

/** Whether a check's command passes on the content of a tree. */
export const passes = (argv: readonly string[], tree: ReadonlyMap<string, string>): boolean =>
  argv[0] === "holds"
    ? isGood(tree.get(argv[1] ?? ""))
    : ![...tree].some(([path, text]) => path.startsWith("src/") && !isGood(text));

/** What lies in the folder of a job. */
export const contentIn = ({ world, folder }: Scene): ReadonlyMap<string, string> =>
  new Map(
    [...world.disk.files].flatMap(([path, { text }]) =>
      path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), text] as const] : [],
    ),
  );

/** Its exit code, after a while. */
export const checkRun = async (scene: Scene, argv: readonly string[]): Promise<number> => {
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
  const passed = passes(argv, contentIn(scene));
  scene.print(passed ? "3 tests passed\n" : "1 test failed\n");
  await scene.sleep(1);
  return passed ? 0 : 1;
};
