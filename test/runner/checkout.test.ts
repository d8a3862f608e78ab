// Why: two machines have two working trees; a job that began on one without the other's work would do it again, or undo it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Protocol } from "../../src/core/protocol.ts";
import { Fault } from "../../src/core/refusal.ts";
import { openMemory } from "../../src/ledger/memory.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import type { Engine } from "../../src/runtime/engine.ts";
import type { Later } from "../../src/runtime/later.ts";
import { type Checkout, createCheckout } from "../../src/runtime/runner/checkout.ts";
import { createRoom, type Room } from "../../src/runtime/runner/room.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { type Clock, clockAt, testEngine } from "../fixtures/engine.ts";

/** Its events name commits by their text. */
const stones: Protocol = {
  ...ultrawork,
  refers: { types: ["StoneLaid"], of: (event) => ({ commits: [/[0-9a-f]{40}|HEAD~1/.exec(JSON.stringify(event.data))?.[0] ?? ""] }) },
};
const author = ["-c", "user.email=a@b", "-c", "user.name=a"];
const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("git", [...author, ...args], { cwd, encoding: "utf8" }).trim();

const atOnce: Later = (_ms, then) => {
  setImmediate(then);
  return () => undefined;
};
const coming = "what others did is being brought here";

type Place = {
  readonly root: string;
  readonly checkout: Checkout;
  readonly room: Room;
  readonly warned: string[];
  readonly clock: Clock;
  readonly fails: (now: boolean) => void;
};

/** A bare repository that two machines clone, and one ledger with a run of theirs. */
const scene = async (t: TestContext, runner: Partial<Engine["config"]["runner"]>, shared = true) => {
  const top = await realpath(await mkdtemp(join(tmpdir(), "cairn-checkout-")));
  t.after(() => rm(top, { recursive: true }));
  git(top, "init", "-q", "--bare", "origin");
  git(top, "clone", "-q", "origin", "seed");
  git(join(top, "seed"), "commit", "-q", "--allow-empty", "-m", "seed");
  git(join(top, "seed"), "push", "-q", "origin", "HEAD");
  const ledger = openMemory();
  const place = async (name: string): Promise<Place> => {
    const root = join(top, name);
    git(top, "clone", "-q", "origin", name);
    const warned: string[] = [];
    const clock = clockAt(Date.UTC(2026, 0, 8, 12));
    const disk = await openWorkspace({ home: join(root, ".cairn") });
    let broken = false;
    const tree: typeof disk.tree = () => Promise.reject(new Error("a tree was measured"));
    const room = createRoom(4);
    const facts: typeof disk.facts = (...asked) =>
      broken ? Promise.reject(new Fault("GIT_FAILED", "git is gone", "bring it back")) : disk.facts(...asked);
    const engine: Engine = {
      ...testEngine(stones, { ledger, clock, workspace: { ...disk, facts, tree } }),
      root,
      base: root,
      shared,
      config: { ...emptyConfig, runner: { ...emptyConfig.runner, ...runner } },
    };
    return {
      root,
      warned,
      clock,
      fails: (now) => void (broken = now),
      room,
      checkout: createCheckout({ engine, run: "a", room, warn: (text) => void warned.push(text), later: atOnce }),
    };
  };
  const told = async (commit: string): Promise<void> => {
    const rows = drafts("a", null, 1, "c1", commit);
    await ledger.append("a", 0, rows, cardOf(rows));
  };
  return { a: await place("a"), b: await place("b"), told };
};
const at = (version: number) => ({ protocol: stones, state: null, root: ".", version });
/** What it comes to once what is under way has ended. */
const ready = async ({ checkout }: Place, folded: ReturnType<typeof at>, busy: boolean): Promise<string | null> => {
  const why = await checkout.ready(folded, busy);
  if (why !== coming) return why;
  await checkout.idle();
  return checkout.ready(folded, busy);
};
const share = async ({ checkout }: Place, folded: ReturnType<typeof at>): Promise<void> => {
  checkout.share(folded);
  await checkout.idle();
};
const retry = async ({ checkout }: Place, folded: ReturnType<typeof at>, busy: boolean): Promise<void> => {
  checkout.retry(folded, busy);
  await checkout.idle();
};
const work = async (root: string): Promise<string> => {
  await writeFile(join(root, "made"), "by a\n");
  git(root, "add", "made");
  git(root, "commit", "-q", "-m", "made");
  return git(root, "rev-parse", "HEAD");
};

test("a tree that lacks a commit of the run's work begins nothing until it has it", async (t) => {
  const { a, b, told } = await scene(t, {});
  const commit = await work(a.root);
  assert.equal(await ready(b, at(0), false), null);
  await told(commit);
  assert.equal(await ready(a, at(1), false), null);
  const why = await ready(b, at(1), false);
  assert.match(why ?? "", new RegExp(`lacks the commit ${commit.slice(0, 12)} `));
  assert.equal(await ready(b, at(1), true), why);
  assert.deepEqual([...b.warned], [], "what a moment mends is told to nobody");
  b.clock.advance(11_000);
  for (const busy of [true, false]) assert.equal(await ready(b, at(1), busy), why);
  assert.deepEqual([...b.warned], [why]);
  git(a.root, "push", "-q", "origin", "HEAD");
  git(b.root, "pull", "-q");
  assert.equal(await ready(b, at(1), false), null);
  assert.deepEqual(b.warned.slice(1), ["this checkout has now what the run's work stands on"]);
});

test("on one machine a commit that is gone is no other machine's: who is asked for it is `verify`", async (t) => {
  const { b, told } = await scene(t, {}, false);
  await told("c".repeat(40));
  assert.equal(await ready(b, at(1), false), null);
});

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

test("a look at the tree that fails is told when it lasts, and that it is over, once each", async (t) => {
  const { b, told } = await scene(t, {});
  await told("c".repeat(40));
  b.fails(true);
  assert.equal(await ready(b, at(1), false), "git is gone");
  b.clock.advance(11_000);
  for (const busy of [true, false]) assert.equal(await ready(b, at(1), busy), "git is gone");
  assert.deepEqual([...b.warned], ["git is gone"]);
  b.fails(false);
  for (const busy of [true, false]) assert.match((await ready(b, at(1), busy)) ?? "", /lacks the commit/);
  assert.deepEqual(b.warned.slice(1), ["this checkout can be looked at again"]);
});

test("what names no commit for ever is not waited for", async (t) => {
  const { b, told } = await scene(t, {});
  await told("HEAD~1");
  assert.equal(await ready(b, at(1), false), null);
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
