// Why: what carries work between machines may be slow, fail or hang: neither the runner nor other machines may be held up by it for longer than it takes.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { at, coming, git, type Place, ready, retry, scene, share, work } from "./clones.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { spoolJob } from "../contract/workspace-spool-job.ts";
import { begun, count, go, history, run, settledWorld, soon } from "./story.ts";
import { makeWorld } from "./world.ts";

test("what a job left is sent on and brought to the other machine, by the operator's own programs", async (t) => {
  const { a, b, told } = await scene(t, { pull: ["git", "pull", "-q"], push: ["git", "push", "-q", "origin", "HEAD"] });
  const commit = await work(a.root);
  await told(commit);
  await share(a, at(1));
  // Not while agents are at work in the tree.
  assert.match((await ready(b, at(1), true)) ?? "", /lacks the commit/);
  assert.notEqual(git(b.root, "rev-parse", "HEAD"), commit);
  assert.equal(await ready(b, at(1), false), null);
  assert.equal(git(b.root, "rev-parse", "HEAD"), commit);
  assert.deepEqual([...a.warned], []);
});

test("what can't be brought begins nothing, what can't be sent is tried again, and each is told once", async (t) => {
  const { a } = await scene(t, {
    pull: ["sh", "-c", "echo no network; exit 3"],
    push: ["sh", "-c", "test -e open || { echo closed; exit 1; }; touch sent"],
  });
  const why = await ready(a, at(1), false);
  assert.match(why ?? "", /^what others did can't be brought here: `sh -c .*` ended with 3: no network$/);
  await share(a, at(1));
  a.clock.advance(11_000);
  assert.equal(await ready(a, at(1), false), why);
  await retry(a, at(1), true);
  assert.deepEqual(
    a.warned.map((text) => text.slice(0, 32)),
    ["what others did can't be brought", "what was done here isn't sent on"],
  );
  await writeFile(join(a.root, "open"), "");
  a.clock.advance(11_000);
  await retry(a, at(1), true);
  assert.equal(a.warned.at(-1), "what was done here is sent on now");
  assert.ok(existsSync(join(a.root, "sent")));
});

test("what others sent on first is brought, and ours follows, though nothing is to begin here", async (t) => {
  const { a, b } = await scene(t, {
    pull: ["git", "-c", "user.email=a@b", "-c", "user.name=a", "pull", "-q", "--no-rebase"],
    push: ["git", "push", "-q", "origin", "HEAD"],
  });
  const first = await work(a.root);
  git(b.root, "commit", "-q", "--allow-empty", "-m", "beside");
  const second = git(b.root, "rev-parse", "HEAD");
  assert.equal(await ready(b, at(0), false), null);
  await share(a, at(1));
  await share(b, at(1));
  assert.notEqual(git(a.root, "ls-remote", "origin", "HEAD").split("\t")[0], second);
  await retry(b, at(1), false);
  const sent = git(a.root, "ls-remote", "origin", "HEAD").split("\t")[0] ?? "";
  for (const commit of [first, second]) git(b.root, "merge-base", "--is-ancestor", commit, sent);
  assert.deepEqual([...b.warned], [], "others who were first are no trouble");
});

test("while others' work is being brought nobody is held up, and nothing begins in the tree, whichever run it is of", async (t) => {
  const { b } = await scene(t, { pull: ["sh", "-c", "until test -e go; do sleep 0.02; done"] });
  b.room.count("a", 0);
  b.room.count("other", 1);
  assert.equal(await b.checkout.ready(at(1), false), null, "another run's agent is at work in it: it isn't changed under him");
  b.room.count("other", 0);
  for (const busy of [false, true]) assert.equal(await b.checkout.ready(at(1), busy), coming);
  assert.equal(b.room.take("other"), false);
  let hinted = 0;
  b.room.watch(() => void (hinted += 1));
  await writeFile(join(b.root, "go"), "");
  await b.checkout.idle();
  assert.deepEqual([hinted, b.room.take("other")], [1, true]);
  b.room.giveBack("other");
  assert.equal(await b.checkout.ready(at(1), false), null);
  assert.equal(await b.checkout.ready(at(2), false), null, "what came a moment ago is relied on");
  b.clock.advance(1_000);
  assert.equal(await b.checkout.ready(at(2), false), coming);
  await b.checkout.idle();
});

test("what was done while something was being sent on is sent, too", async (t) => {
  const { a } = await scene(t, { push: ["sh", "-c", "echo . >> tries; until test -e go; do sleep 0.02; done"] });
  a.checkout.share(at(1));
  while (!existsSync(join(a.root, "tries"))) await new Promise(setImmediate);
  a.checkout.share(at(2));
  a.checkout.share(at(3));
  await writeFile(join(a.root, "go"), "");
  await a.checkout.idle();
  assert.equal((await readFile(join(a.root, "tries"), "utf8")).length, 4);
});

test("a runner that ends tries to send on what it owes some times more, and says what it leaves", async (t) => {
  const push = ["sh", "-c", "echo . >> tries; test $(wc -l < tries) -ge 3 || { echo closed; exit 1; }"];
  const tries = async ({ root }: Place): Promise<number> => (await readFile(join(root, "tries"), "utf8")).length / 2;
  const { a, b } = await scene(t, { push });
  a.checkout.share(at(1));
  await a.checkout.leave(undefined);
  assert.deepEqual([await tries(a), [...a.warned]], [3, []]);
  await share(b, at(1));
  await b.checkout.leave(AbortSignal.abort());
  assert.equal(await tries(b), 1, "whoever interrupts it doesn't wait");
  assert.match(b.warned.join(), /^what was done here is not sent on: `sh .*` ended with 1: closed\. The next runner here/);
  const stop = new AbortController();
  const { a: hung } = await scene(t, { push: ["sh", "-c", "echo . >> tries; exec sleep 60"] });
  hung.checkout.share(at(1));
  const left = hung.checkout.leave(stop.signal);
  while (!existsSync(join(hung.root, "tries"))) await new Promise(setImmediate);
  stop.abort();
  await left;
  assert.match(hung.warned.join(), /is not sent on: `sh .*` stopped\./);
  const { a: never } = await scene(t, { push: ["sh", "-c", "echo . >> tries; exit 1"] });
  never.checkout.share(at(1));
  await never.checkout.leave(undefined);
  assert.deepEqual([await tries(never), never.warned.length], [5, 1]);
});

test("a runner that ends brings nothing into a tree in which jobs of it are still at work", async (t) => {
  const { a } = await scene(t, { pull: ["sh", "-c", "touch pulled"], push: ["sh", "-c", "exit 1"] });
  const { spool } = await openWorkspace({ home: join(a.root, ".cairn") });
  const folder = await spool.make(spoolJob("a", 1), "");
  a.checkout.share(at(1));
  await a.checkout.leave(undefined);
  assert.ok(!existsSync(join(a.root, "pulled")));
  await spool.remove(folder);
  await a.checkout.leave(undefined);
  assert.ok(existsSync(join(a.root, "pulled")));
});

test("nothing is brought into a tree in which an agent of a run works that another runner drives", async (t) => {
  const { a } = await scene(t, { pull: ["sh", "-c", "touch pulled"] });
  const { processes, spool } = await openWorkspace({ home: join(a.root, ".cairn") });
  const here = { ...at(1), root: a.root };
  const folder = await spool.make({ ...spoolJob("other", 1), ground: { root: a.root, place: null, ignores: [] } }, "");
  await spool.host(folder, { is: "host", process: processes.self });
  await ready(a, here, false);
  assert.ok(!existsSync(join(a.root, "pulled")));
  await spool.remove(folder);
  a.clock.advance(6_000);
  await ready(a, here, false);
  assert.ok(existsSync(join(a.root, "pulled")));
});

test("while others' work is being brought nothing begins, and all else goes on", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "cairn-brought-"));
  t.after(() => rm(root, { recursive: true }));
  const world = makeWorld();
  const { engine, ...parts } = await begun(world, ["a", "b"]);
  const taken = await world.ledger.lease({
    do: "take",
    run,
    job: "task-a-1",
    holder: { name: "bo", agent: "hand", conversation: null },
    ms: 60_000,
    host: "here",
  });
  assert.ok(taken.is === "granted");
  await parts.door({
    run,
    said: [{ command: { type: "Begin", data: { task: "a" } }, by: { kind: "engine", name: "engine", job: "task-a-1", fence: 1 } }],
  });
  const pull = ["sh", "-c", "touch begun; until test -e go; do sleep 0.02; done"];
  const config = { ...engine.config, runner: { ...engine.config.runner, pull } };
  const going = go({ ...parts, engine: { ...engine, config, resolve: () => root } });
  await soon(() => existsSync(join(root, "begun")));
  world.now += 61_000;
  world.hint();
  await soon(async () => count(await history(world), "TaskReturned a") === 1);
  assert.deepEqual([world.launched, existsSync(join(root, "go"))], [[], false]);
  await writeFile(join(root, "go"), "");
  assert.equal((await going).good, true);
  await settledWorld(world);
});
