// Tests of export: exact hashed texts, needed outputs, no refused edits.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { exported, isRow, linesOf, rowsIn } from "./exported.ts";

test("an export holds the exact texts, the outputs that events name, and no refused edit; to a pipe the same lines", async (t) => {
  const given = await exported(t, true);
  const { cairn, file, run, root } = given;
  const lines = linesOf(file);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const head = JSON.parse(lines[0] ?? "");
  assert.deepEqual(
    [head.cairn, head.format, head.protocol, head.run, head.root],
    ["export", 1, "ultrawork", run, "."],
  );
  const rows: unknown = rowsIn(given);
  assert.deepEqual(
    lines.filter(isRow).map((line) => ({ run, ...JSON.parse(line) })),
    Array.isArray(rows) ? rows.map((row) => ({ ...row })) : [],
  );
  const outputs = lines
    .filter((line) => line.startsWith('{"output"'))
    .map((line) => JSON.parse(line));
  assert.ok(outputs.length > 0);
  for (const { output, base64 } of outputs)
    assert.equal(digest(Buffer.from(base64, "base64")), output);
  const end = JSON.parse(lines.at(-1) ?? "");
  assert.deepEqual([end.events, end.head, end.outputs], [head.version, head.head, outputs.length]);
  const piped = await cairn(["export", "s"]);
  assert.deepEqual(piped.out.trimEnd().split("\n"), lines);
  assert.equal((await cairn(["export", "s", "--json"])).out, piped.out);
  const bare = await cairn(["export", "s", "--without-outputs"]);
  assert.match(bare.out, /left out when this was exported/);
  assert.doesNotMatch(bare.out, /base64/);
  assert.equal((await cairn(["stop", "--cancel", "s", "--yes"])).exit, 0);
  const over = await cairn(["export"]);
  assert.deepEqual([over.exit, isRow(over.out.split("\n")[1] ?? "")], [0, true], over.err);
  assert.equal(over.err, "");
  const again = await cairn(["export", "s", "--to", file]);
  assert.equal(again.exit, 2);
  assert.match(again.err, /FILE_PRESENT/);
  assert.ok(!readdirSync(join(root, "..")).some((name) => name.endsWith(".cairn-tmp")));
});

test("a run whose chain is broken is not exported as if it were whole", async (t) => {
  const { cairn, hand, folder, run } = await exported(t);
  hand((db) =>
    db
      .prepare("update rows set data = replace(data, 'Goal', 'Gold') where version = 1 and run = ?")
      .run(run),
  );
  const to = join(folder, "broken.jsonl");
  const answer = await cairn(["export", run, "--to", to]);
  assert.equal(answer.exit, 1);
  assert.match(answer.err, /LEDGER_DAMAGED/);
  assert.ok(!existsSync(to));
  mkdirSync(join(folder, "there"));
  assert.equal((await cairn(["export", run, "--to", join(folder, "there")])).exit, 2);
});

test("the bytes of a refused edit stay at home", async (t) => {
  const { cairn, root, place } = await exported(t);
  const path = join(place, "session.json");
  const forged = readFileSync(path, "utf8").replace(/"phase": "[A-Z]+"/, '"phase": "COMPLETE"');
  writeFileSync(path, forged);
  await cairn(["status", "s"]);
  assert.equal(readdirSync(join(root, ".git/cairn/refused")).length, 1);
  const told = (await cairn(["export", "s"])).out;
  assert.match(told, /"EditRefused"/);
  assert.doesNotMatch(told, new RegExp(`"output":"${digest(forged)}"`));
  assert.ok(!told.includes(Buffer.from(forged).toString("base64")));
});
