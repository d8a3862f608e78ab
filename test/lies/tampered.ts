// Helper of tests of lies: tampering with the database (SQL, resealed chain, cut tail).
import assert from "node:assert/strict";
import { chain, genesis } from "../../src/core/hash.ts";
import type { Scene } from "./scene.ts";

export const verified = (scene: Scene): Promise<string> => scene.say(["verify"]);

/** Runs SQL on the ledger; RUN is the run. */
export const sql = (scene: Scene, ...statements: readonly string[]): void =>
  scene.database((db) => {
    for (const one of statements) db.exec(one.replaceAll("RUN", `'${scene.run}'`));
  });

/** Makes the chain and the card fit what stands in the rows: what somebody does who knows how they are made. */
export const reseal = async (scene: Scene): Promise<void> => {
  const rows = await scene.rows();
  scene.database((db) => {
    let head = genesis("ultrawork", scene.run);
    const put = db.prepare("update rows set hash = ? where seq = ?");
    for (const row of rows) {
      head = chain(head, row);
      put.run(head, row.seq);
    }
    const last = rows.at(-1);
    assert.ok(last !== undefined);
    db.prepare("update cards set version = ?, head = ?, last = ? where run = ?").run(
      last.version,
      head,
      last.seq,
      scene.run,
    );
    db.prepare("delete from snapshots where run = ?").run(scene.run);
  });
};

/** The tail after this version, and what the card says of it. */
export const cut = (scene: Scene, version: number): Promise<void> => {
  sql(scene, `delete from rows where run = RUN and version > ${version}`);
  return reseal(scene);
};

export const failedCheckPassed = `update rows set data = replace(replace(data, '"passed":false', '"passed":true'), '"exit":1', '"exit":0') where run = RUN and type = 'ChecksRecorded'`;
