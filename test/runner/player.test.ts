// Tests of player runs with a runner killed between any two steps, and of runs within runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import { Fault, isRefusal } from "../../src/core/refusal.ts";
import { player } from "../../src/protocols/player/index.ts";
import { followDown } from "../../src/runtime/send/children.ts";
import { drive } from "../../src/runtime/runner/drive.ts";
import type { DriveParts } from "../../src/runtime/runner/drive.ts";
import { checkpoint, cli, skill, templateOf } from "../fixtures/player.ts";
import { ana, go, run, settledWorld, soon } from "./story.ts";
import { landing, makeWorld, reportText } from "./world.ts";
import type { World } from "./world.ts";

const inner = templateOf("inner", [
  skill("I-001"),
  cli("I-002", { args_template: "after {I-001.session_id}" }),
]);
const gated = templateOf("gated", [skill("G-001"), checkpoint("CP-01", false), skill("G-002")]);
const nested = (name: string) => ({
  id: "N-002",
  type: "command",
  executor: "cairn:player",
  args_template: `${name} --context goal={goal}`,
});
const outer = (name: string): string =>
  templateOf("outer", [
    skill("N-001"),
    checkpoint("CP-01", true),
    nested(name),
    [skill("N-003a"), skill("N-003b")],
  ]);

const worldOf = (name: string): World => {
  const world = makeWorld();
  world.protocols = { player };
  world.disk = {
    ".workflow/templates/inner.json": inner,
    ".workflow/templates/gated.json": gated,
    ".workflow/templates/outer.json": outer(name),
  };
  return world;
};

/** The agent of a spool folder reports that its node is completed. */
const works = (world: World, folder: string): void => {
  const about = world.folders.get(folder)?.job.job.about;
  const data = isRecord(about) ? about : {};
  world.hostUp(folder);
  world.finish(folder, {
    out: `It is done.\n${reportText({ node: data["node"], attempt: data["attempt"], status: "completed", session_id: `S-${String(data["node"])}` })}`,
  });
};

const begin = async (parts: DriveParts): Promise<void> => {
  const data = { template: "outer", context: { goal: "x" }, run, session: "WFR-outer" };
  const sent = await parts.door({
    run,
    said: [{ command: { type: "Start", data }, by: ana }],
    birth: { protocol: landing(player), root: ".", origin: null },
  });
  assert.ok(!isRefusal(sent), JSON.stringify(sent));
};

const nodesOf = async (world: World, of: string, type: string): Promise<readonly string[]> =>
  (await world.ledger.read({ run: of }))
    .filter((row) => row.type === type)
    .map((row) => /"node":"([\w-]+)"/u.exec(row.data)?.[1] ?? "");
const children = async (world: World): Promise<readonly string[]> =>
  (await world.ledger.runs()).filter(({ origin }) => origin !== null).map((card) => card.run);

test("a child whose remote is away for a while is driven anew, and its parent goes on", async () => {
  const world = worldOf("inner");
  world.onStart = (folder) => works(world, folder);
  const parts = world.runner();
  await begin(parts);
  let failed = 0;
  const anchors: typeof parts.engine.workspace.anchors = async (of) => {
    if (of === run || failed === 2) return parts.engine.workspace.anchors(of);
    failed += 1;
    throw new Fault("REMOTE_FAILED", "origin can't be pushed to: away", "bring it back");
  };
  // Time goes on while it is waited for.
  const time = setInterval(() => void (world.now += 500), 2);
  const result = await go({
    ...parts,
    engine: { ...parts.engine, workspace: { ...parts.engine.workspace, anchors } },
  });
  clearInterval(time);
  assert.deepEqual([result.status, result.good, failed], ["ended", true, 2], result.summary);
});

test("a child's question is the child's own: its parent waits for it, and goes on once it is answered", async () => {
  const world = worldOf("gated");
  world.onStart = (folder) => works(world, folder);
  const parts = world.runner();
  await begin(parts);
  const waits = await go(parts);
  const [child = ""] = await children(world);
  assert.deepEqual(
    [waits.status, waits.waiting.map(({ key }) => key)],
    ["waiting", [`${child} ask-CP-01-1`]],
  );
  const answer = { type: "ResolveCheckpoint", data: { checkpoint: "CP-01", answer: "continue" } };
  assert.ok(!isRefusal(await parts.door({ run: child, said: [{ command: answer, by: ana }] })));
  assert.equal((await go(parts)).good, true);
});

test("story 13: pause, resume and cancel of a run reach the runs that it started, and a person's own pause stays", async () => {
  const world = worldOf("gated");
  world.onStart = (folder) => works(world, folder);
  const parts = world.runner();
  await begin(parts);
  await go(parts);
  const [child = ""] = await children(world);
  const say = async (of: string, type: string): Promise<string | undefined> => {
    assert.ok(
      !isRefusal(await parts.door({ run: of, said: [{ command: { type, data: {} }, by: ana }] })),
      type,
    );
    await followDown(parts, run);
    return (await world.ledger.runs({ run: child }))[0]?.phase;
  };
  assert.equal(await say(run, "Pause"), "PAUSED");
  assert.equal(await say(run, "Resume"), "RUNNING");
  assert.equal(await say(child, "Pause"), "PAUSED");
  assert.equal(await say(run, "Pause"), "PAUSED");
  assert.equal(await say(run, "Resume"), "PAUSED");
  assert.equal(await say(run, "Cancel"), "ABORTED");
});

