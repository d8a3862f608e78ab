// Tests of reading git's index files, as git itself writes them in each version.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { attributesIn, indexIn } from "./index-file.ts";

for (const format of ["sha1", "sha256"] as const)
  for (const version of ["2", "4"])
    test(`version ${version} with ${format}: files, but links, submodules and what isn't checked out`, (t) => {
      const root = mkdtempSync(join(tmpdir(), "cairn-"));
      t.after(() => rmSync(root, { recursive: true }));
      const git = (args: readonly string[], input = ""): string =>
        execFileSync("git", args, { cwd: root, input, encoding: "utf8" }).trim();
      git(["init", "-q", `--object-format=${format}`]);
      const id = git(["hash-object", "-w", "--stdin"], "x\n");
      const long = `${"d".repeat(300)}/.gitattributes`;
      const names = [
        ".gitattributes",
        "a/.gitattributes",
        "a/b",
        "a/not.gitattributes",
        long,
        "é z",
      ];
      const lines = names.map((name) => `100644 ${id}\t${name}\0`);
      const others = [`120000 ${id}\tlink\0`, `160000 ${id}\tmodule\0`, `100644 ${id}\tskipped\0`];
      git(["update-index", "-z", "--index-info"], [...lines, ...others].join(""));
      git(["update-index", "--index-version", version]);
      git(["update-index", "--skip-worktree", "skipped"]);
      writeFileSync(join(root, "seen.txt"), "seen\n");
      git(["update-index", "--add", "seen.txt"]);
      const bytes = readFileSync(join(root, ".git/index"));
      const { entries } = indexIn(bytes, format);
      const found = entries.map(({ name }) => Buffer.from(name, "latin1").toString());
      assert.deepEqual(found.toSorted(), [...names, "seen.txt"].toSorted());
      assert.equal(entries.find(({ name }) => name === "a/b")?.id, id);
      assert.equal(entries.find(({ name }) => name === "seen.txt")?.size, 5);
      assert.equal(attributesIn(bytes), null, "a long name, or a version that shortens names");
      git(["update-index", "--force-remove", long]);
      const short = attributesIn(readFileSync(join(root, ".git/index")));
      const wanted = [".gitattributes", "a/.gitattributes", "a/not.gitattributes"];
      assert.deepEqual(short, version === "4" ? null : wanted);
    });
