// Tests of the host with real agents that hang, die, flood or leave children behind.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Card } from "../../src/core/row.ts";
import { leftOver, makeBench } from "./bench-job.ts";

test("an agent edits real files and reports", async (t) => {
  const bench = await makeBench(t);
  await writeFile(join(bench.root, "a.txt"), "one\n");
  const steps = [
    { edit: { path: "a.txt", from: "one", to: "two" } },
    { write: { path: "new/b.txt", text: "b" } },
    { report: { is: "good" } },
  ];
  const entry = await bench.spool({ launch: await bench.script(steps) });
  const exit = await bench.host(entry);
  assert.deepEqual(
    { exit: exit.exit, reason: exit.reason, unstarted: exit.unstarted },
    { exit: 0, reason: "exit", unstarted: null },
  );
  assert.equal(await readFile(join(bench.root, "a.txt"), "utf8"), "two\n");
  assert.match(await bench.out(entry), /```cairn-report\n\{\n {2}"is": "good"\n\}\n```/u);
});

test("a brief reaches the agent byte for byte, and its job's identity stands in its environment", async (t) => {
  const bench = await makeBench(t);
  const brief = "$(touch x) `y` \"z\" 'w' \\ | & ; < > \n\t€ 𝄞 \u0007 end";
  const program =
    "const b=[];process.stdin.on('data',c=>b.push(c)).on('end',()=>{const e=process.env;console.log(JSON.stringify([Buffer.concat(b).toString('hex'),e.CAIRN_ROOT,e.CAIRN_RUN,e.CAIRN_JOB,e.CAIRN_TOKEN,e.CAIRN_LEDGER,e.NODE_TEST_CONTEXT??null]))})";
  const entry = await bench.spool({
    launch: {
      argv: [process.execPath, "-e", program],
      env: { CAIRN_JOB: "forged" },
      stdin: brief,
      cwd: ".",
    },
  });
  await bench.host(entry);
  const { lease, job } = entry.job;
  const said: unknown = JSON.parse(await bench.out(entry));
  assert.deepEqual(said, [
    Buffer.from(brief).toString("hex"),
    bench.root,
    "r1",
    job.key,
    lease.token,
    "memory:",
    null,
  ]);
});

test("a program that believes PWD more than where it is works in its job's folder all the same", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({
    launch: {
      argv: [process.execPath, "-p", "process.env.PWD"],
      env: { PWD: "/elsewhere" },
      stdin: null,
      cwd: ".",
    },
  });
  await bench.host(entry);
  assert.equal(await bench.out(entry), `${bench.root}\n`);
});

test("a brief is read from the spool and not from its host, which may be killed before it has handed over all of it", async (t) => {
  const bench = await makeBench(t);
  const program =
    "console.log(require('fs').fstatSync(0).isFile(), require('fs').readFileSync(0).length)";
  const entry = await bench.spool({
    launch: {
      argv: [process.execPath, "-e", program],
      env: {},
      stdin: "do this\n".repeat(100_000),
      cwd: ".",
    },
  });
  await bench.host(entry);
  assert.equal(await bench.out(entry), "true 800000\n");
});

test("an agent that hangs ends at its time limit", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({
    launch: await bench.script([{ print: "begun" }, { hang: true }]),
    ms: 700,
  });
  const exit = await bench.host(entry);
  assert.deepEqual({ exit: exit.exit, reason: exit.reason }, { exit: null, reason: "timeout" });
  assert.equal(await leftOver(bench, entry), 0);
});

test("one that is deaf to every kind signal is killed", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({
    launch: await bench.script([{ deaf: true }, { hang: true }]),
    ms: 700,
  });
  assert.equal((await bench.host(entry)).reason, "timeout");
  assert.equal(await leftOver(bench, entry), 0);
});

test("a flood ends at the byte limit, and no more than that is kept", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({
    launch: await bench.script([{ flood: 100_000_000 }]),
    bytes: 200_000,
  });
  const exit = await bench.host(entry);
  assert.equal(exit.reason, "flooded");
  assert.equal((await bench.out(entry)).length, 200_000);
});

test("a grandchild that holds the output open delays nothing and is ended", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({
    launch: await bench.script([{ grandchild: 60_000 }, { report: { is: "good" } }]),
  });
  const exit = await bench.host(entry);
  assert.deepEqual({ exit: exit.exit, reason: exit.reason }, { exit: 0, reason: "exit" });
  assert.ok(exit.ms < 5_000, `${exit.ms} ms`);
  assert.equal(await leftOver(bench, entry), 0);
});

test("a child in a session of its own is found and ended, by the agent's end and by a stop", async (t) => {
  const bench = await makeBench(t);
  const ended = await bench.spool({
    launch: await bench.script([{ escape: 60_000 }, { print: "bye" }]),
  });
  assert.equal((await bench.host(ended)).exit, 0);
  assert.equal(await leftOver(bench, ended), 0);
  const hung = await bench.spool({
    launch: await bench.script([{ escape: 60_000 }, { hang: true }]),
    ms: 700,
  });
  assert.equal((await bench.host(hung)).reason, "timeout");
  assert.equal(await leftOver(bench, hung), 0);
});

