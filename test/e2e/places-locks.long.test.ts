// Tasks that each add a dependency: their manifests are merged, and lock files made anew by npm.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Desk, hostsWithin } from "./desk.ts";
import { auto, configure, criterion, landed, report, shop, type Steps } from "./places-shop.ts";
import { execFileSync } from "node:child_process";
import { git } from "./ground.ts";

hostsWithin();

const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const vendored = ["base", "even", "odd", "zero"];
const install = (name: string, how: string): Steps => [
  { run: ["npm", "install", how, "--no-audit", "--no-fund", `./vendor/${name}`] },
];
const needs = (name: string): string => `node -e "require('${name}')"`;

/** A package with a lock file and three dependencies in its own tree, one of them in use. */
const packages = (t: TestContext, workers: Readonly<Record<string, Steps>>): Desk => {
  const here = shop(t, workers, [criterion("1", needs("odd")), criterion("2", needs("even"))]);
  const put = (path: string, content: string): void =>
    writeFileSync(join(here.root, path), content);
  for (const name of vendored) {
    mkdirSync(join(here.root, "vendor", name), { recursive: true });
    put(`vendor/${name}/package.json`, text({ name, version: "1.0.0", main: "main.js" }));
    put(`vendor/${name}/main.js`, "");
  }
  put(".gitignore", ".cairn/\nplan.json\ncairn.config.json\nnode_modules\n");
  put(
    "package.json",
    text({
      name: "shop",
      version: "1.0.0",
      dependencies: { base: "file:vendor/base" },
      scripts: { test: "true", start: "true", build: "true", lint: "true" },
      devDependencies: { zero: "file:vendor/zero" },
    }),
  );
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--package-lock-only"], {
    cwd: here.root,
  });
  git(here, "add", "vendor", "package.json", "package-lock.json", ".gitignore");
  git(here, "commit", "--quiet", "-m", "packages");
  configure(here, {
    setup: {
      argv: ["npm", "ci", "--no-audit", "--no-fund"],
      inputs: ["package.json", "package-lock.json"],
      makes: ["node_modules"],
    },
    checks: [{ name: "base", argv: ["node", "-e", "require('base')"] }],
  });
  return here;
};

const lockedOf = (here: Desk): readonly string[] => {
  const lock: { readonly packages: object } = JSON.parse(landed(here, "package-lock.json"));
  return Object.keys(lock.packages).filter((path) => path.startsWith("node_modules/"));
};
const all = ["node_modules/base", "node_modules/even", "node_modules/odd", "node_modules/zero"];

test("two dependencies of which only the lock files conflict land without an agent: npm makes the lock file anew", async (t) => {
  const here = packages(t, {
    "1": [...install("odd", "--save"), report("1")],
    "2": [{ sleep: 1_500 }, ...install("even", "--save-dev"), report("2")],
    mend: [{ write: { path: "mended.txt", text: "an agent\n" } }],
  });
  const done = await here.ends(0, auto);
  assert.deepEqual(lockedOf(here), all);
  assert.doesNotMatch(done.out + done.err, /mend/u);
});

test("two dependencies that conflict in the manifest go to the agent with what setup made of the head; its lock file is made anew", async (t) => {
  const merged = text({
    name: "shop",
    version: "1.0.0",
    dependencies: { base: "file:vendor/base", even: "file:vendor/even", odd: "file:vendor/odd" },
    scripts: { test: "true", start: "true", build: "true", lint: "true" },
    devDependencies: { zero: "file:vendor/zero" },
  });
  const here = packages(t, {
    "1": [...install("odd", "--save"), report("1")],
    "2": [{ sleep: 1_500 }, ...install("even", "--save"), report("2")],
    mend: [
      {
        run: [
          "node",
          "-e",
          "require('odd'); JSON.parse(require('fs').readFileSync('package-lock.json'))",
        ],
      },
      { write: { path: "package.json", text: merged } },
    ],
  });
  await here.ends(0, auto);
  assert.deepEqual(lockedOf(here), all);
  assert.equal(landed(here, "package.json"), merged);
});

test("work with which setup fails costs its unit, not the run", async (t) => {
  const write = (path: string, content: string): Steps => [{ write: { path, text: content } }];
  const here = shop(
    t,
    {
      "1": [...write("lock.txt", "<<<<<<< HEAD\n"), report("1")],
      "2": [...write("two.txt", "2\n"), report("2")],
      mend: [],
    },
    [criterion("1", "test -e lock.txt"), criterion("2", "test -e two.txt")],
  );
  configure(here, { setup: { argv: ["sh", "-c", "test ! -e lock.txt"] } });
  const done = await here.ends(4, [...auto, "--max-attempts", "1"]);
  assert.match(
    done.out + done.err,
    /failed {3}1: [^\n]*its folder couldn't be made ready: `sh -c/u,
  );
  assert.equal(landed(here, "two.txt"), "2\n");
});
