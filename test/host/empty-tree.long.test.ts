// Tests of the trial on an empty tree: recognises checks that can't fail, hides the real tree.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { isHollowProof } from "../../src/kit/check/hollow.ts";
import type { Check, Proof } from "../../src/core/job.ts";
import { type Bench, makeBench } from "./bench-job.ts";

const node = process.execPath;
type Command = Partial<Extract<Check, { argv: unknown }>>;

const project = async (t: TestContext): Promise<Bench> => {
  const bench = await makeBench(t);
  const files = {
    "package.json": '{ "name": "shop", "scripts": { "test": "node check.js" } }',
    "check.js": "process.exit(require('fs').existsSync('package.json') ? 0 : 1)",
    "sum.test.js": "require('node:test')('sums', () => {})",
    Makefile: "test:\n\t@true\n",
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(bench.root, path), text);
  await mkdir(join(bench.root, "src"));
  return bench;
};

const run = async (bench: Bench, argv: readonly string[], more: Command = {}): Promise<Proof> => {
  const { proofs } = await bench.host(
    await bench.spool({ checks: [{ argv, cwd: ".", env: {}, ms: 20_000, ...more }] }),
  );
  const [proof] = proofs ?? [];
  assert.ok(proof !== undefined);
  return proof;
};

test("commands that can't fail are known by passing on an empty tree", async (t) => {
  const bench = await project(t);
  for (const argv of [
    [node, "-e", "0"],
    [node, "-p", "1"],
    ["git", "--version"],
    ["test", "-d", "."],
    ["xargs", "true"],
    ["perl", "-e", "1"],
    ["ls"],
    ["true"],
  ]) {
    const proof = await run(bench, argv);
    assert.equal(proof.exit, 0, argv.join(" "));
    assert.ok(isHollowProof(proof), argv.join(" "));
  }
  assert.ok(
    isHollowProof(await run(bench, ["test", "-d", "."], { cwd: "src" })),
    "in a folder of the tree",
  );
});

test("a check of the work fails on an empty tree, by whatever path it is named", async (t) => {
  const bench = await project(t);
  for (const argv of [
    [node, "check.js"],
    [node, join(bench.root, "check.js")],
    ["make", "test"],
    ["make", "-C", bench.root, "test"],
    ["cat", "package.json"],
    [node, "--test"],
    ["sh", join(bench.root, "check.sh")],
    ["sh", "-c", `cd ${bench.root}; cat package.json`],
    ["sh", "-c", `cd "${bench.root}" && cat package.json`],
  ]) {
    await writeFile(join(bench.root, "check.sh"), "exit 0\n");
    const proof = await run(bench, argv);
    assert.equal(proof.exit, 0, `${argv.join(" ")}: ${proof.text}`);
    assert.ok(!isHollowProof(proof), `${argv.join(" ")}: ${JSON.stringify(proof.onEmpty)}`);
  }
  const byVariable = await run(bench, [node, "-e", "require(process.env.CHECK)"], {
    env: { CHECK: join(bench.root, "check.js") },
  });
  assert.ok(!isHollowProof(byVariable), "no variable leads back to the real tree");
});

test("nothing of the trial is left, and the real tree isn't touched by it", async (t) => {
  const bench = await project(t);
  // Trials of other tests come and go in the usual folder.
  const own = await mkdtemp(join(tmpdir(), "cairn-trials-"));
  const usual = process.env["TMPDIR"];
  process.env["TMPDIR"] = own;
  t.after(() => {
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
    return rm(own, { recursive: true, force: true });
  });
  const proof = await run(bench, [
    node,
    "-e",
    "const fs=require('fs'); fs.mkdirSync('made/deep',{recursive:true}); fs.writeFileSync('made/deep/x','')",
  ]);
  assert.ok(isHollowProof(proof));
  assert.deepEqual(readdirSync(own), []);
});

test("what a check does beside its tree stays in the trial's own folder", async (t) => {
  const bench = await project(t);
  const beside = join(tmpdir(), "cairn-trial-beside");
  await mkdir(beside, { recursive: true });
  t.after(() => rm(beside, { recursive: true, force: true }));
  await run(bench, ["sh", "-c", "rm -rf ../cairn-trial-beside"]);
  assert.ok(existsSync(beside));
});

test("a program that takes longer on the empty tree is ended, and isn't called hollow", async (t) => {
  const bench = await project(t);
  const waits = "if (!require('fs').existsSync('package.json')) setInterval(() => {}, 1000)";
  const proof = await run(bench, [node, "-e", waits], { ms: 1_500 });
  assert.deepEqual([proof.exit, proof.onEmpty?.exit], [0, null]);
});
