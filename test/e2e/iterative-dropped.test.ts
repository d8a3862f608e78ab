// Tests of iterative's folders: adopted from state.json alone, removed from the archive, edited while a reviewer is at work.
import assert from "node:assert/strict";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Desk, desk } from "./desk.ts";

const archive = ".claude/iterative/archive";

const put = async (t: TestContext): Promise<Desk & { readonly folder: string }> => {
  const here = desk(t);
  const { root, ends } = here;
  await ends(0, 'run --later iterative "Add login" --slug add-login --done-when 200');
  await ends(0, "stop --cancel add-login --yes");
  await ends(0, "archive add-login");
  const [name = "nowhere"] = readdirSync(join(root, archive));
  return { ...here, folder: join(root, archive, name) };
};

test("a folder that was removed from the archive stays removed; its record stays, and unarchive draws the files again", async (t) => {
  const { root, folder, cairn, ends } = await put(t);
  rmSync(folder, { recursive: true });
  assert.equal((await cairn("verify")).exit, 0, "nobody misses it");
  for (const argv of [["status", "add-login"], ["status"], ["doctor", "--fix"], ["verify"]]) {
    const { exit, out, err } = await cairn(argv);
    assert.equal(exit, 0, `${argv.join(" ")}: ${out}${err}`);
    assert.ok(!existsSync(folder), `after ${argv.join(" ")}`);
  }
  assert.match((await cairn("status --state add-login --file brief.md")).out, /Add login/u);
  await ends(0, "archive --back add-login");
  assert.ok(existsSync(join(root, ".claude/iterative/add-login/state.json")));
});

test("drop lets the files of an archived run go, and nobody else's; the record stays, and unarchive draws them again", async (t) => {
  const { root, folder, cairn, ends } = await put(t);
  writeFileSync(join(folder, "mine.txt"), "mine");
  assert.match((await cairn("drop add-login")).err, /CONFIRMATION_MISSING/u);
  const dropped = await ends(0, "drop add-login --yes");
  assert.match(
    dropped.out,
    /files dropped[^]*[3-9] files removed; `cairn archive --back \S+` draws them again/u,
  );
  assert.deepEqual(readdirSync(folder), ["mine.txt"]);
  await ends(0, "verify");
  assert.match((await cairn("log add-login")).out, /FilesDropped/u);
  await ends(0, "archive --back add-login");
  const back = join(root, ".claude/iterative/add-login");
  assert.ok(existsSync(join(back, "state.json")) && existsSync(join(back, "mine.txt")));
  const live = await cairn("drop add-login --yes");
  assert.match(live.err, /`cairn archive add-login`/u);
});
