// Tests of adoption: originals byte for byte, broken work quarantined, dry run.
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { at, desk } from "../e2e/desk.ts";
import { example, filesBelow, variantFolder } from "./folders.ts";

/** A repository with a session folder of a variant where sessions lie. */
const given = (t: TestContext, name: string | null = null) => {
  const made = desk(t);
  const folder = join(made.folder, "sessions", "shop", "sessions", "abc");
  mkdirSync(folder, { recursive: true });
  if (name === null) writeFileSync(join(folder, "session.json"), example);
  else cpSync(variantFolder(name), folder, { recursive: true });
  const kept = (bytes: string | Uint8Array): string =>
    join(made.root, ".git/cairn/kept", digest(bytes).slice(0, 2), digest(bytes));
  return { ...made, session: folder, kept };
};
const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

test("a folder is adopted: originals kept byte for byte, broken work put aside with its reason, free files left alone", async (t) => {
  const { root, session, cairn, kept } = given(t, "5.0");
  const picture = Uint8Array.from([0x89, 0x50, 0xff, 0x00]);
  writeFileSync(join(session, "shot.png"), picture);
  const before = filesBelow(session);
  const adopted = await cairn(["adopt", session, "--json"]);
  assert.equal(adopted.exit, 0, adopted.out);
  const run = String(at(adopted.json(), "run"));
  for (const [path, text] of Object.entries(before))
    if (path !== "shot.png") assert.equal(readFileSync(kept(text), "utf8"), text, path);
  assert.deepEqual(Uint8Array.from(readFileSync(kept(picture))), picture);
  const aside = join(root, ".git/cairn/refused", run);
  assert.deepEqual(readdirSync(aside).sort(), [
    "1-3.json",
    "1-3.json.why.txt",
    "2-log.jsonl",
    "2-log.jsonl.why.txt",
    "3-context.json",
    "3-context.json.why.txt",
  ]);
  assert.equal(readFileSync(join(aside, "1-3.json"), "utf8"), before["tasks/3.json"]);
  assert.match(
    readFileSync(join(aside, "1-3.json.why.txt"), "utf8"),
    /^tasks\/3\.json: FILE_BROKEN/,
  );
  assert.equal(readFileSync(join(aside, "2-log.jsonl"), "utf8"), '{"task_id":"1","crit');
  const after = filesBelow(session);
  assert.deepEqual(Object.keys(after).sort(), [
    "context.json",
    "design.md",
    "evidence/log.jsonl",
    "exploration/exp-1.md",
    "session.json",
    "shot.png",
    "tasks/1.json",
    "tasks/2.json",
    "tasks/4.json",
    "tasks/verify.json",
  ]);
  for (const path of ["design.md", "evidence/log.jsonl", "exploration/exp-1.md"])
    assert.equal(after[path], before[path], path);
  for (const path of ["session.json", "tasks/1.json", "tasks/2.json"]) {
    const shown = await cairn(["show", run, "--file", path]);
    assert.equal(after[path], shown.out, path);
  }
  const log = await cairn(["log", run, "--json"]);
  assert.deepEqual(
    log.out
      .trim()
      .split("\n")
      .map((line) => at(JSON.parse(line), "type")),
    ["RunAdopted"],
  );
  assert.equal((await cairn(["verify", run])).exit, 0);
});

test("a dry adoption says the same and writes nothing at all", async (t) => {
  const { root, folder, session, cairn } = given(t, "5.0");
  const before = filesBelow(folder);
  const dry = await cairn(["adopt", session, "--dry-run", "--json"]);
  assert.deepEqual([dry.exit, existsSync(join(root, ".git/cairn"))], [0, false]);
  assert.deepEqual(filesBelow(folder), before);
  const text = await cairn(["adopt", session, "--dry-run"]);
  assert.match(text.out, /nothing was written/);
  assert.match(text.out, /tasks\/3\.json: FILE_BROKEN/);
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

test("refused, and nothing made: no folder, a folder of something else, a place that is no session's, a link where a file is to be written", async (t) => {
  const { root, folder, session, cairn } = given(t);
  const code = async (...argv: readonly string[]): Promise<readonly unknown[]> => {
    const { exit, err } = await cairn(["adopt", ...argv]);
    return [exit, err.split(":")[0]];
  };
  assert.deepEqual(await code(join(folder, "nowhere")), [2, "FOLDER_MISSING"]);
  assert.deepEqual(await code(join(session, "session.json")), [2, "FOLDER_MISSING"]);
  assert.deepEqual(await code(root), [2, "FORMAT_UNKNOWN"]);
  assert.deepEqual(await code(), [2, "USAGE"]);
  assert.deepEqual(await code(session, "--tasks", join(folder, "nowhere")), [2, "FOLDER_MISSING"]);
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "session.json"), example);
  assert.deepEqual(await code(elsewhere), [2, "PLACE_UNFIT"]);
  symlinkSync(elsewhere, join(session, "tasks"));
  assert.deepEqual(await code(session), [2, "FILE_BROKEN"]);
  assert.equal(existsSync(join(root, ".git/cairn")), false);
});

