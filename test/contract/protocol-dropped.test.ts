// Work that a person dropped stays dropped in every protocol: nothing of it counts, and no later round does it again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ahead } from "../../src/core/rules/ahead.ts";
import type { Event, Protocol } from "../../src/core/protocol.ts";
import { brokenOf } from "../../src/kit/telling.ts";
import { allEvents as iterativeEvents } from "../../src/protocols/iterative/events.ts";
import { iterative } from "../../src/protocols/iterative/index.ts";
import { allEvents as playerEvents } from "../../src/protocols/player/events.ts";
import { player } from "../../src/protocols/player/index.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { openStory, unitOf } from "../fixtures/iterative-story.ts";
import { find } from "../../src/work/work.ts";
import { lawful } from "../fixtures/lawful.ts";
import { skill, started, templateOf } from "../fixtures/player.ts";
import { begin, planOf, taskOf } from "../fixtures/ultrawork.ts";

const stamp = { at: "2026-06-01T00:00:00.000Z", by: { kind: "person", name: "ana" } } as const;

/** The state after the drop, by the laws of its events, and their types. */
const after = <S, E extends Event>(
  { dropped, evolve }: Pick<Protocol<S, never, E>, "dropped" | "evolve">,
  broken: Parameters<typeof lawful<S, E>>[0],
  state: S,
  unit: string,
) => {
  const events = dropped?.(state, unit, "it breaks the build", stamp) ?? [];
  const fold = ahead<S, E>(lawful(broken, evolve));
  return { now: fold(state, events, stamp), types: events.map(({ type }) => type) };
};

test("ultrawork waives the task by the person's name, and verifies the rest; without any task the run fails", async () => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")));
  for (const id of ["1", "2"]) run.work(id);
  const { broken } = (await ultrawork.invariants?.()) ?? assert.fail();
  const { now, types } = after(ultrawork, broken, run.state(), "1");
  assert.deepEqual(types, ["Bypassed"]);
  assert.equal(find(now, "1")?.waived?.by, "ana");
  assert.equal(ultrawork.view(now).evidence.have, 1, "what was proved of it counts no more");
  const rechecked = ultrawork.rechecks(now).map(({ unit }) => unit);
  assert.equal(rechecked.includes("1"), false, "nothing checks it again");
  assert.deepEqual(
    ultrawork.jobs(now).filter(({ subject }) => subject === "1"),
    [],
  );
  const both = after(ultrawork, broken, now, "2");
  assert.deepEqual([both.types, ultrawork.phase(both.now)], [["Bypassed", "RunFailed"], "FAILED"]);
});

test("iterative takes the unit out of the plan; without any unit the run is cancelled", () => {
  const run = openStory();
  run.plan([unitOf("T1"), unitOf("T2", { depends: ["T1"] })]);
  run.pass("T1", { says: "done", edit: { "src/t1.ts": "one" } });
  const broken = brokenOf(iterativeEvents);
  const one = after(iterative, broken, run.state(), "T1");
  assert.deepEqual(one.types, ["UnitDropped"]);
  assert.deepEqual(
    [one.now.units.map(({ id, depends }) => [id, depends]), one.now.dropped.map(({ id }) => id)],
    [[["T2", []]], ["T1"]],
  );
  assert.equal(after(iterative, broken, one.now, "T2").now.ended?.how, "cancelled");
});

test("the player skips the node, also in a run that has ended; a node that is at work stays", async () => {
  const stage = await started(templateOf("two", [skill("N-001"), skill("N-002")]));
  stage.begin("node:N-001:1");
  const broken = brokenOf(playerEvents);
  assert.deepEqual(after(player, broken, stage.state(), "N-001").types, []);
  stage.done("node:N-001:1");
  assert.equal(after(player, broken, stage.state(), "N-001").now.nodes["N-001"]?.status, "skipped");
  stage.begin("node:N-002:1");
  stage.done("node:N-002:1");
  const last = after(player, broken, stage.state(), "N-002").now;
  assert.deepEqual([last.status, last.nodes["N-002"]?.status], ["completed", "skipped"]);
});
