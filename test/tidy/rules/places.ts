// Tidy rules against machine-specific paths and registries in committed files.
import { type Rule, each } from "../rule.ts";
import { isOurs } from "../source.ts";

const hosts = [
  "registry.npmjs.org",
  "verdaccio.example",
  "registry.yarnpkg.com",
  "npm.pkg.github.com",
  "artifactory.example",
  "registry.npmmirror.com",
];
const folders = ["work", "root", "Users"];
/** By their telling part: what stands before `.example`, or the whole. */
const host = new RegExp(
  hosts.map((name) => `\\b${name.replace(/\.example$/, "").replaceAll(".", "\\.")}\\b`).join("|"),
  "i",
);
const machine = new RegExp(folders.map((name) => `(^|[\\s"'\`(=:,])/${name}/`).join("|"));

const lines = (
  text: string,
  wrong: RegExp,
  say: string,
): readonly { line: number; text: string }[] =>
  text
    .split("\n")
    .flatMap((line, index) => (wrong.test(line) ? [{ line: index + 1, text: say }] : []));

export const places: readonly Rule[] = [
  {
    name: "hosts: no file names a package registry",
    find: each(
      (path) => !path.startsWith("test/tidy/rules/places"),
      ({ text }) =>
        lines(text, host, "names a registry's host: .npmrc keeps them out of the lock file"),
    ),
    bad: [
      { "package-lock.json": `"resolved": "https://${hosts[0]}/zod/-/zod.tgz"` },
      { ".npmrc": `registry=https://${hosts[1]}` },
    ],
    good: [{ "package-lock.json": '{ "packages": {} }' }],
  },
  {
    name: "machines: no file names a folder of one machine",
    find: each(
      (path) => !path.startsWith("test/tidy/rules/places"),
      ({ text }) => lines(text, machine, "names a folder of one machine"),
    ),
    bad: [
      { "docs/a.md": `see /${folders[1]}/x` },
      { "src/a.ts": `const a = "/${folders[0]}/main";` },
    ],
    good: [{ "src/a.ts": 'const a = "/tmp/x"; const b = "src/work/a.ts";' }],
  },
  {
    name: "tests: none is set apart or left for later",
    find: each(
      (path) => isOurs(path) && path.endsWith(".test.ts"),
      ({ text }) =>
        lines(
          text,
          /\b(test|it|describe)\.(only|skip|todo)\(|\b(only|todo): true\b/,
          "runs alone or never: a test that can't fail",
        ),
    ),
    bad: [
      { "src/a.test.ts": "test.only('x', () => {});" },
      { "src/a.test.ts": "test('x', { only: true }, () => {});" },
    ],
    good: [{ "src/a.test.ts": "test('x', () => {});" }],
  },
];