test("a link in the folder is never followed, and bytes that are no text stay where they are", async (t) => {
  const { folder, session, cairn } = given(t);
  writeFileSync(join(folder, "secret.md"), "theirs");
  symlinkSync(join(folder, "secret.md"), join(session, "design.md"));
  writeFileSync(join(session, "notes.md"), Uint8Array.from([0xff, 0xfe, 0x00]));
  const adopted = await cairn(["adopt", session, "--json"]);
  assert.equal(adopted.exit, 0, adopted.out);
  const listed = at(adopted.json(), "quarantined");
  assert.ok(Array.isArray(listed));
  assert.deepEqual(
    listed.map((one: unknown) => at(one, "path")),
    ["design.md", "notes.md"],
  );
  assert.equal(readFileSync(join(session, "design.md"), "utf8"), "theirs");
  assert.equal(readFileSync(join(session, "notes.md")).length, 3);
});

test("the verify task under another name, and a task under another's, are written where they belong", async (t) => {
  const { session, cairn } = given(t, "7.0");
  writeFileSync(
    join(session, "tasks", "old.json"),
    readFileSync(join(session, "tasks", "1.json"), "utf8").replace('"id": "1"', '"id": "7"'),
  );
  const adopted = await cairn(["adopt", session, "--json"]);
  assert.equal(adopted.exit, 0, adopted.out);
  assert.deepEqual(readdirSync(join(session, "tasks")).sort(), ["1.json", "7.json", "verify.json"]);
  const run = String(at(adopted.json(), "run"));
  const status = await cairn(["status", run, "--json"]);
  assert.equal(at(status.json(), "status"), "paused");
  // Nothing is taken for a hand edit afterwards.
  const log = await cairn(["log", run, "--json"]);
  assert.ok(!log.out.includes("EditRefused"));
  assert.ok(
    strings(at(adopted.json(), "corrections")).some((line) => line.startsWith("TASK_ID_INVALID")),
  );
});

test("a session without sound JSON is made anew of its tasks where that is asked; strayed tasks are taken by name", async (t) => {
  const { folder, session, cairn } = given(t, "5.0");
  writeFileSync(join(session, "session.json"), "{ half");
  const refused = await cairn(["adopt", session]);
  assert.equal(refused.exit, 2);
  assert.match(refused.err, /^FILE_BROKEN: .*session\.json line 1/s);
  const rebuilt = await cairn(["adopt", session, "--rebuild", "--goal", "Add JWT login", "--json"]);
  assert.equal(rebuilt.exit, 0, rebuilt.out);
  assert.equal(
    at(JSON.parse(readFileSync(join(session, "session.json"), "utf8")), "goal"),
    "Add JWT login",
  );
  const stray = join(dirname(session), "def");
  mkdirSync(stray);
  writeFileSync(
    join(stray, "session.json"),
    readFileSync(join(variantFolder("5.0"), "session.json")),
  );
  const tasks = join(folder, "strays");
  cpSync(join(variantFolder("5.0"), "tasks"), tasks, { recursive: true });
  const taken = await cairn(["adopt", stray, "--tasks", tasks, "--json"]);
  assert.equal(taken.exit, 0, taken.out);
  assert.deepEqual(readdirSync(join(stray, "tasks")).sort(), [
    "1.json",
    "2.json",
    "4.json",
    "verify.json",
  ]);
  assert.deepEqual(filesBelow(tasks), filesBelow(join(variantFolder("5.0"), "tasks")));
});
