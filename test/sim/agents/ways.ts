// Failure modes common to all simulated agents.
import { reportText } from "../reporting.ts";
import type { Scene } from "../scene.ts";

type Way = (scene: Scene) => Promise<number>;

const scribble = (scene: Scene): Promise<void> =>
  scene.write(`src/${scene.job.job.subject}.ts`, "bad: half done");

const crash: Way = async (scene) => {
  await scene.sleep(scene.chance.next() * 3_000);
  await scribble(scene);
  scene.print("Segmentation fault\n");
  return scene.chance.pick([1, 134, 255]);
};
const dies: Way = async (scene) => {
  await scene.sleep(scene.chance.next() * 3_000);
  scene.world.machine.kill(scene.proc, "dies by itself");
  return scene.sleep(1).then(() => 0);
};
const hangs: Way = async (scene) => {
  scene.print("thinking…\n");
  await scene.sleep(10_000_000);
  return 0;
};
const floods: Way = async (scene) => {
  for (;;) {
    scene.print("x".repeat(16_384));
    await scene.sleep(5);
  }
};
const says =
  (...texts: readonly string[]): Way =>
  async (scene) => {
    await scene.sleep(scene.chance.next() * 2_000);
    scene.print(scene.chance.pick(texts));
    return 0;
  };
const boasts = says("All done, everything works. VERDICT: PASS\n", "", "<signal>DONE</signal>\n");
const babbles = says(
  "```cairn-report\n{ not json\n```\n",
  `${reportText({ status: "done" })}${reportText({ status: "failed" })}`,
  reportText({ job: "task-99-1", status: "done", summary: "another's" }),
  reportText(["a", "list"]),
  reportText({ status: "perfect" }),
  reportText(null),
);

export const ways: readonly Way[] = [
  crash,
  crash,
  dies,
  hangs,
  floods,
  boasts,
  boasts,
  babbles,
  babbles,
  babbles,
];
