// Tests of file overlap between tasks: paths, folders and globs.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { mayShare, sharedFile } from "./overlap.ts";

test("equal paths, folders with what lies in them, and globs that may meet share", () => {
  for (const [a, b] of [
    ["src/a.ts", "src/a.ts"],
    ["src", "src/deep/a.ts"],
    ["src/", "src/a.ts"],
    ["./src/a.ts", "src/a.ts"],
    ["src/*.ts", "src/a.ts"],
    ["src/*.ts", "src/a*"],
    ["**/*.test.ts", "src/deep/a.test.ts"],
    ["src/**", "**/a.ts"],
    ["src/{a,b}.ts", "src/b.ts"],
  ] as const)
    assert.ok(mayShare(a, b), `${a} and ${b}`);
});

test("paths that cannot be one do not", () => {
  for (const [a, b] of [
    ["src/a.ts", "src/b.ts"],
    ["src", "src2/a.ts"],
    ["src/*.ts", "src/a.js"],
    ["web/**", "src/**"],
    ["src/a*.ts", "src/b*.ts"],
  ] as const)
    assert.ok(!mayShare(a, b), `${a} and ${b}`);
});

test("tasks that declare nothing share nothing", () => {
  assert.equal(sharedFile(null, ["a"]), null);
  assert.equal(sharedFile(["a", "b"], ["b"]), "b");
});

test("a path always meets a glob that was made from it, either way round", () => {
  const part = fc.stringMatching(/^[a-z]{1,4}$/u);
  const globbed = fc.array(fc.tuple(part, fc.constantFrom("same", "*", "**", "head*", "*tail")), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(globbed, (parts) => {
      const path = parts.map(([name]) => name).join("/");
      const forms = {
        same: (name: string) => name,
        "*": () => "*",
        "**": () => "**",
        "head*": (name: string) => `${name.slice(0, 1)}*`,
        "*tail": (name: string) => `*${name.slice(-1)}`,
      };
      const glob = parts.map(([name, how]) => forms[how](name)).join("/");
      assert.ok(mayShare(path, glob) && mayShare(glob, path), `${path} and ${glob}`);
    }),
  );
});
