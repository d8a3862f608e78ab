// What a setup made, kept and copied by patterns: links as they are, through none, over no file of the commit.
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { copySetup, keepSetup, made } from "../../../src/workspace/places/copy-setup.ts";

const makes = ["**/node_modules", "packages/*/dist"];
const scene = (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-setup-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const link = (path: string, to: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(to, join(folder, path));
  };
  for (const tree of ["one", "two"]) {
    write(`${tree}/packages/a/package.json`, "{}");
    write(`${tree}/fixtures/node_modules/x/index.js`, `${tree}\n`);
  }
  const there = made(join(folder, "one"), makes);
  write("one/node_modules/.pnpm/x@1/node_modules/x/index.js", "x\n");
  link("one/packages/a/node_modules/x", "../../../node_modules/.pnpm/x@1/node_modules/x");
  write("one/packages/a/dist/a.js", "a\n");
  write("one/left.txt", "no part of it");
  return { folder, there, write, link, at: (path: string) => join(folder, path) };
};

test("what patterns match is kept and put into the next checkout, its links as they are", async (t) => {
  const { at, there } = scene(t);
  assert.deepEqual(there, ["fixtures/node_modules"]);
  assert.equal(await copySetup([at("kept")], at("two"), makes), false);
  await keepSetup(at("one"), at("kept"), makes, there);
  assert.deepEqual(made(at("kept/tree"), makes).toSorted(), [
    "node_modules",
    "packages/a/dist",
    "packages/a/node_modules",
  ]);
  assert.equal(await copySetup([at("kept")], at("two"), makes), true);
  const linked = at("two/packages/a/node_modules/x");
  assert.equal(readlinkSync(linked), "../../../node_modules/.pnpm/x@1/node_modules/x");
  assert.equal(readFileSync(join(linked, "index.js"), "utf8"), "x\n");
  assert.equal(readFileSync(at("two/packages/a/dist/a.js"), "utf8"), "a\n");
  assert.equal(readFileSync(at("two/fixtures/node_modules/x/index.js"), "utf8"), "two\n");
  assert.equal(existsSync(at("two/left.txt")), false);
});

test("nothing is kept of a setup that made only a part, and an earlier result stays", async (t) => {
  const { at, there } = scene(t);
  await keepSetup(at("one"), at("kept"), [...makes, "target"], there);
  assert.equal(existsSync(at("kept")), false);
  await keepSetup(at("one"), at("kept"), makes, there);
  await keepSetup(at("one"), at("kept"), [...makes, "target"], there);
  assert.equal(existsSync(at("kept/tree/packages/a/dist/a.js")), true);
});

test("a link of the commit in a folder's place leads nothing out of the checkout", async (t) => {
  const { at, there, write, link } = scene(t);
  await keepSetup(at("one"), at("kept"), makes, there);
  write("home/node_modules/mine.js", "mine\n");
  rmSync(at("two/packages"), { recursive: true });
  link("two/packages/a", "../../home");
  assert.equal(await copySetup([at("kept")], at("two"), makes), false);
  assert.equal(await copySetup([at("kept")], at("two"), ["packages/a/node_modules"]), false);
  assert.equal(readFileSync(at("home/node_modules/mine.js"), "utf8"), "mine\n");
  assert.equal(existsSync(at("home/node_modules/x")), false);
});

test("a file of the commit stays where a kept one would take its place", async (t) => {
  const { at, there, write } = scene(t);
  await keepSetup(at("one"), at("kept"), makes, there);
  write("two/packages/a/dist/a.js", "committed\n");
  assert.equal(await copySetup([at("kept")], at("two"), makes), true);
  assert.equal(readFileSync(at("two/packages/a/dist/a.js"), "utf8"), "committed\n");
  assert.equal(lstatSync(at("two/packages/a/node_modules/x")).isSymbolicLink(), true);
});

test("what names the folder where it was made names the one that it is copied to", async (t) => {
  const { at, there, write, link } = scene(t);
  write("one/node_modules/run", `#!${at("one")}/bin/x\n\xff`);
  chmodSync(at("one/node_modules/run"), 0o755);
  utimesSync(at("one/node_modules/run"), 1_000_000_000, 1_000_000_000);
  link("one/node_modules/own", `${at("one")}/packages/a`);
  link("one/node_modules/other", `${at("one-more")}/x`);
  await keepSetup(at("one"), at("kept"), makes, there);
  assert.equal(await copySetup([at("kept")], at("two"), makes), true);
  assert.equal(readFileSync(at("two/node_modules/run"), "utf8"), `#!${at("two")}/bin/x\n\xff`);
  const { mode, mtimeMs } = lstatSync(at("two/node_modules/run"));
  assert.deepEqual([mode & 0o777, mtimeMs], [0o755, 1_000_000_000_000]);
  assert.equal(readlinkSync(at("two/node_modules/own")), `${at("two")}/packages/a`);
  assert.equal(readlinkSync(at("two/node_modules/other")), `${at("one-more")}/x`);
});

test("what lies behind a link in a folder's place is never kept: it may be anybody's", async (t) => {
  const { at, write, link } = scene(t);
  write("private/made/secret", "a key");
  link("one/web", "../private");
  assert.deepEqual(made(at("one"), ["web/made"]), []);
  await keepSetup(at("one"), at("kept"), ["web/made"], []);
  assert.equal(existsSync(at("kept")), false);
});
