// Tests of adoption by the verb: originals byte for byte, nothing touched where it is refused, dry run.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { at, desk } from "../e2e/desk.ts";
import { example, filesBelow, workingFolder } from "./folders.ts";

/** A repository with a session folder where sessions lie. */
const given = (t: TestContext, from: string | null = null) => {
  const made = desk(t);
  const folder = join(made.folder, "sessions", "shop", "sessions", "abc");
  mkdirSync(folder, { recursive: true });
  if (from === null) writeFileSync(join(folder, "session.json"), example);
  else cpSync(from, folder, { recursive: true });
  const kept = (bytes: string | Uint8Array): string =>
    join(made.root, ".git/cairn/kept", digest(bytes).slice(0, 2), digest(bytes));
  return { ...made, session: folder, kept };
};

test("a folder is adopted: originals kept byte for byte, free files left alone", async (t) => {
  const { session, cairn, kept } = given(t, workingFolder);
  const picture = Uint8Array.from([0x89, 0x50, 0xff, 0x00]);
  writeFileSync(join(session, "shot.png"), picture);
  writeFileSync(join(session, "design.md"), "# Design\n");
  const before = filesBelow(session);
  const adopted = await cairn(["adopt", session, "--json"]);
  assert.equal(adopted.exit, 0, adopted.err || adopted.out);
  const run = String(at(adopted.json(), "run"));
  for (const [path, text] of Object.entries(before))
    if (path !== "shot.png") assert.equal(readFileSync(kept(text), "utf8"), text, path);
  assert.deepEqual(Uint8Array.from(readFileSync(kept(picture))), picture);
  const after = filesBelow(session);
  assert.deepEqual(Object.keys(after).toSorted(), Object.keys(before).toSorted());
  assert.equal(after["design.md"], before["design.md"]);
  for (const path of ["session.json", "tasks/1.json", "context.json"]) {
    const shown = await cairn(["status", "--state", run, "--file", path]);
    assert.equal(after[path], shown.out, path);
  }
  const log = (await cairn(["log", run, "--json"])).out.trim().split("\n");
  assert.deepEqual(
    log.map((line) => at(JSON.parse(line), "type")),
    ["RunAdopted"],
  );
  assert.equal((await cairn(["verify", run])).exit, 0);
});

test("a folder whose run is over is adopted as such, and nothing is said to come next", async (t) => {
  const { session, cairn } = given(t);
  const file = join(session, "session.json");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(/"phase": "\w+"/u, '"phase": "CANCELLED"'),
  );
  const { out } = await cairn(["adopt", session]);
  assert.match(out, /it is over; put it away: cairn archive \w+\n?$/u);
  assert.doesNotMatch(out, /next: cairn run/u);
});

test("a dry adoption says the same and writes nothing at all", async (t) => {
  const { root, folder, session, cairn } = given(t, workingFolder);
  const before = filesBelow(folder);
  const dry = await cairn(["adopt", session, "--dry-run", "--json"]);
  assert.deepEqual([dry.exit, existsSync(join(root, ".git/cairn"))], [0, false]);
  assert.deepEqual(filesBelow(folder), before);
  assert.match((await cairn(["adopt", session, "--dry-run"])).out, /nothing was written/);
  const real = await cairn(["adopt", session, "--json"]);
  for (const key of ["corrections", "quarantined"])
    assert.deepEqual(at(real.json(), key), at(dry.json(), key), key);
});

test("the published example is adopted where a person names the folder from elsewhere, through a link too", async (t) => {
  const { folder, session, cairn } = given(t);
  symlinkSync(join(folder, "sessions"), join(folder, "linked"));
  const adopted = await cairn(
    ["adopt", "../../linked/shop/sessions/abc", "--root", "..", "--json"],
    { cwd: join(folder, "shop", ".git") },
  );
  assert.equal(adopted.exit, 0, adopted.err || adopted.out);
  assert.equal(at(adopted.json(), "adopted", "folder"), session);
  const again = await cairn(["adopt", session]);
  assert.deepEqual([again.exit, again.err.split(":")[0]], [2, "FOLDER_TAKEN"]);
  const status = await cairn(["status", "abc", "--json"]);
  assert.equal(at(status.json(), "phase"), "PLANNING");
});

test("refused, and nothing made: no folder, another program's, another place, a broken file with its line, a link where a file is to be written", async (t) => {
  const { root, folder, session, cairn } = given(t);
  const code = async (...argv: readonly string[]): Promise<readonly unknown[]> => {
    const { exit, err } = await cairn(["adopt", ...argv]);
    return [exit, err.split(":")[0]];
  };
  assert.deepEqual(await code(join(folder, "nowhere")), [2, "FOLDER_MISSING"]);
  assert.deepEqual(await code(join(session, "session.json")), [2, "FOLDER_MISSING"]);
  assert.deepEqual(await code(root), [2, "FORMAT_UNKNOWN"]);
  assert.deepEqual(await code(), [2, "USAGE"]);
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "session.json"), example);
  assert.deepEqual(await code(elsewhere), [2, "PLACE_UNFIT"]);
  mkdirSync(join(session, "tasks"));
  writeFileSync(join(session, "tasks", "1.json"), '{\n  "id": "1",\n');
  const broken = await cairn(["adopt", session]);
  assert.match(broken.err, /^FILE_BROKEN: .*tasks\/1\.json line 3/s);
  writeFileSync(join(session, "tasks", "1.json"), "");
  symlinkSync(elsewhere, join(session, "tasks", "2.json"));
  assert.deepEqual(await code(session), [2, "FILE_BROKEN"]);
  assert.equal(existsSync(join(root, ".git/cairn")), false);
});

test("a link in the folder is never followed, and bytes that are no text stay where they are", async (t) => {
  const { folder, session, cairn } = given(t);
  writeFileSync(join(folder, "secret.md"), "theirs");
  symlinkSync(join(folder, "secret.md"), join(session, "other.md"));
  writeFileSync(join(session, "notes.md"), Uint8Array.from([0xff, 0xfe, 0x00]));
  const adopted = await cairn(["adopt", session, "--json"]);
  assert.equal(adopted.exit, 0, adopted.err || adopted.out);
  assert.equal(readFileSync(join(session, "other.md"), "utf8"), "theirs");
  assert.equal(readFileSync(join(session, "notes.md")).length, 3);
});
