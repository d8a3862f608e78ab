// What init proposes for the layouts of real repositories: checks, setup, and what it says of the rest.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { proposed } from "./found.ts";

const every =
  "npm pnpm yarn bun python3 pytest uv poetry go cargo mvn java gradle dotnet make".split(" ");

const find = (
  t: TestContext,
  files: Readonly<Record<string, string>>,
  programs: readonly string[] = every,
) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-found-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(`root/${path}`, text);
  for (const name of programs) {
    write(`bin/${name}`, "#!/bin/sh\n");
    chmodSync(join(folder, "bin", name), 0o755);
  }
  return proposed(join(folder, "root"), { PATH: join(folder, "bin") });
};
const tests = (...argv: readonly string[]) => ({ name: "tests", argv });
const manifest = (rest: Readonly<Record<string, unknown>>): string => JSON.stringify(rest);
const tested = manifest({ scripts: { test: "node --test" }, dependencies: { x: "1" } });
const member = { "packages/a/package.json": tested };
const plain = manifest({ workspaces: ["packages/*"] });

test("workspaces of packages: all manifests are inputs, every node_modules is kept, and tests run in all", (t) => {
  const makes = ["**/node_modules"];
  const pnpm = find(t, {
    ...member,
    "package.json": "{}",
    "pnpm-lock.yaml": "",
    "pnpm-workspace.yaml": "packages:\n  # ours\n  - 'packages/*'\n",
  });
  assert.deepEqual(pnpm.checks, [tests("pnpm", "--recursive", "--if-present", "run", "test")]);
  assert.deepEqual(pnpm.setup, {
    argv: ["pnpm", "install", "--frozen-lockfile"],
    inputs: ["**/package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"],
    makes,
  });
  const npm = find(t, { ...member, "package.json": plain, "package-lock.json": "{}" });
  assert.deepEqual(npm.checks, [tests("npm", "run", "test", "--workspaces", "--if-present")]);
  assert.deepEqual(npm.setup?.makes, makes);
  const yarn = find(t, { ...member, "package.json": plain, "yarn.lock": "" });
  assert.deepEqual(yarn.setup?.argv, ["yarn", "install", "--frozen-lockfile"]);
  const berry = { ...member, "package.json": plain, "yarn.lock": "" };
  const plugged = find(t, { ...berry, "yarn.lock": "# yarn\n\n__metadata:\n  version: 8\n" });
  assert.deepEqual(
    [plugged.checks[0]?.argv.slice(0, 3), plugged.setup?.argv, plugged.setup?.makes],
    [["yarn", "workspaces", "foreach"], ["yarn", "install", "--immutable"], []],
  );
  const linked = find(t, { ...berry, ".yarnrc.yml": "nodeLinker: node-modules\n" });
  assert.deepEqual(linked.setup?.makes, makes);
  const bun = find(t, { ...member, "package.json": plain, "bun.lock": "" });
  assert.deepEqual(bun.checks, [tests("bun", "run", "--filter", "*", "test")]);
});

test("where the packages' own scripts may make more than node_modules, setup runs for each checkout", (t) => {
  const made = (prepare: string) =>
    find(t, {
      "package.json": manifest({ scripts: { prepare }, devDependencies: { x: "1" } }),
      "package-lock.json": "{}",
    }).setup?.makes;
  assert.deepEqual(made("husky"), ["node_modules"]);
  assert.deepEqual(made("tsc -p ."), []);
  assert.deepEqual(made("husky && tsc -p ."), []);
});

const venv = (packages: string) => [
  "sh",
  "-c",
  `python3 -m venv .venv && echo '*' > .venv/.gitignore && .venv/bin/python -m pip install --quiet ${packages}`,
];

