// Tests of Ctrl-C twice: it stops its agents and records them as interrupted, and the run goes on from there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, type Desk, type Printed } from "./desk.ts";
import { eventsOf } from "./ground.ts";
import { auto, shop, slowShop } from "./one-file.ts";

/** Presses Ctrl-C as soon as the worker is at it, or as something else is told. */
const pressed = (here: Desk, twice: boolean, when = / task-1-1 started/u): Promise<Printed> => {
  const press = new AbortController();
  const heard = (text: string): void => {
    if (when.test(text)) press.abort();
  };
  return here.cairn([...auto, "--verbose"], { signal: press.signal, heard, twice });
};

const list = (value: unknown): readonly unknown[] => {
  assert.ok(Array.isArray(value));
  return value;
};

test("Ctrl-C twice stops the agent, records it as interrupted, and costs no attempt; the run goes on from there", async (t) => {
  const here = slowShop(t);
  const left = await pressed(here, true);
  assert.equal(left.exit, 130, left.out + left.err);
  assert.match(
    left.err,
    /Nothing new starts; \d jobs? goe?s? on by \S+: (?:before-1-1, )?task-1-1\. Ctrl-C again within 2 s stops \S+\./u,
  );
  assert.match(left.err, / stopped +task-1-1: interrupted by a person$/mu);
  assert.match(
    left.out,
    /stopped and recorded as interrupted: (?:before-1-1, )?task-1-1\n {2}resume: cairn run \S+/u,
  );
  const returned = (await eventsOf(here)).filter(({ type }) => type === "UnitReturned");
  assert.equal(returned.length, 1);
  assert.match(JSON.stringify(returned[0]), /"kind":"released".*interrupted by a person/u);
  const status = (await here.cairn("status s --json")).json();
  // The check of what held before is stopped, too, where it was still at work.
  assert.deepEqual([...new Set(list(at(status, "jobs")).map((job) => at(job, "is")))], ["ready"]);
  await here.ends(0, "run s");
});

test("where the job has just ended nothing is said to go on, and its task isn't shown as running", async (t) => {
  const here = shop(t);
  const left = await pressed(here, true, / task-1-1 finished/u);
  assert.equal(left.exit, 130, left.out + left.err);
  assert.match(left.out, /stopped driving this run: no job is under way/u);
  assert.doesNotMatch(left.out, /go on by themselves|▶|running/u);
  await here.ends(0, "run s");
});
