// Tests of causes in the words of real programs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { causeWords, failingPart, missingFiles, unrunOf, whyLines } from "./red-causes.ts";

const wordsOf = (said: string, fenced?: "online" | "offline"): string =>
  causeWords({ red: [{ name: "tests", said }], answered: false, fenced });

/** As printed by node 24, python 3.11, dash, bash, curl and coreutils. */
for (const [said, named] of [
  ["Error: Cannot find module 'left-pad'", "left-pad"],
  [
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad' imported from /x/a.mjs",
    "left-pad",
  ],
  ["ModuleNotFoundError: No module named 'requests'", "requests"],
  ["sh: 1: vitest: not found", "vitest"],
  ["bash: vitest: command not found", "vitest"],
  ["`vitset run`: cannot be started: spawn vitset ENOENT", "vitset"],
] as const)
  test(`setup is named for: ${said}`, () => {
    assert.match(wordsOf(said, "offline"), new RegExp(`^${named}: not found\\. .*\`setup\``, "u"));
    assert.equal(wordsOf(said, "offline").trim().split("\n").length, 1);
  });

for (const [said, named] of [
  ["Error: ENOENT: no such file or directory, open '/x/.env'", "/x/.env"],
  ["FileNotFoundError: [Errno 2] No such file or directory: '.env'", ".env"],
  ["cat: .env: No such file or directory", ".env"],
  ["sh: 0: cannot open /tmp/tool: No such file", "/tmp/tool"],
  ["Error: Cannot find module './settings.local.json'", "./settings.local.json"],
  ["sh: 1: cannot create /x/cache/a: Directory nonexistent", "/x/cache/a"],
  ["bwrap: execvp /tmp/tool: No such file or directory", "/tmp/tool"],
] as const)
  test(`a missing file is read from: ${said}`, () => {
    assert.deepEqual(missingFiles(said), [named]);
    assert.equal(wordsOf(said, "offline"), "", "nothing is said of a file that nobody has");
  });

for (const [said, named] of [
  ["Error: connect ECONNREFUSED 127.0.0.1:5432", "127.0.0.1:5432"],
  ["Error: getaddrinfo ENOTFOUND db.example", "db.example"],
  ["curl: (6) Could not resolve host: db.example", "db.example"],
  ["urllib.error.URLError: <urlopen error [Errno -2] Name or service not known>", "Name or"],
] as const)
  test(`the network is named for: ${said}`, () => {
    assert.ok(wordsOf(said, "offline").startsWith(named), wordsOf(said, "offline"));
    assert.match(wordsOf(said, "offline"), /have no network/u);
    assert.equal(wordsOf(said, "online") + wordsOf(said), "");
  });

for (const said of [
  "Error: EROFS: read-only file system, open '/opt/x'",
  "OSError: [Errno 30] Read-only file system: '/opt/x'",
  "touch: cannot touch '/opt/x': Read-only file system",
  "sh: 1: cannot create /opt/x: Read-only file system",
])
  test(`the path is named for: ${said}`, () => {
    assert.match(
      wordsOf(said, "online"),
      /^\/opt\/x: read-only within the fence\. .*`fence\.writes`/u,
    );
    assert.equal(wordsOf(said), "");
  });

test("an assertion names no cause, and only a check that never ran says so", () => {
  const said =
    "`npm test`: exit 1\nAssertionError: expected 1 to equal 2\n  user: not found in list";
  assert.equal(wordsOf(said, "offline"), "");
  assert.equal(unrunOf(said), null);
  assert.equal(
    unrunOf("`vitset run`: cannot be started: spawn vitset ENOENT\n"),
    "cannot be started: spawn vitset ENOENT",
  );
});

test("an output's lines from its first error on say why, not the usage at its end; else its last lines", () => {
  const composer =
    "Loading repositories\n\n  [RuntimeException]\n  shop/a is locked to 1.0\n\nupdate [--lock] [--] [<packages>...]\n";
  assert.equal(whyLines(composer, 2), "  [RuntimeException]\n  shop/a is locked to 1.0");
  assert.equal(whyLines("a\nb\nc\n", 2), "b\nc");
  assert.equal(whyLines("1 of 2\nAssertionError: no\n at x\n", 1), "AssertionError: no");
});

test("of a long output the failing part is shown, with its end, not what passed around it", () => {
  const passed = Array.from({ length: 200 }, (_, n) => `ok ${n} - takes error ${n}\n  ---\n  ...`);
  const failed = "not ok 200 - adds up\n  error: '2 == 3'";
  const tap = [...passed, failed, ...passed, "# fail 1"].join("\n");
  assert.match(failingPart(tap), /^not ok 200 - adds up\n.*2 == 3[^]*\n…\n[^]*# fail 1$/u);
  assert.ok(failingPart(tap).length < 2_010);
  assert.match(whyLines(tap, 12), /^not ok 200/u);
  assert.equal(failingPart("x".repeat(3_000)), "x".repeat(2_000));
  assert.equal(whyLines("one\n\nerror: two\nthree", 12), "one\nerror: two\nthree");
});