test("Python: uv, poetry, requirements, a package, and bare tests by unittest or pytest", (t) => {
  const unit = { "tests/test_a.py": "import unittest\n" };
  assert.deepEqual(find(t, unit), {
    checks: [tests("python3", "-m", "unittest", "discover", "-s", "tests")],
    setup: null,
    doubts: [],
  });
  const inPackage = find(t, { ...unit, "tests/__init__.py": "" });
  assert.deepEqual(inPackage.checks, [tests("python3", "-m", "unittest", "discover")]);
  const bare = { "tests/test_a.py": "def test_a(): pass\n" };
  assert.deepEqual(find(t, bare).checks, [tests("python3", "-m", "pytest")]);
  assert.deepEqual(find(t, bare, ["python3"]).setup?.argv, venv("pytest"));
  const listed = find(t, { ...bare, "requirements.txt": "flask\n" });
  assert.deepEqual(listed.checks, [tests(".venv/bin/python", "-m", "pytest")]);
  assert.deepEqual(
    [listed.setup?.argv, listed.setup?.makes],
    [venv("-r requirements.txt pytest"), [".venv"]],
  );
  const project = `[build-system]\n[project.optional-dependencies]\ndev = ["pytest"]\n`;
  const extra = find(t, { ...bare, "pyproject.toml": project });
  assert.deepEqual(extra.setup?.argv, venv('-e ".[dev]"'));
  const uv = find(t, { ...bare, "pyproject.toml": "[project]\n", "uv.lock": "" });
  assert.deepEqual(
    [uv.checks, uv.setup?.argv],
    [[tests("uv", "run", "--no-sync", "pytest")], ["uv", "sync", "--frozen"]],
  );
  const poetry = find(t, { ...bare, "pyproject.toml": "[tool.poetry]\n", "poetry.lock": "" });
  assert.match(String(poetry.setup?.argv), /^env,POETRY_VIRTUALENVS_IN_PROJECT=true,poetry,/u);
});

test("Go, Rust, Maven, Gradle and .NET, with and without a Makefile beside", (t) => {
  const go = find(t, { "go.mod": "module x\n", "go.sum": "x\n" });
  assert.deepEqual(
    [go.checks, go.setup?.argv],
    [[tests("go", "test", "./...")], ["go", "mod", "download"]],
  );
  assert.equal(find(t, { "go.mod": "module x\n" }).setup, null);
  const work = find(t, { "go.work": "go 1.22\nuse (\n\t./a\n\t./b // two\n)\n" });
  assert.deepEqual(
    work.checks.map(({ name, cwd }) => [name, cwd]),
    [
      ["a tests", "a"],
      ["b tests", "b"],
    ],
  );
  const rust = find(t, {
    "Cargo.toml": "[workspace]\n",
    "Cargo.lock": "",
    Makefile: "test:\n\tcargo test\n",
  });
  assert.deepEqual(rust.checks, [tests("cargo", "test", "--locked", "--workspace")]);
  assert.match(String(rust.doubts), /make test/u);
  const library = find(t, { "Cargo.toml": "[package]\n", ".gitignore": "/target\n/Cargo.lock\n" });
  assert.deepEqual(
    [library.checks, library.setup?.makes],
    [[tests("cargo", "test")], ["Cargo.lock"]],
  );
  assert.deepEqual(find(t, { "pom.xml": "" }).checks, [tests("mvn", "-B", "test")]);
  assert.deepEqual(find(t, { "pom.xml": "", mvnw: "" }).checks, [tests("./mvnw", "-B", "test")]);
  const gradle = find(t, { "build.gradle.kts": "", gradlew: "" });
  assert.deepEqual(gradle.checks, [tests("./gradlew", "--no-daemon", "test")]);
  assert.match(
    String(find(t, { "build.gradle": "", gradlew: "" }, []).doubts),
    /java is not on PATH/u,
  );
  const dotnet = find(t, { "App.sln": "", "App/App.csproj": "" });
  assert.deepEqual(dotnet.checks, [tests("dotnet", "test", "--no-restore", "App.sln")]);
});

test("projects in folders: each check in its own, one setup for all", (t) => {
  const both = find(t, {
    "web/package.json": tested,
    "web/package-lock.json": "{}",
    "api/go.mod": "module x\n",
    "api/go.sum": "x\n",
    "web/node_modules/y/package.json": tested,
    "examples/z/package.json": tested,
  });
  assert.deepEqual(both.checks, [
    { name: "api tests", argv: ["go", "test", "./..."], cwd: "api" },
    { name: "web tests", argv: ["npm", "run", "test"], cwd: "web" },
  ]);
  assert.deepEqual(both.setup, {
    argv: ["sh", "-c", "(cd api && go mod download) && (cd web && npm ci)"],
    inputs: ["api/go.mod", "api/go.sum", "web/package.json", "web/package-lock.json"],
    makes: [],
  });
  const one = find(t, { "my app/package.json": tested, "my app/package-lock.json": "{}" });
  assert.deepEqual(one.setup, {
    argv: ["npm", "ci"],
    cwd: "my app",
    inputs: ["my app/package.json", "my app/package-lock.json"],
    makes: ["my app/node_modules"],
  });
});

test("a named pipe where a manifest would be is no manifest", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-found-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["package.json", "go.mod", "Makefile"])
    execFileSync("mkfifo", [join(folder, name)]);
  const look = `import(process.argv[1]).then(({ proposed }) => proposed(process.argv[2], {}))`;
  const words = ["-e", look, join(import.meta.dirname, "found.ts"), folder];
  execFileSync(process.execPath, words, { timeout: 20_000 });
});
