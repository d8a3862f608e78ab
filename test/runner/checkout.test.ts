// Why: two machines have two working trees; a job that began on one without the other's work would do it again, or undo it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, git, ready, scene, work } from "./clones.ts";

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
