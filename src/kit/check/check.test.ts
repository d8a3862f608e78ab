// Tests of checks: exits, matches, test counts, hollow commands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hollowWords } from "./hollow.ts";
import { isRefusal } from "../../core/refusal.ts";
import { namesOnlyZeroTests } from "../../core/checks/zero-tests.ts";
import { type CheckInput, cut, hollow, judge, readCheck, runOf, sameCheck } from "./check.ts";
import type { Check } from "./shape.ts";

const no = { passed: false, captured: false, hollow: false };
const run = (check: Check, exit: number | null, text = "", why: string | null = null) =>
  judge(check, { exit, why, text });
const command: Check = { type: "command_output", command: "x" };
const suite: Check = { type: "test_result", command: "x" };

test("a command passes by its exit alone, and by its match if one is given", () => {
  assert.deepEqual(run(command, 0, "12 failed, FAILED, Error"), {
    passed: true,
    captured: false,
    hollow: false,
    why: null,
  });
  assert.deepEqual(run(command, 1), { ...no, why: "exit 1" });
  assert.equal(run({ ...command, exit: 3 }, 3).passed, true);
  assert.equal(run({ ...command, exit: 3 }, 0).passed, false);
  assert.equal(run({ ...command, match: "a.c" }, 0, "abc").passed, false);
  assert.equal(run({ ...command, match: "a.c" }, 0, "xa.cx").passed, true);
  assert.equal(run({ ...command, match: "ok" }, 1, "ok").passed, false);
});

test("an unknown exit is never a pass, and says why there is none", () => {
  assert.deepEqual(run(command, null), { ...no, why: "exit unknown" });
  assert.deepEqual(run(command, null, "ok", "timed out"), { ...no, why: "timed out" });
  assert.equal(run({ type: "file_content", path: "a" }, null, "x").passed, false);
});

const counts: readonly (readonly [string, boolean])[] = [
  ["ℹ tests 0\nℹ pass 0\nℹ fail 0", true],
  ["ℹ tests 5\nℹ pass 5\nℹ fail 0", false],
  ["# tests 0", true],
  ["Tests:       5 passed, 5 total", false],
  ["No tests found, exiting with code 0", true],
  ["collected 0 items\n\nno tests ran in 0.01s", true],
  ["5 passed in 0.12s", false],
  ["0 failed", false],
  ["all fine", false],
  ["running 0 tests\ntest result: ok. 0 passed; 0 failed", true],
  ["running 0 tests\nrunning 3 tests\ntest result: ok. 3 passed; 0 failed", false],
  ["?   shop/api [no test files]\nok  \tshop/auth\t0.012s", false],
  ["ok  \tshop/auth\t0.012s [no tests to run]", true],
  ["0 passing (2ms)", true],
  ["OK (5 tests, 10 assertions)", false],
  ["Tests run: 0, Failures: 0", true],
];
for (const [text, zero] of counts)
  test(`${zero ? "only zero counts" : "tests ran"}: ${JSON.stringify(text)}`, () => {
    assert.equal(namesOnlyZeroTests(text), zero);
    assert.equal(run(suite, 0, text).passed, !zero);
    assert.equal(run(command, 0, text).passed, !zero, "whatever its type");
  });

test("what passes on an empty tree, too, shows nothing", () => {
  const ran = { exit: 0, why: null, text: "ok" };
  const empty = (text: string) => judge(command, { ...ran, onEmpty: { exit: 0, text } });
  assert.deepEqual(empty("ok"), { ...no, hollow: true, why: hollowWords });
  assert.equal(judge(command, { ...ran, onEmpty: { exit: 1, text: "" } }).passed, true);
});

test("a file proves by being there with what it should hold", () => {
  const file: Check = { type: "file_content", path: "a", match: "x" };
  assert.equal(run(file, 0, "axb").passed, true);
  assert.equal(run(file, 0, "ab").passed, false);
  assert.equal(run({ type: "file_content", path: "a" }, 0, "").why, "the file is empty");
  assert.equal(run(file, null, "", "a folder").why, "a folder");
});

