// Tests of the list of check files: settings of tools, tests by folder and name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bentIn, isBuildFile, isCheckFile, isTestFile } from "./check-files.ts";

test("settings of package managers, test runners, compilers and linters are known wherever they lie", () => {
  for (const path of [
    ".npmrc",
    "conftest.py",
    "tests/unit/conftest.py",
    "vitest.config.ts",
    "packages/a/vitest.workspace.ts",
    "jest.config.js",
    "babel.config.json",
    ".babelrc",
    "pytest.ini",
    "tox.ini",
    "tsconfig.json",
    "tsconfig.build.json",
    "playwright.config.ts",
    "karma.conf.js",
    ".mocharc.yml",
    "package.json",
    "Cargo.toml",
    ".cargo/config.toml",
    "Makefile",
    "scripts/check.js",
    ".github/workflows/ci.yml",
    "tools/run.sh",
    ".env.test",
    ".gitattributes",
    "MAKEFILE",
    "shop-1.dist-info/entry_points.txt",
    "third_party/assert/assert.go",
    "src/node_modules/chai/index.js",
    "app.tsbuildinfo",
    ".githooks/pre-commit",
    ".vscode/tasks.json",
  ])
    assert.ok(isCheckFile(path), path);
});

test("a new test is the work, new settings among the tests aren't", () => {
  const added = (path: string) => ({ path, how: "added" }) as const;
  const paths = ["tests/test_b.py", "tests/conftest.py", "test/node_modules/chai/index.js"];
  assert.deepEqual(bentIn(paths.map(added)), paths.slice(1));
});

test("tests are known by folder and name", () => {
  for (const path of [
    "test/a.js",
    "src/a.test.ts",
    "pkg/a_test.go",
    "test_a.py",
    "src/__tests__/a.js",
    "spec/a_spec.rb",
  ])
    assert.ok(isTestFile(path) && isCheckFile(path), path);
  // Test files of `node --test`, Mocha, Django, JUnit, NUnit, PHPUnit, Cypress and Cucumber, and snapshots.
  for (const path of [
    "src/cart-test.js",
    "test.mjs",
    "src/test-cart.js",
    "a/tests.py",
    "src/CartTest.java",
    "CartTests.cs",
    "CartSpec.kt",
  ])
    assert.ok(isTestFile(path), path);
  for (const path of [
    "a/b.cy.ts",
    "b-spec.js",
    "shop/cart.feature",
    "src/__snapshots__/a.js.snap",
    "pkg/testdata/a.golden",
  ])
    assert.ok(isTestFile(path), path);
});

test("the work itself isn't among them", () => {
  for (const path of [
    "src/a.ts",
    "README.md",
    "docs/testing.md",
    "src/latest.ts",
    "src/config.ts",
    "contest.py",
    "docs/test-plan/a.md",
    "src/Contest.java",
    "src/fastest.js",
    "src/makefile.ts",
    "a.shx",
  ])
    assert.ok(!isCheckFile(path), path);
  assert.ok(!isBuildFile("src/a.test.ts"));
});

test("long hostile paths are read in bounded time", () => {
  const began = performance.now();
  for (const part of ["test_", "a.config.", "/", "docker-compose", "requirements"])
    isCheckFile(part.repeat(2_000));
  assert.ok(performance.now() - began < 1_000);
});
