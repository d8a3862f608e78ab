// Tests of `verify` on damaged databases: a finding with exit 5, never a crash.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { scene } from "./tamper.ts";

test("a database that is cut short, overwritten, empty or foreign is a finding with exit 5, never a stack", async (t) => {
  const { cairn, path, folder } = await scene(t);
  const whole = readFileSync(path);
  const copy = join(folder, "copy.db");
  const verdict = async (): Promise<void> => {
    const answer = await cairn(["verify", "--json", "--ledger", `sqlite:${copy}`]);
    assert.equal(answer.exit, 5, answer.out + answer.err);
    assert.match(
      String(at(answer.json(), "findings", 0, "code")),
      /^(LEDGER_DAMAGED|LEDGER_FOREIGN|CHAIN_|CARD_|RUN_|TAIL_)/,
    );
    assert.doesNotMatch(answer.out + answer.err, /\n\s+at /);
    for (const end of ["-wal", "-shm"]) rmSync(copy + end, { force: true });
  };
  for (const size of [whole.length - 4096, 4096 * 3, 5000, 100, 0]) {
    copyFileSync(path, copy);
    truncateSync(copy, size);
    await verdict();
  }
  for (let page = 1; page * 4096 < whole.length; page += 1) {
    const bytes = Buffer.from(whole);
    bytes.fill(0xa5, page * 4096, page * 4096 + 4096);
    writeFileSync(copy, bytes);
    const answer = await cairn(["verify", "--json", "--ledger", `sqlite:${copy}`]);
    assert.ok(
      answer.exit === 5 || answer.exit === 0,
      `page ${page}: ${answer.exit} ${answer.out}${answer.err}`,
    );
    for (const end of ["-wal", "-shm"]) rmSync(copy + end, { force: true });
  }
  writeFileSync(copy, "this is no database");
  await verdict();
});

test("a database whose tables were removed is damaged, not a bug", async (t) => {
  const { cairn, hand } = await scene(t);
  hand((db) => db.exec("drop table rows"));
  const answer = await cairn(["verify", "--json"]);
  assert.equal(answer.exit, 5, answer.out + answer.err);
  assert.equal(at(answer.json(), "findings", 0, "code"), "LEDGER_DAMAGED");
  assert.equal((await cairn(["verify"])).out.match(/LEDGER_DAMAGED/gu)?.length, 1);
  assert.equal((await cairn(["status"])).exit, 1);
});

test("the log of a run that can't be read is shown all the same", async (t) => {
  const { cairn, hand, run } = await scene(t);
  hand((db) => db.exec("update rows set data = '{broken' where version = 1"));
  const { exit, out } = await cairn(["log", run, "--json"]);
  assert.equal(exit, 0);
  assert.match(out, /"data":"\{broken"/u);
});
