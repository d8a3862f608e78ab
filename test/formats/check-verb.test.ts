// Tests of `cairn check`: finding lines, exit codes, --json, no trace left.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { at, desk } from "../e2e/desk.ts";
import { example, workingFolder } from "./folders.ts";

const given = (t: TestContext) => {
  const made = desk(t, {
    "session.json": example,
    "package.json": '{"name": "x"}',
    "half.txt": "{",
  });
  return { ...made, left: (): boolean => existsSync(join(made.root, ".git/cairn")) };
};

test("findings as editors read them; warnings alone are exit 0, errors 5, and no ledger comes into being", async (t) => {
  const { root, cairn, left } = given(t);
  const warned = await cairn(["check", "session.json"]);
  assert.deepEqual([warned.exit, left()], [0, false]);
  assert.equal(
    warned.out,
    [
      "session.json:20:17: warning PHASE_MISMATCHED the phase is PLANNING, and task 1 was begun (/child_tasks/0/status)",
      "session.json:51:21: warning VERIFY_MISSING the verify task 5 isn't there; it is made (/verify_task_id)",
      "1 path checked: 0 errors, 2 warnings",
      "",
    ].join("\n"),
  );
  cpSync(workingFolder, join(root, "abc"), { recursive: true });
  writeFileSync(join(root, "abc", "tasks", "3.json"), '{\n  "id": "3",\n');
  const wrong = await cairn(["check", "session.json", "abc", join("abc", "tasks", "2.json")]);
  assert.deepEqual([wrong.exit, left()], [5, false]);
  const lines = wrong.out.trim().split("\n");
  for (const line of lines.slice(0, -1))
    assert.match(line, /^[^:]+:\d+:\d+: (?:error|warning) [A-Z_]+ \S.*$/, line);
  assert.ok(lines.some((line) => line.startsWith("abc/tasks/3.json:3:1: error FILE_BROKEN ")));
});

test("--json: ok and findings with all their keys", async (t) => {
  const { root, cairn } = given(t);
  const fine = await cairn(["check", "session.json", "--json"]);
  assert.equal(at(fine.json(), "ok"), true);
  assert.deepEqual(Object.keys(Object(at(fine.json(), "findings", 0))).toSorted(), [
    "code",
    "column",
    "line",
    "message",
    "path",
    "pointer",
    "severity",
  ]);
  writeFileSync(join(root, "half.json"), example.slice(0, 100));
  const bad = await cairn(["check", "half.json", "--json"]);
  assert.deepEqual([bad.exit, at(bad.json(), "ok")], [5, false]);
});

test("a path that isn't there is wrong usage; a file or folder of no format, a link and bytes that are no text are told plainly", async (t) => {
  const { root, cairn } = given(t);
  const missing = await cairn(["check", "session.json", "nowhere.json", "nor/here"]);
  assert.equal(missing.exit, 2);
  assert.match(missing.err, /^PATH_MISSING: nothing is there: nowhere\.json/);
  assert.match(missing.err, /nor\/here/);
  assert.equal((await cairn(["check"])).exit, 2);
  mkdirSync(join(root, "empty"));
  for (const path of ["package.json", "half.txt", "empty", "."]) {
    const { exit, out } = await cairn(["check", path]);
    if (path !== ".")
      assert.deepEqual([exit, out.split(" ").slice(1, 3)], [5, ["error", "FORMAT_UNKNOWN"]], path);
  }
  writeFileSync(join(root, "latin.json"), Uint8Array.from([0x7b, 0xe9, 0x7d]));
  assert.match(
    (await cairn(["check", "latin.json"])).out,
    /latin\.json:1:1: error FILE_BROKEN it is no UTF-8 text/,
  );
  symlinkSync("session.json", join(root, "linked.json"));
  assert.equal((await cairn(["check", "linked.json"])).exit, 0);
});

test("a part that is a symbolic link is told as not judged", async (t) => {
  const { root, cairn } = given(t);
  const session = join(root, "session");
  mkdirSync(session);
  writeFileSync(join(session, "session.json"), example);
  mkdirSync(join(root, "elsewhere"));
  symlinkSync(join(root, "elsewhere"), join(session, "tasks"));
  const { out } = await cairn(["check", "session"]);
  assert.match(
    out,
    /^session\/tasks:1:1: warning PART_UNREAD it is a symbolic link, which isn't followed: what is behind it was not judged$/m,
  );
  mkdirSync(join(root, "bare"));
  symlinkSync(join(root, "elsewhere"), join(root, "bare", "tasks"));
  assert.match(
    (await cairn(["check", "bare"])).out,
    /FORMAT_UNKNOWN[^]*bare\/tasks:1:1: warning PART_UNREAD/,
  );
});

test("neither a broken configuration nor a broken ledger keeps a document from being judged", async (t) => {
  const { root, cairn } = given(t);
  writeFileSync(join(root, "cairn.config.json"), "{ broken");
  mkdirSync(join(root, ".git/cairn"));
  writeFileSync(join(root, ".git/cairn/ledger.db"), "no database");
  assert.equal((await cairn(["check", "session.json"])).exit, 0);
});

test("control characters of a document reach no terminal", async (t) => {
  const { root, cairn } = given(t);
  writeFileSync(join(root, "session.json"), example.replace("PLANNING", "\\u001b[31mRED"));
  const { out } = await cairn(["check", "session.json"]);
  assert.ok(!out.includes("\u001b"), out);
});
