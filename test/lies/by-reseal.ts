// Lies with a recomputed hash chain, detectable only by earlier anchors.
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";
import { cut, failedCheckPassed, reseal, sql, verified } from "./tampered.ts";

const anchors = ({ top, run }: Scene): string => join(top, ".git/cairn/anchors", run);
/** All of Cairn's own folder as it is now, to be put back later. */
const copied = ({ top }: Scene): (() => void) => {
  const [here, there] = [join(top, ".git/cairn"), join(top, "../cairn-of-before")];
  cpSync(here, there, { recursive: true });
  return () => {
    rmSync(here, { recursive: true });
    cpSync(there, here, { recursive: true });
  };
};

export const byReseal: readonly Lie[] = [
  {
    lie: "the tail is cut off, and the anchors with it",
    at: "failed",
    happens: "verify compares with git's anchors",
    sees: "TAIL_CUT RUN #5 version 10 was anchored in git at TIME, the ledger ends at 5: its tail was cut off",
    counts: "found",
    async tell(scene) {
      await cut(scene, 5);
      const lines = readFileSync(anchors(scene), "utf8").split("\n");
      writeFileSync(
        anchors(scene),
        lines
          .filter((line) => line !== "" && Number(line.split(" ")[0]) <= 5)
          .map((line) => `${line}\n`)
          .join(""),
      );
      return verified(scene);
    },
  },
  {
    lie: "an event is changed and the whole chain made anew behind it",
    at: "failed",
    happens: "verify compares with the anchors beside it",
    sees: "ANCHOR_DIFFERS RUN #10 event 10 is not what was anchored beside the database at TIME: the ledger was rewritten",
    counts: "found",
    async tell(scene) {
      sql(scene, failedCheckPassed);
      await reseal(scene);
      return verified(scene);
    },
  },
  {
    lie: "an event is changed, the chain made anew, and new anchors written for it",
    at: "failed",
    happens: "verify compares with git's anchors, and finds those that the file has lost",
    sees: "ANCHOR_DIFFERS RUN #10 event 10 is not what was anchored in git at TIME: the ledger was rewritten",
    counts: "found",
    async tell(scene) {
      sql(scene, failedCheckPassed);
      await reseal(scene);
      const last = (await scene.rows()).at(-1);
      writeFileSync(anchors(scene), `${last?.version} ${last?.hash} ${last?.at}\n`);
      return verified(scene);
    },
  },
  {
    lie: "database and anchors are replaced by an older copy of both",
    at: "working",
    happens: "verify compares with git's anchors",
    sees: "TAIL_CUT RUN #6 version 7 was anchored in git at TIME, the ledger ends at 6: its tail was cut off",
    counts: "found",
    async tell(scene) {
      const back = copied(scene);
      await scene.with((system) =>
        system.send(scene.run, [{ type: "Fail", data: { reason: "it can't be done" } }], {
          kind: "person",
          name: "ana",
        }),
      );
      back();
      return verified(scene);
    },
  },
  {
    lie: "git's anchors are deleted",
    at: "proved",
    happens: "verify says that git has none, and the anchors beside the database still speak",
    sees: "warning GIT_UNANCHORED RUN the root lies in a git repository, and refs/cairn/RUN is not there",
    counts: "nothing",
    tell: (scene) => {
      execFileSync("git", ["update-ref", "-d", `refs/cairn/${scene.run}`], { cwd: scene.top });
      return verified(scene);
    },
  },
];
