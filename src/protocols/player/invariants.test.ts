// Property tests of the player: invariants hold after any sequence of commands.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cameAbout } from "../../../test/fixtures/chance.ts";
import { lawful } from "../../../test/fixtures/lawful.ts";
import { nodes, openChance, said, timeOf, word } from "../../../test/fixtures/player-chance.ts";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
import { brokenOf } from "../../kit/telling.ts";
import { player } from "./index.ts";
import { allEvents, type PlayerEvent } from "./events.ts";
import type { State } from "./state.ts";

const evolve = lawful(brokenOf(allEvents), player.evolve);

const attemptOf = (state: State, id: string): number => {
  const node = state.nodes[id];
  return node?.is === "work" ? node.attempt : 0;
};

const hold = (before: State, after: State, events: readonly PlayerEvent[], by: Sender): void => {
  for (const id of nodes)
    assert.ok(attemptOf(after, id) >= attemptOf(before, id), "attempts only grow");
  const types = events.map(({ type }) => type);
  for (const event of events) {
    if (event.type === "NodeStarted") {
      assert.equal(
        before.nodes[event.data.node]?.status,
        "pending",
        "what isn't pending is never begun",
      );
      assert.equal(before.status, "running", "nothing begins but in a running run");
    }
    if (event.type === "CheckpointPassed" && !event.data.auto)
      assert.equal(by.kind, "person", "a gate opens for a person alone");
  }
  const done = after.plan.map(({ nodes: ids }) =>
    ids.every((id) => ["completed", "skipped"].includes(after.nodes[id]?.status ?? "")),
  );
  const first = done.indexOf(false);
  assert.equal(
    after.batch,
    first < 0 ? after.plan.length : first,
    "the current batch is the first that isn't done",
  );
  assert.ok(
    first < 0 || !done.slice(first).includes(true),
    "no batch is done behind one that isn't",
  );
  if (types.includes("RunCompleted")) assert.equal(first, -1);
  if (after.status === "completed")
    assert.equal(first, -1, "completed means that every node is done");
  if (after.status === "failed" || after.status === "aborted")
    assert.ok(
      !Object.values(after.nodes).some(({ status }) => status === "running"),
      "in an ended run nothing runs",
    );
  if (after.lastCheckpoint !== null)
    assert.ok(
      Object.hasOwn(after.snapshots, after.lastCheckpoint),
      "last_checkpoint has a snapshot",
    );
  const jobs = player.jobs(after);
  assert.equal(new Set(jobs.map(({ key }) => key)).size, jobs.length, "job keys are unique");
  if (after.status !== "running")
    assert.ok(jobs.every((job) => job.kind === "decision" || job.begun || job.why !== null));
  for (const written of Object.entries(player.write(after, [])))
    if (written[0].endsWith(".json")) JSON.parse(written[1]);
};

test("invariants hold after every word that is taken, in any order", async () => {
  const stage = await openChance();
  const first = stage.state();
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(word, { minLength: 20, maxLength: 80, size: "max" }), (words) => {
      let state = first;
      words.forEach((one, index) => {
        const at = timeOf(index);
        const chosen = said(state, one, at);
        if (chosen === undefined) return;
        const { command, by } = chosen;
        const events = player.decide(state, command, { at, by });
        if (isRefusal(events)) return;
        const before = state;
        for (const { type } of events) seen.add(type);
        for (const event of events)
          state = evolve(state, { ...event, version: 0, at, by, cause: "" });
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state, "state is plain JSON");
        hold(before, state, events, by);
      });
    }),
    { numRuns: 150, seed: 7 },
  );
  // The random runs must reach every event, or the test proves nothing.
  cameAbout(seen, [
    "NodeFailed",
    "NodeRetried",
    "NodeSkipped",
    "NodeAccepted",
    "NodeDoubted",
    "NodeReleased",
    "CheckpointPassed",
    "RunRolledBack",
    "RunFailed",
    "RunAborted",
    "RunCompleted",
    "RunArchived",
    "RunUnarchived",
    "ResultIgnored",
  ]);
});
