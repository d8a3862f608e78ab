// Tests of `cairn doctor`: read-only unless --fix, findings in words, exit codes.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { CareFinding } from "../../src/runtime/system.ts";
import { asTyped, desk } from "./desk.ts";
import type { Desk } from "./desk.ts";

const begun = async (
  t: TestContext,
): Promise<Desk & { readonly run: string; readonly session: string }> => {
  const here = desk(t);
  const started = await here.ends(0, 'run --later ultrawork "Add a login" --json');
  const run = /"run":"(\w+)"/u.exec(started.out)?.[1] ?? "";
  return { ...here, run, session: join(here.folder, "sessions/shop/sessions", run) };
};

test("doctor finds, changes nothing unasked, mends with --fix, and says so by its code", async (t) => {
  const { cairn, ends, run, session } = await begun(t);
  const fine = await cairn("doctor");
  assert.deepEqual([fine.exit, fine.out], [0, "nothing is wrong\n"]);
  rmSync(join(session, "context.json"));
  const found = await ends(5, "doctor");
  assert.match(
    found.out,
    /error {2}FILE_MISSING {2}\w+ {2}#1\n {3}\S+context\.json isn't there\n {3}`cairn doctor --fix`: /u,
  );
  assert.match(found.out, /1 finding, `cairn doctor --fix` mends 1\n$/u);
  assert.deepEqual(readdirSync(session).toSorted(), ["session.json", "tasks"]);
  const mended = await ends(0, ["doctor", run, "--fix", "--json"]);
  const { findings, fixed } = Object(mended.json());
  assert.deepEqual([findings, fixed.map(({ code }: CareFinding) => code)], [[], ["FILE_MISSING"]]);
  assert.ok(readFileSync(join(session, "context.json"), "utf8").startsWith("{"));
  assert.match((await cairn("doctor")).out, /^nothing is wrong\n$/u);
  await ends(2, "doctor nonsense");
});

test("anchors that git still has come back beside the database, and verify is content again", async (t) => {
  const { cairn, ends, run, root } = await begun(t);
  const path = join(root, ".git/cairn/anchors", run);
  const first = readFileSync(path, "utf8");
  await ends(0, asTyped`send ${run} SetGoal --goal Another`);
  rmSync(path);
  assert.match((await cairn("verify")).out, /ANCHOR_LOST/u);
  const found = await ends(0, "doctor --fix");
  assert.match(found.out, /mended {2}ANCHOR_LOST/u);
  assert.ok(readFileSync(path, "utf8").includes(first.trim()));
  await ends(0, "verify");
  assert.equal((await cairn("doctor")).out, "nothing is wrong\n");
});

test("a damaged ledger is a finding, and an empty folder stays empty", async (t) => {
  const empty = desk(t);
  assert.deepEqual(
    [(await empty.cairn("doctor --fix")).exit, readdirSync(empty.root)],
    [0, [".git"]],
  );
  const { ends, root } = await begun(t);
  const path = join(root, ".git/cairn/ledger.db");
  writeFileSync(path, "no database at all, whoever looks at it".repeat(100));
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  const found = await ends(5, "doctor");
  assert.match(found.out, /error {2}LEDGER_DAMAGED\n {3}\S+ is no ledger of Cairn/u);
});
