// Tests of path patterns: meaning, and speed with hostile ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isNamed, isPlainPath, matches, matchesAny } from "./glob.ts";

const fits: readonly (readonly [glob: string, path: string, does: boolean])[] = [
  ["src/a.ts", "src/a.ts", true],
  ["src/a.ts", "src/a.tsx", false],
  ["src/a.ts", "src/aXts", false],
  ["src", "src/deep/a.ts", true],
  ["src/", "src/deep/a.ts", true],
  ["./src", "src/a.ts", true],
  ["src", "srcs/a.ts", false],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/deep/a.ts", false],
  ["src/*", "src/deep/a.ts", true],
  ["src/**", "src/deep/er/a.ts", true],
  ["src/**", "src", false],
  ["src/**/*.ts", "src/a.ts", true],
  ["src/**/*.ts", "src/deep/er/a.ts", true],
  ["**/*.test.*", "a.test.ts", true],
  ["**/*.test.*", "src/deep/a.test.mjs", true],
  ["**/test/**", "test/a.ts", true],
  ["**/test/**", "src/test/deep/a.ts", true],
  ["**/test/**", "src/latest/a.ts", false],
  ["src/?.ts", "src/a.ts", true],
  ["src/?.ts", "src/ab.ts", false],
  ["src/{a,b}.ts", "src/b.ts", true],
  ["src/{a,b}.ts", "src/c.ts", false],
  ["{src,lib}/{a,b}.ts", "lib/a.ts", true],
  ["a{b.ts", "a{b.ts", true],
  ["a+(b).ts", "a+(b).ts", true],
  ["pages/[id].ts", "pages/[id].ts", true],
  ["a\nb*", "a\nbc", true],
  ["*", ".hidden", true],
  ["*.{ts,js}", "deep/a.ts", false],
];

test("a pattern means the paths that its writer meant", () => {
  for (const [glob, path, does] of fits)
    assert.equal(matches(glob, path), does, `${glob} against ${path}`);
});

test("a hostile pattern is judged at once", { timeout: 10_000 }, () => {
  assert.equal(
    matches(`${"**/".repeat(12)}*a*a*a*a*b`, `${"d/".repeat(12)}${"a".repeat(60)}`),
    false,
  );
  assert.equal(matches(`${"**/x/".repeat(40)}y`, "x/".repeat(400)), false);
  assert.equal(matches("{a,b}".repeat(40), "c".repeat(40)), false);
});

test("of several patterns one is enough, and none fits nothing", () => {
  assert.equal(matchesAny(["x", "src/*.ts"], "src/a.ts"), true);
  assert.equal(matchesAny([], "src/a.ts"), false);
});

test("a path without signs is no pattern", () => {
  assert.equal(isPlainPath("src/a.ts"), true);
  assert.equal(isPlainPath("src/*.ts"), false);
});

test("a path is named by itself or by its folder, never by a pattern", () => {
  assert.equal(isNamed(["a/b.log"], "a/b.log"), true);
  assert.equal(isNamed(["data/"], "data/x/b.log"), true);
  assert.equal(isNamed(["data", "a/*.log", "**"], "a/b.log"), false);
});
