// Tests of running checks on the host: exit, output, tree, limits; unknown is never a pass.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Check, Proof } from "../../src/core/job.ts";
import type { SpoolExit } from "../../src/workspace/workspace.ts";
import { makeBench } from "./bench-job.ts";
import type { Bench } from "./bench-job.ts";

const node = process.execPath;
const command = (
  argv: readonly string[],
  more: Partial<Extract<Check, { argv: unknown }>> = {},
): Check => ({
  argv,
  cwd: ".",
  env: {},
  ms: 10_000,
  ...more,
});
const run = async (
  bench: Bench,
  checks: readonly Check[],
  bytes = 10_000_000,
): Promise<SpoolExit & { readonly proofs: readonly Proof[] }> => {
  const exit = await bench.host(await bench.spool({ checks, bytes }));
  assert.ok(exit.proofs !== null, exit.unstarted ?? "no proofs");
  return { ...exit, proofs: exit.proofs };
};
const one = async (bench: Bench, check: Check, bytes?: number): Promise<Proof> => {
  const [proof] = (await run(bench, [check], bytes)).proofs;
  assert.ok(proof !== undefined);
  return proof;
};

test("a check is proved by its exit and its output", async (t) => {
  const bench = await makeBench(t);
  const first = await one(
    bench,
    command([node, "-e", "console.log('out'); console.error('err'); process.exit(3)"]),
  );
  assert.equal(first.exit, 3);
  assert.equal(first.why, null);
  assert.match(first.text, /out\n/u);
  assert.match(first.text, /err\n/u);
  assert.equal(first.bytes, 8);
  const kept = await bench.workspace.kept(first.digest);
  assert.equal(Buffer.from(kept ?? []).toString(), first.text);
});

test("an unknown exit is never a number", async (t) => {
  const bench = await makeBench(t);
  const why = async (check: Check, bytes?: number): Promise<string> => {
    const proof = await one(bench, check, bytes);
    assert.equal(proof.exit, null);
    return proof.why ?? "";
  };
  assert.equal(
    await why(command([node, "-e", "setInterval(() => {}, 1000)"], { ms: 300 })),
    "timed out",
  );
  assert.equal(
    await why(command([node, "-e", "process.kill(process.pid, 'SIGKILL')"])),
    "killed by SIGKILL",
  );
  assert.match(await why(command(["no-such-program"])), /^cannot be started: .*no-such-program/u);
  assert.match(await why(command(["true"], { cwd: "nowhere" })), /^cannot be started: .*nowhere/u);
  assert.match(await why(command(["true"], { cwd: ".." })), /^cannot be started/u);
  assert.equal(
    await why(command([node, "-e", "for (;;) console.log('flood'.repeat(100))"]), 50_000),
    "flooded",
  );
});

test("a test runner that ran no test is no pass, whatever its exit", async (t) => {
  const bench = await makeBench(t);
  const { exit, why, text } = await one(bench, command([node, "--test", "none/*.js"]));
  assert.match(text, /tests 0/u);
  assert.deepEqual([exit, why], [null, "no test ran"]);
});

test("nothing is expanded, and no shell is asked", async (t) => {
  const bench = await makeBench(t);
  const words = ["$HOME", "`id`", "*", "a;b", "x | y", ""];
  const proof = await one(
    bench,
    command([node, "-e", "console.log(JSON.stringify(process.argv.slice(1)))", ...words]),
  );
  assert.deepEqual(JSON.parse(proof.text), words);
});

test("a check's own environment counts, an outer job's or test run's does not reach it", async (t) => {
  const bench = await makeBench(t);
  const show =
    "console.log([process.env.MINE, process.env.CAIRN_TOKEN, process.env.CAIRN_JOB, process.env.NODE_TEST_CONTEXT].join())";
  assert.equal(
    (await one(bench, command([node, "-e", show], { env: { MINE: "yes" } }))).text,
    "yes,,,\n",
  );
});

test("a test run inside a test run really runs", async (t) => {
  const bench = await makeBench(t);
  await writeFile(
    join(bench.root, "bad.test.mjs"),
    'import { test } from "node:test"; test("bad", () => { throw new Error("no"); });',
  );
  assert.equal((await one(bench, command([node, "--test", "bad.test.mjs"]))).exit, 1);
});

test("of a long output the head and the tail are kept, and all of it is counted", async (t) => {
  const bench = await makeBench(t);
  const program =
    "console.log('FIRST'); for (let i = 0; i < 40000; i++) console.log('line '.repeat(20)); console.log('LAST')";
  const proof = await one(bench, command([node, "-e", program]));
  assert.equal(proof.exit, 0);
  assert.equal(proof.bytes, 6 + 40_000 * 101 + 5);
  assert.ok(Buffer.byteLength(proof.text) < 1_048_576 + 100);
  assert.match(proof.text, /^FIRST\n/u);
  assert.match(proof.text, /LAST\n$/u);
  assert.match(proof.text, /\[\d+ bytes left out\]/u);
});

test("credentials are gone before anything is hashed or kept", async (t) => {
  const bench = await makeBench(t);
  const token = `ghp_${"a1B2".repeat(9)}`;
  const proof = await one(bench, command(["echo", `token ${token}`]));
  assert.equal(proof.text, "token [redacted]\n");
  assert.equal(
    Buffer.from((await bench.workspace.kept(proof.digest)) ?? []).toString(),
    proof.text,
  );
});

test("a file is read as text or as bytes, and nothing outside is", async (t) => {
  const bench = await makeBench(t);
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x00]);
  await writeFile(join(bench.root, "text.md"), "ready\n");
  await writeFile(join(bench.root, "shot.png"), png);
  await mkdir(join(bench.root, "folder"));
  await symlink("/etc/hostname", join(bench.root, "link"));
  const [text, shot, folder, missing, outside, link] = (
    await run(
      bench,
      ["text.md", "shot.png", "folder", "missing", "../../x", "link"].map((path) => ({
        read: path,
      })),
    )
  ).proofs;
  assert.deepEqual(
    { exit: text?.exit, text: text?.text, cwd: text?.cwd, argv: text?.argv },
    { exit: 0, text: "ready\n", cwd: "text.md", argv: [] },
  );
  assert.equal(shot?.exit, 0);
  assert.equal(shot.bytes, png.length);
  assert.equal(shot.text, png.toString("latin1"));
  assert.deepEqual(Buffer.from((await bench.workspace.kept(shot.digest)) ?? []), png);
  for (const proof of [folder, missing, outside, link]) assert.equal(proof?.exit, null, proof?.cwd);
  assert.match(missing?.why ?? "", /no such file/u);
  assert.match(outside?.why ?? "", /cannot be read/u);
});

test("checks that are stopped half-way prove nothing", async (t) => {
  const bench = await makeBench(t);
  const stop = new AbortController();
  const hang = "require('fs').writeFileSync('up', ''); setInterval(() => {}, 1000)";
  const entry = await bench.spool({ checks: [command(["true"]), command([node, "-e", hang])] });
  const hosted = bench.host(entry, { stop: stop.signal });
  while (!existsSync(join(bench.root, "up")))
    await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort();
  const exit = await hosted;
  assert.deepEqual(
    { proofs: exit.proofs, reason: exit.reason },
    { proofs: null, reason: "killed" },
  );
});
