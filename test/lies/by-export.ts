// Lies in rewritten exports: an export counts only as a continuation of known history.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chain, digest, genesis } from "../../src/core/hash.ts";
import { endLine, rowLine } from "../../src/runtime/care/export-lines.ts";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";
import { sql } from "./tampered.ts";

const file = ({ top }: Scene): string => join(top, "../run.jsonl");
const exported = async (scene: Scene): Promise<readonly string[]> => {
  await scene.cairn(["export", scene.run, "--to", file(scene)]);
  return readFileSync(file(scene), "utf8").trimEnd().split("\n");
};
const restored = (scene: Scene, lines: readonly string[]): Promise<string> => {
  writeFileSync(file(scene), `${lines.join("\n")}\n`);
  return scene.say(["restore", file(scene), "--yes"]);
};
const passed = (line: string): string =>
  line
    .replaceAll(String.raw`\"passed\":false`, String.raw`\"passed\":true`)
    .replaceAll(String.raw`\"exit\":1`, String.raw`\"exit\":0`);

/** The same history but for the failed checks, with a chain that fits. */
const forged = async (scene: Scene): Promise<readonly string[]> => {
  const lines = await exported(scene);
  let head = genesis("ultrawork", scene.run);
  let events = 0;
  const made: string[] = [];
  for (const line of lines) {
    const value: ReturnType<typeof JSON.parse> = JSON.parse(passed(line));
    if (typeof value.cause !== "string") continue;
    head = chain(head, { ...value, run: scene.run });
    events += 1;
    made.push(rowLine({ ...value, run: scene.run, hash: head }));
  }
  const first = (lines[0] ?? "").replace(/"head":"[0-9a-f]{64}"/u, `"head":"${head}"`);
  return [first, ...made, endLine({ events, head, outputs: 0, first: digest(first) })];
};

export const byExport: readonly Lie[] = [
  {
    lie: "an older export is restored over the run, to undo what came since",
    at: "approved",
    happens: "nothing is changed: a run is only ever continued",
    sees: "run RUN is at version 4 already, the export ends at 3: nothing was changed",
    counts: "checked",
    async tell(scene) {
      const lines = await exported(scene);
      await scene.say(["send", scene.run, "Fail", "--reason", "it can't be done"]);
      const seen = await restored(scene, lines);
      return `${seen} ${await scene.say(["status", scene.run])}`;
    },
  },
  {
    lie: "an export in which a failed check passed is restored over the run",
    at: "failed",
    happens: "it is cut where it doesn't follow on what came before",
    sees: "line 8: CHAIN_BROKEN it doesn't follow on event 6: the history is cut there",
    counts: "nothing",
    tell: async (scene) => restored(scene, (await exported(scene)).map(passed)),
  },
  {
    lie: "an export in which a failed check passed, its chain made anew, is restored over the run",
    at: "failed",
    happens: "refused: two histories of one run can't both be true",
    sees: "of the export is not what was anchored here at TIME `cairn verify` says whether the ledger is whole",
    counts: "nothing",
    tell: async (scene) => restored(scene, await forged(scene)),
  },
  {
    lie: "the run is removed from the database, and such an export restored in its place",
    at: "failed",
    happens: "refused: the anchors say otherwise",
    sees: "of the export is not what was anchored here at TIME `cairn verify` says whether the ledger is whole",
    counts: "found",
    async tell(scene) {
      const lines = await forged(scene);
      sql(
        scene,
        "delete from rows where run = RUN",
        "delete from cards where run = RUN",
        "delete from milestones where run = RUN",
      );
      return restored(scene, lines);
    },
  },
  {
    lie: "the run, its anchors beside the database, and nothing else are removed, and such an export restored",
    at: "failed",
    happens: "git's anchors say otherwise",
    sees: "of the export is not what was anchored here at TIME `cairn verify` says whether the ledger is whole",
    counts: "found",
    async tell(scene) {
      const lines = await forged(scene);
      sql(
        scene,
        "delete from rows where run = RUN",
        "delete from cards where run = RUN",
        "delete from milestones where run = RUN",
      );
      rmSync(join(scene.top, ".git/cairn/anchors", scene.run));
      const seen = await restored(scene, lines);
      return `${seen} ${await scene.say(["verify"])}`;
    },
  },
];
