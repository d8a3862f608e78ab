// List of files that can bend checks: tests, build and tool settings, for all protocols.
import type { Change } from "./protocol.ts";
import type { Path } from "./row.ts";

const testFolders = "test tests spec specs __tests__ __snapshots__ e2e cypress testdata".split(" ");
const testNames = [
  "*.test.* *.spec.* *.cy.* *.snap *.feature *_test.* *_spec.* *-test.* *-spec.* test_*.* test-*.* test.* tests.*",
  "*Test.java *Tests.java *Test.kt *Spec.kt *Spec.scala *Test.php *Test.cs *Tests.cs *Tests.swift",
].flatMap((line) => line.split(" "));

/** The same as globs. */
export const testGlobs: readonly string[] = [
  ...testNames.map((name) => `**/${name}`),
  ...testFolders.map((name) => `**/${name}/**`),
];

const buildFolders = [
  "script",
  "scripts",
  ".github",
  ".gitlab",
  ".circleci",
  ".ci",
  ".husky",
  ".mvn",
  ".cargo",
  "gradle",
];
const buildNames = [
  // Packages, their versions and sources.
  "package.json package-lock.json npm-shrinkwrap.json .npmrc pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.* yarn.lock .yarnrc*",
  "bun.lock* bunfig.toml deno.json* deno.lock jsr.json .nvmrc .node-version .tool-versions pyproject.toml setup.py setup.cfg",
  "requirements*.txt constraints*.txt poetry.lock uv.lock Pipfile* .python-version Cargo.toml Cargo.lock rust-toolchain* go.mod",
  "go.sum go.work* Gemfile* *.gemspec composer.json composer.lock pom.xml build.gradle* settings.gradle* gradle.properties",
  "build.sbt mix.exs mix.lock pubspec.* Package.swift *.csproj *.sln Directory.*.props nuget.config global.json environment.yml",
  // Settings of compilers, test runners and linters: vitest.config.ts, jest.config.js, babel.config.json and similar names.
  "*.config.* *.conf.js *.conf.ts *.conf.cjs *.conf.mjs tsconfig*.json jsconfig*.json .babelrc* .swcrc .mocharc* .nycrc* .c8rc*",
  ".taprc* .eslintrc* .eslintignore .oxlintrc* .prettierrc* biome.json* vitest.workspace.* conftest.py pytest.ini .pytest.ini",
  "tox.ini noxfile.py .coveragerc mypy.ini .flake8 ruff.toml .ruff.toml sitecustomize.py usercustomize.py *.pth .rspec",
  "phpunit.xml* clippy.toml rustfmt.toml .golangci.*",
  // Build tools.
  "Makefile makefile GNUmakefile *.mk CMakeLists.txt *.cmake meson.build Justfile justfile Rakefile Taskfile* BUILD BUILD.bazel",
  "WORKSPACE* MODULE.bazel .bazelrc turbo.json nx.json lerna.json *.sh *.bat *.ps1 Dockerfile* *.dockerfile docker-compose*",
  "compose.y*ml Vagrantfile Jenkinsfile .gitlab-ci.yml .travis.yml",
  // The environment, and git's rules for files.
  ".env .env.* .envrc .worktreeinclude .gitignore .gitattributes .gitmodules",
].flatMap((line) => line.split(" "));

const source = (name: string): string => name.replaceAll(/[.+]/gu, "\\$&").replaceAll("*", "[^/]*");
const matcher = (folders: readonly string[], names: readonly string[]): RegExp =>
  new RegExp(
    `(?:^|/)(?:(?:${folders.map(source).join("|")})/|(?:${names.map(source).join("|")})$)`,
    "u",
  );

const tests = matcher(testFolders, testNames);
const builds = matcher(buildFolders, buildNames);

export const isTestFile = (path: Path): boolean => tests.test(path);
export const isBuildFile = (path: Path): boolean => builds.test(path);
/** A change to this file may change the result of a check. */
export const isCheckFile = (path: Path): boolean => isTestFile(path) || isBuildFile(path);

const mostNamed = 50;
/** Changed files that can affect checks: existing tests, and everything that builds and runs them. Lists only the first ones. */
export const bentIn = (changed: readonly Change[]): readonly Path[] =>
  changed
    .filter(({ path, how }) => isBuildFile(path) || (how !== "added" && isTestFile(path)))
    .map(({ path }) => path)
    .slice(0, mostNamed);
