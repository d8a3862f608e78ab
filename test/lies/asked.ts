// Helper of tests of lies: commands through the command line, as a person or by a token.
import assert from "node:assert/strict";
import type { Scene } from "./scene.ts";

export const tokenOf = ({ tokens }: Scene, job: string): string => {
  const found = tokens.get(job);
  assert.ok(found !== undefined, `nobody held ${job}`);
  return found;
};
export const send = (
  scene: Scene,
  command: string,
  data: unknown,
  ...more: readonly string[]
): Promise<string> =>
  scene.say(["send", scene.run, command, "--data", JSON.stringify(data), ...more]);
/** As the holder of a job's token. */
export const handIn = (scene: Scene, job: string, said: unknown): Promise<string> =>
  scene.say([
    "job",
    "report",
    scene.run,
    "--token",
    tokenOf(scene, job),
    "--data",
    JSON.stringify(said),
  ]);
