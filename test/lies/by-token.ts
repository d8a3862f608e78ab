// Lies with stale, foreign or used lease tokens.
import assert from "node:assert/strict";
import { handIn, send, tokenOf } from "./asked.ts";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";
import { must, report, runChecks, worker } from "./setting.ts";

/** Task 1 is given back and taken by somebody else. */
const takenOver = (scene: Scene): Promise<void> =>
  scene.with(async (system) => {
    must(await system.release(scene.run, tokenOf(scene, "task-1-1"), "no time"));
    must(await system.claim(scene.run, "1", { ...worker, name: "eve", conversation: "talk-5" }));
  });

export const byToken: readonly Lie[] = [
  {
    lie: "a worker that lost its job says it is done, by its old token",
    at: "working",
    happens: "refused: it was fenced",
    sees: "TOKEN_STALE: this token holds no job any more `cairn status --next` shows what may be claimed",
    counts: "checked",
    async tell(scene) {
      await takenOver(scene);
      const before = await scene.counted();
      const seen = await send(
        scene,
        "ReportDone",
        { unit: "1", summary: "done" },
        "--token",
        tokenOf(scene, "task-1-1"),
      );
      assert.deepEqual(await scene.counted(), before);
      return seen;
    },
  },
  {
    lie: "a worker that lost its job hands in its report",
    at: "working",
    happens: "refused: it was fenced",
    sees: "TOKEN_STALE: this token holds no job any more `cairn status --next` shows what may be claimed",
    counts: "checked",
    async tell(scene) {
      await takenOver(scene);
      const before = await scene.counted();
      const seen = await handIn(scene, "task-1-1", report("1"));
      assert.deepEqual(await scene.counted(), before);
      return seen;
    },
  },
  {
    lie: "a worker says that the task of another is done, by its own token",
    at: "working",
    happens: "refused: a token speaks for its own job",
    sees: "SENDER_WRONG: 1 is another's the token of its job",
    counts: "nothing",
    tell: (scene) =>
      send(
        scene,
        "ReportDone",
        { unit: "1", summary: "done" },
        "--token",
        tokenOf(scene, "task-3-1"),
      ),
  },
  {
    lie: "a worker reports that the job of another failed, by its own token",
    at: "working",
    happens: "refused: a token speaks for its own job",
    sees: "SENDER_WRONG: task-1-1 is another's job the token of that job",
    counts: "nothing",
    tell: (scene) =>
      send(
        scene,
        "ReportFailure",
        { job: "task-1-1", kind: "failed", reason: "r" },
        "--token",
        tokenOf(scene, "task-3-1"),
      ),
  },
  {
    lie: "a report that names another job is handed in",
    at: "working",
    happens: "refused before it counts",
    sees: "REPORT_FOREIGN: the report names another job than task-3-1, which the token is for",
    counts: "nothing",
    tell: (scene) =>
      handIn(scene, "task-3-1", { job: "task-1-1", status: "done", summary: "did it" }),
  },
  {
    lie: "a report about another's task is handed in",
    at: "working",
    happens: "it speaks for its own job alone, whose checks decide",
    sees: "▶ running 1 0/2 Database · attempt 1 of 1, wim",
    counts: "checked",
    async tell(scene) {
      await handIn(scene, "task-3-1", { ...Object(report("3")), task: "1" });
      const said = (await scene.rows()).filter(({ type }) => type === "WorkClaimed");
      assert.deepEqual(
        said.map(({ data }) => Reflect.get(JSON.parse(data), "unit")),
        ["3"],
      );
      return scene.say(["status", scene.run]);
    },
  },
  {
    lie: "a worker hands in a second, better report after its first",
    at: "working",
    happens: "refused: the first one counts, and its checks decide",
    sees: "TOKEN_STALE: this token holds no job any more",
    counts: "checked",
    async tell(scene) {
      await handIn(scene, "task-1-1", { ...Object(report("1")), summary: "half done" });
      await scene.with((system) => runChecks(system, scene.run, 1));
      const before = await scene.counted();
      const seen = await handIn(scene, "task-1-1", { ...Object(report("1")), summary: "all done" });
      assert.deepEqual(await scene.counted(), before);
      return seen;
    },
  },
  {
    lie: "a token is made up",
    at: "working",
    happens: "refused",
    sees: "TOKEN_STALE: this token holds no job any more",
    counts: "nothing",
    tell: (scene) =>
      send(
        scene,
        "ReportDone",
        { unit: "1", summary: "done" },
        "--token",
        `${tokenOf(scene, "task-1-1")}x`,
      ),
  },
];