test("a picture is captured by its bytes, and proves nothing yet", () => {
  const picture: Check = { type: "screenshot", path: "a.png" };
  for (const bytes of [
    "\u0089PNG\r\n\u001A\n",
    "GIF89a",
    "RIFF\u0001\u0002\u0003\u0004WEBP",
    "\u00FF\u00D8\u00FF\u00E0",
  ])
    assert.deepEqual(run(picture, 0, bytes), {
      passed: false,
      captured: true,
      hollow: false,
      why: null,
    });
  assert.deepEqual(run(picture, 0, "a text named a.png"), {
    ...no,
    why: "no PNG, JPEG, WebP or GIF",
  });
});

test("only a person can say what is manual", () => {
  assert.equal(run({ type: "manual" }, 0).passed, false);
});

test("a check is read whole or refused", () => {
  const read = (input: CheckInput): unknown => {
    const check = readCheck(input, "~/u/shop/sessions/s");
    return isRefusal(check) ? check.code : check;
  };
  assert.deepEqual(read({ command: "npm test", exit: null }), {
    type: "command_output",
    command: "npm test",
  });
  assert.deepEqual(read({ path: "a.md", match: "x" }), {
    type: "file_content",
    path: "a.md",
    match: "x",
  });
  assert.deepEqual(read({ path: "~/u/shop/sessions/s/design.md" }), {
    type: "file_content",
    path: "~/u/shop/sessions/s/design.md",
  });
  assert.deepEqual(
    read({ path: "/home/ana/u/shop/sessions/s/design.md" }),
    { type: "file_content", path: "~/u/shop/sessions/s/design.md" },
    "as a brief names it; kept so that it fits another machine",
  );
  assert.equal(read({ path: "/home/ana/u/shop/sessions/s/../t" }), "PATH_OUTSIDE");
  assert.deepEqual(read({ type: "manual" }), { type: "manual" });
  assert.equal(read({}), "CHECK_UNPARSABLE");
  assert.equal(read({ type: "test_result", path: "a" }), "CHECK_UNPARSABLE");
  assert.equal(read({ type: "screenshot", command: "x" }), "CHECK_UNPARSABLE");
  assert.equal(read({ command: "a | b" }), "CHECK_UNPARSABLE");
  assert.deepEqual(read({ command: "a", match: "", timeout_s: 7_200 }), {
    type: "command_output",
    command: "a",
    timeout_s: 7_200,
  });
  for (const path of ["../a", "/etc/passwd", "~/a", "~/u/shop/sessions/s/../t"])
    assert.equal(read({ path }), "PATH_OUTSIDE", path);
});

test("criteria share a run where command, folder and environment are equal", () => {
  const key = (text: string, cwd?: string): string =>
    sameCheck({ type: "test_result", command: text, cwd });
  assert.equal(key("npm test"), key("npm  'test' 2>&1 | tail -5"));
  assert.equal(key("A=1 B=2 x"), key("B=2 A=1 x"));
  assert.equal(key("cd web && x"), key("x", "web"));
  assert.equal(key("npm run test -- -x"), key("npm test -- -x"));
  assert.notEqual(key("npm run tests"), key("npm test"));
  assert.notEqual(key("x"), key("x", "web"));
  assert.notEqual(key("A=1 x"), key("x"));
});

test("the engine runs a command, reads a file, and asks for the rest", () => {
  assert.deepEqual(runOf({ type: "test_result", command: "A=1 x y", cwd: "web" }, 9), {
    argv: ["x", "y"],
    cwd: "web",
    env: { A: "1" },
    ms: 9_000,
  });
  assert.deepEqual(runOf({ type: "screenshot", path: "a.png", timeout_s: 2 }, 9), {
    read: "a.png",
  });
  assert.equal(runOf({ type: "manual" }, 9), null);
  assert.deepEqual(
    [hollow({ type: "test_result", command: "true" }), hollow(command)],
    [true, false],
  );
});

test("long texts keep head and tail and say what is left out, and no character is split", () => {
  assert.equal(cut("a".repeat(2_000)), "a".repeat(2_000));
  const long = cut(`${"h".repeat(500)}${"m".repeat(100)}${"t".repeat(1_500)}`);
  assert.equal(long, `${"h".repeat(500)}\n[… 100 characters left out …]\n${"t".repeat(1_500)}`);
  assert.ok(cut("😀".repeat(2_000)).isWellFormed());
  assert.ok(cut(`a${"😀".repeat(2_000)}`).isWellFormed());
});
