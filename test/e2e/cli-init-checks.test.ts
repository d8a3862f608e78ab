// Checks that all work must pass, proposed where there is no doubt which they are, and only taken where somebody agreed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { columns } from "../../src/cli/terminal/layout.ts";
import { at, desk } from "./desk.ts";
import { config, onPath } from "./init-desk.ts";
import { configured } from "./ground.ts";

test("checks of all work are the repository's own checks where there is no doubt which they are; else it is said that there are none", async (t) => {
  const manifest = (scripts: Readonly<Record<string, string>>): string =>
    JSON.stringify({ scripts });
  const cases: readonly (readonly [
    files: Readonly<Record<string, string>>,
    gates: unknown,
    said: RegExp,
  ])[] = [
    [
      {
        "package.json": manifest({
          test: "node --test",
          lint: "eslint --fix .",
          typecheck: "tsc --noEmit",
        }),
        "pnpm-lock.yaml": "",
      },
      [
        { name: "types", argv: ["pnpm", "run", "typecheck"] },
        { name: "tests", argv: ["pnpm", "run", "test"] },
      ],
      /work counts once these pass: types \(pnpm run typecheck\), tests \(pnpm run test\)/u,
    ],
    [
      { "package.json": manifest({ test: 'echo "Error: no test specified" && exit 1' }) },
      undefined,
      /no check is configured.*surely/u,
    ],
    [
      { "package.json": manifest({ test: "x" }), "yarn.lock": "", "package-lock.json": "{}" },
      undefined,
      /no check is configured.*package-lock\.json and yarn\.lock lock the same packages/u,
    ],
    [
      { "package.json": manifest({ test: "x" }), Makefile: "test: all\n" },
      [{ name: "tests", argv: ["npm", "run", "test"] }],
      /not proposed: tests \(make test\) is there, too/u,
    ],
    [
      { Makefile: "all:\ncheck: all\ntest := 1\n" },
      [{ name: "tests", argv: ["make", "check"] }],
      /tests \(make check\)/u,
    ],
    [{ "Cargo.toml": "[package]", "Cargo.lock": "" }, undefined, /cargo is not on PATH/u],
    [{ "Cargo.toml": "[package]" }, undefined, /Cargo\.lock is missing/u],
    [
      { "pyproject.toml": "[tool.pytest.ini_options]\n" },
      [{ name: "tests", argv: ["pytest"] }],
      /tests \(pytest\)/u,
    ],
  ];
  for (const [files, gates, said] of cases) {
    const here = desk(t, files);
    const made = await here.ends(0, "init --yes", {
      env: onPath(here, "codex", "pnpm", "npm", "make", "pytest"),
    });
    assert.match(made.out, said);
    const written = config(here);
    assert.deepEqual(
      gates === undefined ? Object.keys(Object(written)) : at(written, "checks"),
      gates ?? ["agents", "roles"],
    );
  }
});

test("whoever sits there may do without gates, and a configuration that is there gets none that nobody asked for", async (t) => {
  const here = desk(t, { Makefile: "test:\n\ttrue\n" });
  const env = onPath(here, "codex", "make");
  const made = await here.cairn("init", { env, answers: ["1", "n"] });
  assert.match(made.err, /has make test\.[^]*work count only where it passes\? \[Y\/n\]/u);
  assert.match(made.out, /no check is configured.*found: tests \(make test\)/u);
  const again = await here.cairn("init --agent mine --argv mine --yes", { env });
  assert.deepEqual([again.exit, Object.keys(Object(config(here)))], [0, ["agents", "roles"]]);
});

test("what init tells fits the terminal, and no word of it is cut", async (t) => {
  const here = desk(t, { Makefile: "test:\n\ttrue\n" });
  const { out, err } = await here.cairn("init", {
    env: onPath(here, "codex", "make"),
    answers: ["1", ""],
    columns: 60,
  });
  for (const line of `${out}\n${err}`
    .replaceAll("] ", "]\n")
    .split("\n")
    // A command is never broken.
    .filter((one) => ![here.root, "/codex", "  cairn "].some((part) => one.includes(part))))
    assert.ok(columns(line) <= 60, line);
  assert.match(out, /in a\n {2}conversation of its own/u);
});

test("what locked packages need is made by setup; the checks serve iterative runs as their gates, unless these have some of their own", async (t) => {
  const manifest = JSON.stringify({
    scripts: { test: "node --test" },
    devDependencies: { left: "1.0.0" },
  });
  const here = desk(t, { "package.json": manifest, "package-lock.json": "{}", "agent.cjs": "" });
  const env = onPath(here, "codex", "npm");
  const made = await here.cairn("init", { env, answers: ["1", "", ""] });
  assert.match(made.err, /Shall npm ci make node_modules there\? \[Y\/n\]/u);
  assert.deepEqual(at(config(here), "setup"), {
    argv: ["npm", "ci"],
    inputs: ["package.json", "package-lock.json"],
    makes: ["node_modules"],
  });
  assert.match(made.out, /pass: tests \(npm run test\)\n[^]*made ready by: npm ci\n/u);
  const dry = ["run", "--later", "iterative", "Add login", "--slug", "a", "--dry-run"];
  assert.match((await here.cairn(dry, { env })).out, /gate tests: npm run test/u);
  const own = {
    ...Object(config(here)),
    iterative: { gates: [{ name: "lint", argv: ["npm", "run", "lint"] }] },
  };
  configured(here, own);
  const other = await here.cairn(dry, { env });
  assert.match(other.out, /gate lint: npm run lint/u);
  assert.doesNotMatch(other.out, /gate tests/u);
});

test("init says that runs begin from a commit, what a small goal is begun with, and where writing an agent is described", async (t) => {
  const here = desk(t, { "a.txt": "" });
  rmSync(join(here.root, ".git"), { recursive: true });
  execFileSync("git", ["init", "--quiet", here.root]);
  const env = onPath(here, "codex");
  const made = await here.cairn("init --yes", {
    env: { PATH: `${env["PATH"]}:${process.env["PATH"]}` },
  });
  assert.match(made.out, /no commit yet[^]*git add --all && git commit -m "Begin"/u);
  assert.match(made.out, /next: cairn run --light "GOAL"\n +for a larger goal: cairn help ways$/mu);
  const nobody = desk(t);
  const none = await nobody.cairn("init", { env: { PATH: nobody.folder } });
  assert.match(none.err, /^AGENT_MISSING[^]*how to write one: cairn help agents$/mu);
});
