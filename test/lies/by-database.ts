// Lies written straight into the database.
import assert from "node:assert/strict";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chain } from "../../src/core/hash.ts";
import { editionOf } from "../../src/edition.ts";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";
import { cut, failedCheckPassed, sql, verified } from "./tampered.ts";

const outputs = ({ top }: Scene): readonly string[] => {
  const kept = join(top, ".git/cairn/kept");
  return readdirSync(kept).flatMap((name) =>
    readdirSync(join(kept, name)).map((digest) => join(kept, name, digest)),
  );
};

export const byDatabase: readonly Lie[] = [
  {
    lie: "a failed check is made a passed one in the database",
    at: "failed",
    happens: "verify names the event",
    sees: "CHAIN_HASH RUN #7 event 7 (ChecksRecorded) is not what was recorded, or doesn't follow on the one before it",
    counts: "found",
    tell: (scene) => {
      sql(scene, failedCheckPassed);
      return verified(scene);
    },
  },
  {
    lie: "the event of a failed check is removed from the database",
    at: "failed",
    happens: "verify names the gap",
    sees: "CHAIN_GAP RUN #8 event 7 is missing: 8 stands in its place",
    counts: "found",
    tell: (scene) => {
      sql(scene, "delete from rows where run = RUN and version = 7");
      return verified(scene);
    },
  },
  {
    lie: "two events change places in the database",
    at: "proved",
    happens: "verify names both",
    sees: "CHAIN_HASH RUN #2 event 2 (PlanApproved) is not what was recorded, or doesn't follow on the one before it",
    counts: "found",
    tell: (scene) => {
      sql(
        scene,
        "create table other as select * from rows where run = RUN and version in (2, 3)",
        "update rows set type = (select type from other where other.version = 5 - rows.version), data = (select data from other where other.version = 5 - rows.version) where run = RUN and version in (2, 3)",
        "drop table other",
      );
      return verified(scene);
    },
  },
  {
    lie: "an event is put in at the end of the database, with a hash that fits",
    at: "proved",
    happens: "verify tells that the card knows nothing of it",
    sees: "CARD_DIFFERS RUN #12 the run's card says version 11, its events end at 12",
    counts: "found",
    async tell(scene) {
      const last = (await scene.rows()).at(-1);
      assert.ok(last !== undefined);
      const forged = {
        ...last,
        version: last.version + 1,
        cause: "c",
        type: "RunCompleted",
        data: JSON.stringify({ tree: "t", head: null }),
      };
      scene.database((db) =>
        db
          .prepare(
            `insert into rows (run, version, former, cause, type, at, hash, "by", data) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(
            scene.run,
            forged.version,
            last.seq,
            forged.cause,
            forged.type,
            forged.at,
            chain(last.hash, forged),
            forged.by,
            forged.data,
          ),
      );
      return verified(scene);
    },
  },
  {
    lie: "the run's card says that it is complete",
    at: "proved",
    happens: "the phase is folded from events, not read off the card; verify tells that they part",
    sees: 'phase "COMPLETE" (its events make it "EXECUTION")',
    counts: "found",
    tell: (scene) => {
      sql(scene, "update cards set phase = 'COMPLETE', life = 'over', good = 1 where run = RUN");
      return verified(scene);
    },
  },
  {
    lie: "the tail of the database is cut off behind a success",
    at: "failed",
    happens: "verify compares with the anchors beside it",
    sees: "TAIL_CUT RUN #5 version 10 was anchored beside the database at TIME, the ledger ends at 5: its tail was cut off",
    counts: "found",
    async tell(scene) {
      await cut(scene, 5);
      return verified(scene);
    },
  },
  {
    lie: "the snapshot that states are folded from says COMPLETE",
    at: "proved",
    happens: "verify folds the events and compares",
    sees: "SNAPSHOT_DIFFERS RUN #11 the snapshot of version 11 is not what its events make: it was changed",
    counts: "found",
    async tell(scene) {
      const state = await scene.with(async (system) => {
        const found = await system.state(scene.run);
        assert.ok(typeof found === "object");
        return { ...found, end: { is: "complete", reason: "", at: "" } };
      });
      const last = (await scene.rows()).at(-1);
      const text = JSON.stringify({ head: last?.hash, at: last?.at, state });
      scene.database((db) =>
        db
          .prepare("insert or replace into snapshots (run, key, version, text) values (?, ?, ?, ?)")
          .run(scene.run, `ultrawork ${editionOf("ultrawork")}`, last?.version ?? 0, text),
      );
      return verified(scene);
    },
  },
  {
    lie: "a run is taken out of the database, as if it had never been",
    at: "failed",
    happens: "verify finds its anchors",
    sees: "RUN_GONE RUN version 10 was anchored outside the database at TIME, and this ledger has no such run: it was removed",
    counts: "found",
    tell: (scene) => {
      sql(
        scene,
        "delete from rows where run = RUN",
        "delete from cards where run = RUN",
        "delete from milestones where run = RUN",
      );
      return verified(scene);
    },
  },
  {
    lie: "the kept output of a check is replaced by a better one",
    at: "proved",
    happens: "verify finds that its bytes aren't what they are named by",
    sees: "no longer holds the bytes that were kept there",
    counts: "found",
    tell: (scene) => {
      for (const path of outputs(scene)) writeFileSync(path, "all 12 tests passed\n");
      return verified(scene);
    },
  },
  {
    lie: "the kept output of a check is removed",
    at: "proved",
    happens: "verify names the event whose proof it was",
    sees: "that event 7 names isn't kept any more",
    counts: "found",
    tell: (scene) => {
      for (const path of outputs(scene)) rmSync(path);
      return verified(scene);
    },
  },
];