test("an exit code, a death by signal and a missing program are told apart", async (t) => {
  const bench = await makeBench(t);
  const seven = await bench.host(await bench.spool({ launch: await bench.script([{ exit: 7 }]) }));
  assert.deepEqual({ exit: seven.exit, reason: seven.reason }, { exit: 7, reason: "exit" });
  const died = await bench.host(
    await bench.spool({ launch: await bench.script([{ die: "SIGKILL" }]) }),
  );
  assert.deepEqual(
    { exit: died.exit, reason: died.reason, unstarted: died.unstarted },
    { exit: null, reason: "killed", unstarted: null },
  );
  const missing = await bench.host(
    await bench.spool({ launch: { argv: ["no-such-program"], env: {}, stdin: null, cwd: "." } }),
  );
  assert.match(missing.unstarted ?? "", /cannot be started: .*no-such-program/u);
});

test("an agent that never reads its brief does no harm", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({
    launch: { argv: ["true"], env: {}, stdin: "x".repeat(5_000_000), cwd: "." },
  });
  assert.equal((await bench.host(entry)).exit, 0);
});

test("a host that is asked to stop ends the whole tree and says so", async (t) => {
  const bench = await makeBench(t);
  const stop = new AbortController();
  const entry = await bench.spool({
    launch: await bench.script([
      { escape: 60_000 },
      { write: { path: "up", text: "" } },
      { hang: true },
    ]),
  });
  const hosted = bench.host(entry, { stop: stop.signal });
  while ((await readFile(join(bench.root, "up"), "utf8").catch(() => null)) === null)
    await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort();
  assert.equal((await hosted).reason, "killed");
  assert.equal(await leftOver(bench, entry), 0);
});

test("a host whose lease went to another ends its job", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({ launch: await bench.script([{ hang: true }]), leaseMs: 300 });
  const hosted = bench.host(entry);
  await bench.ledger.lease({ do: "end", run: "r1", token: entry.job.lease.token });
  assert.equal((await hosted).reason, "killed");
});

test("a host keeps its lease while its job goes on", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({ launch: await bench.script([{ sleep: 900 }]), leaseMs: 300 });
  assert.equal((await bench.host(entry)).reason, "exit");
  const [lease] = await bench.ledger.leases("r1");
  assert.ok(lease !== undefined && lease.until > entry.job.lease.until);
});

test("a host ends its job where the run is over and no runner is left to say so", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({ launch: await bench.script([{ hang: true }]) });
  const hosted = bench.host(entry);
  const card: Card = {
    run: "r1",
    protocol: "toy",
    origin: null,
    root: ".",
    place: ".toy",
    life: "over",
    phase: "",
    version: 1,
    head: "h",
    at: "2026-01-08T12:00:00.000Z",
    good: false,
  };
  const row = {
    run: "r1",
    version: 1,
    type: "Cancelled",
    data: "{}",
    at: card.at,
    by: '{"kind":"person","name":"ana"}',
    cause: "c",
    hash: "h",
  };
  await bench.ledger.append("r1", 0, [row], card);
  assert.equal((await hosted).reason, "killed");
});

test("only one host launches a job, and none once it was called off", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({
    launch: await bench.script([{ write: { path: "launched", text: "" } }]),
  });
  assert.equal(
    await bench.workspace.spool.host(entry.folder, { is: "void", why: "called off" }),
    true,
  );
  await assert.rejects(bench.host(entry), /no exit/u);
  await assert.rejects(readFile(join(bench.root, "launched")));
});

test("a ledger that can't be opened launches nothing and says why", async (t) => {
  const bench = await makeBench(t);
  const entry = await bench.spool({
    launch: await bench.script([{ write: { path: "launched", text: "" } }]),
  });
  const exit = await bench.host(entry, { ledger: () => Promise.reject(new Error("no room")) });
  assert.match(exit.unstarted ?? "", /ledger can't be opened: no room/u);
  await assert.rejects(readFile(join(bench.root, "launched")));
});

test("a host whose spool entry its own agent took away or obstructed waits for nothing", async (t) => {
  const bench = await makeBench(t);
  const plain = { env: {}, stdin: null, cwd: "." };
  const told = async (spoil: readonly string[], name: string): Promise<void> => {
    const entry = await bench.spool({ launch: { ...plain, argv: ["true"] } });
    const launch = { ...plain, argv: [...spoil, join(entry.folder, name)] };
    await writeFile(
      join(entry.folder, "job.json"),
      JSON.stringify({ ...entry.job, agent: { ...entry.job.agent, launch } }),
    );
    await bench.host(entry);
  };
  await assert.rejects(told(["mkdir"], "exit.json"), { code: "FOLDER_OBSTRUCTED" });
  await assert.rejects(told(["rm", "-r"], ""), /ENOENT/u);
});
