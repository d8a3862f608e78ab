// Tests of past states: each version or time is the fold of its events, at small cost.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Protocol, Sender } from "../../core/protocol.ts";
import type { Recorded } from "../../core/row.ts";
import { toy } from "../../../test/runner/toy.ts";
import type { Folded } from "../fold.ts";
import { createPast, endIn } from "./past.ts";

const person: Sender = { kind: "person", name: "ana" };
/** Two events a second. */
const timeOf = (index: number): string =>
  new Date(Date.UTC(2026, 0, 8, 12, 0, Math.floor(index / 2))).toISOString();
const story = (length: number): Recorded[] =>
  Array.from({ length }, (_, index) => ({
    type: index === 0 ? "Started" : index % 2 === 1 ? "TaskBegun" : "TaskReturned",
    data: index === 0 ? { tasks: ["a"] } : { task: "a" },
    version: index + 1,
    at: timeOf(index),
    by: person,
    cause: `c${index}`,
  }));

const room = (length: number) => {
  let folded = 0;
  const evolve: Protocol["evolve"] = (state, event) => {
    folded += 1;
    return counting.evolve(state, event);
  };
  const counting: Protocol = toy;
  const protocol: Protocol = { ...counting, evolve };
  let log = story(length);
  const past = createPast((_run, until) => Promise.resolve(log.slice(0, until)));
  const newest = (): Folded => ({
    protocol,
    root: ".",
    origin: null,
    state: null,
    version: log.length,
    head: "",
    at: null,
    kept: 0,
  });
  const plain = (version: number): unknown =>
    log.slice(0, version).reduce<unknown>((state, event) => counting.evolve(state, event), null);
  return {
    at: (moment: number | string, run = "r") => past.at(run, newest(), moment),
    plain,
    took: () => {
      const took = folded;
      folded = 0;
      return took;
    },
    grow: (more: number) => void (log = [...log, ...story(log.length + more).slice(log.length)]),
    rewrite: () =>
      void (log = story(log.length).map((event) =>
        event.version === 300 ? { ...event, type: "Paused" } : event,
      )),
  };
};

test("each version is what its events make, in whatever order it is asked for", async () => {
  const { at, plain } = room(1_100);
  for (const version of [1_100, 3, 250, 251, 249, 1, 1_000, 999, 500, 750, 2]) {
    const then = await at(version);
    assert.deepEqual(then?.state, plain(version), `version ${version}`);
    assert.equal(then?.log.length, version);
  }
  assert.equal(await at(0), null);
  assert.equal((await at(5_000))?.log.length, 1_100);
});

test("a run ended when it was over, not when it was merged or archived later; taken up again it ends anew", async () => {
  const types = [
    "Started",
    "Ended",
    "Merged",
    "Resumed",
    "TaskBegun",
    "Ended",
    "Merged",
    "Archived",
  ];
  const log = story(types.length).map((one, index) => ({ ...one, type: types[index] ?? "" }));
  const past = createPast((_run, until) => Promise.resolve(log.slice(0, until)));
  const newest = { protocol: toy, root: ".", origin: null, state: null, version: log.length };
  const end = async (version: number) =>
    (await endIn(past, "r", { ...newest, head: "", at: null, kept: 0 }, version)).endedAt;
  assert.deepEqual(await Promise.all([8, 6, 5, 3, 1].map(end)), [
    timeOf(5),
    timeOf(5),
    undefined,
    timeOf(1),
    undefined,
  ]);
});

test("a time is the last event of then or before", async () => {
  const { at } = room(600);
  assert.equal((await at(timeOf(0)))?.log.length, 2);
  assert.equal((await at(timeOf(10)))?.log.length, 12);
  assert.equal((await at("2026-01-08T12:00:05.400Z"))?.log.length, 12);
  assert.equal((await at("2030-01-01T00:00:00.000Z"))?.log.length, 600);
  assert.equal(await at("2026-01-08T11:59:59.999Z"), null);
});

test("one step along the slider costs what lies between, not what lies before", async () => {
  const { at, took, grow } = room(10_000);
  await at(10_000);
  took();
  for (const version of [9_999, 9_998, 4_000, 1]) {
    await at(version);
    assert.ok(took() < 251, `version ${version}`);
  }
  grow(10);
  await at(10_010);
  assert.ok(took() < 251);
});

test("a ledger that was restored is read anew, and runs beyond those that are kept are, too", async () => {
  const { at, plain, rewrite } = room(1_000);
  await at(1_000);
  rewrite();
  assert.deepEqual((await at(1_000))?.state, plain(1_000));
  for (const run of ["a", "b", "c", "d", "e"])
    assert.deepEqual((await at(400, run))?.state, plain(400));
  assert.deepEqual((await at(1_000))?.state, plain(1_000));
});