test("the limit of agents at once holds for a run and the runs within it together, for a second runner too", async () => {
  const world = worldOf("inner");
  const group = [
    nested("inner"),
    { ...nested("inner"), id: "N-003" },
    skill("N-004a"),
    skill("N-004b"),
  ];
  world.disk = { ...world.disk, ".workflow/templates/outer.json": templateOf("outer", [group]) };
  let most = 0;
  let working = false;
  world.onStart = (folder) => {
    world.hostUp(folder);
    most = Math.max(most, world.folders.size);
    if (working) setImmediate(() => works(world, folder));
  };
  const first = world.runner({ agents: 2 });
  await begin(first);
  const away = new AbortController();
  const driven = drive(first, run, { hand: false, signal: away.signal });
  await soon(() => world.launched.length === 2);
  assert.deepEqual(world.launched, ["node:I-001:1", "node:I-001:1"]);
  away.abort();
  await driven;
  let found = 0;
  const result = await go(world.runner({ agents: 2 }), {
    progress: (told) => {
      if (told.is === "job" && told.what === "reattached") found += 1;
      if (found < 2 || working) return;
      working = true;
      for (const folder of world.folders.keys()) setImmediate(() => works(world, folder));
    },
  });
  assert.deepEqual([result.status, result.good, most], ["ended", true, 2]);
  assert.equal(world.launched.length, 6);
});

test("a node outside that is not told of in time is in doubt, though its lease was renewed; who brings it late is still heard", async () => {
  const world = worldOf("inner");
  const group = [skill("N-001a"), cli("N-001b"), skill("N-001c")];
  world.disk = { ...world.disk, ".workflow/templates/outer.json": templateOf("outer", [group]) };
  const parts = world.runner({ role: "hand" });
  await begin(parts);
  const bo = { name: "bo", agent: null, conversation: null };
  const taken = await world.ledger.lease({
    do: "take",
    run,
    job: "node:N-001a:1",
    holder: bo,
    ms: 60_000,
    host: "here",
  });
  assert.ok(taken.is === "granted");
  const { token, fence } = taken.lease;
  const by = { kind: "agent", name: "bo", job: "node:N-001a:1", fence } as const;
  const say = async (
    who: Parameters<typeof parts.door>[0]["said"][number]["by"],
    type: string,
    data: object,
  ): Promise<void> => {
    const sent = await parts.door({ run, said: [{ command: { type, data }, by: who }] });
    assert.ok(!isRefusal(sent), JSON.stringify(sent));
  };
  await say(by, "StartNode", { node: "N-001a", attempt: 1 });
  await say(ana, "StartNode", { node: "N-001b", attempt: 1, task: "t-1" });
  world.now += 3_599_000;
  assert.ok((await world.ledger.lease({ do: "renew", run, token, ms: 60_000 })).is === "granted");
  assert.equal((await go(parts)).status, "outside");
  assert.deepEqual(await nodesOf(world, run, "NodeDoubted"), []);
  world.now += 2_000;
  const late = await go(parts);
  assert.deepEqual(late.waiting.map(({ key }) => key).slice(0, 2), [
    "ask-N-001a-1",
    "ask-N-001b-1",
  ]);
  await go(parts);
  const doubts = (await world.ledger.read({ run })).filter((row) => row.type === "NodeDoubted");
  assert.deepEqual(
    doubts.map(({ data }) => /"node":"([\w-]+)".*"why":"(.*)"/u.exec(data)?.slice(1)),
    ["N-001a", "N-001b"].map((node) => [node, "its time of 3600 s is over"]),
  );
  await say(by, "FinishNode", { node: "N-001a", attempt: 1, result: { ok: true } });
  await say(ana, "FinishTask", { task: "t-1", exit: 0 });
  assert.deepEqual(await nodesOf(world, run, "NodeFinished"), ["N-001a", "N-001b"]);
});

test("what a dead runner left of a child that somebody else ended is put away by whoever drives its parent next", async () => {
  const world = worldOf("gated");
  const left: [string, NonNullable<ReturnType<World["folders"]["get"]>>][] = [];
  world.onStart = (folder) => {
    works(world, folder);
    const found = world.folders.get(folder);
    if (found !== undefined && found.job.run !== run) left.push([folder, { ...found }]);
  };
  const parts = world.runner();
  await begin(parts);
  await go(parts);
  assert.ok(
    !isRefusal(
      await parts.door({ run, said: [{ command: { type: "Cancel", data: {} }, by: ana }] }),
    ),
  );
  await followDown(parts, run);
  for (const [folder, entry] of left) world.folders.set(folder, entry);
  assert.equal(world.folders.size, 1);
  assert.equal((await go(world.runner())).status, "ended");
  await settledWorld(world);
});

test("a child that can't be started fails its node, with the refusal's words", async () => {
  const world = worldOf("no-such");
  world.onStart = (folder) => works(world, folder);
  const parts = world.runner();
  await begin(parts);
  const result = await go(parts);
  assert.deepEqual(
    [result.status, result.waiting.map(({ key }) => key)],
    ["waiting", ["ask-N-002-1"]],
  );
  assert.match(result.waiting[0]?.what ?? "", /TEMPLATE_UNKNOWN/u);
  assert.deepEqual(await children(world), []);
});
