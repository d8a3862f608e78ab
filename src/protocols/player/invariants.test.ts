// Why: whatever is said to a run in whatever order, what the specification promises of every run must hold after each word.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cameAbout } from "../../../test/fixtures/chance.ts";
import { checkpoint, cli, engine, file, openStage, person, skill, templateOf } from "../../../test/fixtures/player.ts";
import { lawful } from "../../../test/fixtures/lawful.ts";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
import { player } from "./index.ts";
import { broken } from "./invariants.ts";
import type { PlayerCommand, PlayerEvent } from "./messages.ts";
import type { State } from "./state.ts";

const evolve = lawful(broken, player.evolve);

const text = templateOf("chance", [
  skill("N-001", { on_fail: "retry" }),
  checkpoint("CP-01", true),
  [cli("N-002a", { on_fail: "skip" }), cli("N-002b", { cli_mode: "write" })],
  checkpoint("CP-02", false),
  skill("N-003", { args_template: "{N-002a.output} {goal}" }),
]);

const nodes = ["N-001", "N-002a", "N-002b", "N-003"] as const;
const word = fc.record({ pick: fc.nat(9_999), raw: fc.nat(9), rare: fc.nat(12), stale: fc.nat(9), ok: fc.boolean() });
type Word = typeof word extends fc.Arbitrary<infer T> ? T : never;
type Said = { readonly command: PlayerCommand; readonly by: Sender };

const ofNode = (state: State, node: string, { stale, ok }: Word): readonly Said[] => {
  const now = state.nodes[node];
  const current = now?.is === "work" ? now.attempt : 0;
  // Mostly what fits, now and then an attempt that is long over.
  const attempt = Math.max(1, stale === 0 ? current - 1 : current);
  const next = `t-${node}-${current + 1}`;
  return [
    { by: engine, command: { type: "StartNode", data: { node, attempt: current + 1, hosted: true, task: next } } },
    { by: file, command: { type: "StartNode", data: { node, attempt: current + 1, hosted: false, task: next } } },
    { by: engine, command: { type: "FinishNode", data: { node, attempt, result: { ok, exit: ok ? 0 : 1 } } } },
    { by: person, command: { type: "FinishNode", data: { node, attempt, result: { ok: true, exit: 0, output: "said" } } } },
    { by: person, command: { type: "FinishTask", data: { task: `t-${node}-${attempt}`, exit: ok ? 0 : null } } },
    { by: engine, command: { type: "DoubtNode", data: { node, attempt, why: "silence" } } },
    { by: engine, command: { type: "ExpireNode", data: { node, attempt } } },
    { by: engine, command: { type: "ReleaseNode", data: { node, attempt } } },
    { by: person, command: { type: "ResolveNode", data: { node, answer: ok ? "retry" : "skip" } } },
    { by: person, command: { type: "ResolveNode", data: { node, answer: "accept", reason: "so" } } },
  ];
};
const ofRun = ({ ok, rare, pick }: Word): readonly Said[] => {
  const checkpoint = pick % 2 === 0 ? "CP-01" : "CP-02";
  const commands: readonly PlayerCommand[] = [
    { type: "ResolveCheckpoint", data: { checkpoint, answer: ok ? "continue" : "pause" } },
    { type: "Resume", data: {} },
    { type: "RetryRun", data: { retry: true } },
    { type: "Unarchive", data: {} },
  ];
  const seldom: readonly PlayerCommand[] = [
    { type: "Pause", data: {} },
    { type: "Cancel", data: {} },
    { type: "Archive", data: {} },
    { type: "RollBack", data: { checkpoint, reason: "back" } },
    { type: "ChangeContext", data: { name: "goal", value: ok ? "a" : "b" } },
    ...nodes.map((node): PlayerCommand => ({ type: "ResolveNode", data: { node, answer: "abort" } })),
  ];
  return [...commands, ...(rare === 0 ? seldom : [])].map((command) => ({ command, by: person }));
};

/** Mostly one that is taken; one word in ten is said whether it fits or not. */
const said = (state: State, one: Word, at: string): Said | undefined => {
  const all = [...nodes.flatMap((node) => ofNode(state, node, one)), ...ofRun(one)];
  const fitting = all.filter(({ command, by }) => {
    const events = player.decide(state, command, { at, by });
    return !isRefusal(events) && events.length > 0;
  });
  const from = one.raw === 0 || fitting.length === 0 ? all : fitting;
  return from[one.pick % from.length];
};

const attemptOf = (state: State, id: string): number => {
  const node = state.nodes[id];
  return node?.is === "work" ? node.attempt : 0;
};

const hold = (before: State, after: State, events: readonly PlayerEvent[], by: Sender): void => {
  for (const id of nodes) assert.ok(attemptOf(after, id) >= attemptOf(before, id), "attempts only grow");
  const types = events.map(({ type }) => type);
  for (const event of events) {
    if (event.type === "NodeStarted") {
      assert.equal(before.nodes[event.data.node]?.status, "pending", "what isn't pending is never begun");
      assert.equal(before.status, "running", "nothing begins but in a running run");
    }
    if (event.type === "CheckpointPassed" && !event.data.auto) assert.equal(by.kind, "person", "a gate opens for a person alone");
  }
  const done = after.plan.map(({ nodes: ids }) => ids.every((id) => ["completed", "skipped"].includes(after.nodes[id]?.status ?? "")));
  const first = done.indexOf(false);
  assert.equal(after.batch, first < 0 ? after.plan.length : first, "the current batch is the first that isn't done");
  assert.ok(first < 0 || !done.slice(first).includes(true), "no batch is done behind one that isn't");
  if (types.includes("RunCompleted")) assert.equal(first, -1);
  if (after.status === "completed") assert.equal(first, -1, "completed means that every node is done");
  if (after.status === "failed" || after.status === "aborted")
    assert.ok(!Object.values(after.nodes).some(({ status }) => status === "running"), "in an ended run nothing runs");
  if (after.lastCheckpoint !== null) assert.ok(Object.hasOwn(after.snapshots, after.lastCheckpoint), "last_checkpoint has a snapshot");
  const jobs = player.jobs(after);
  assert.equal(new Set(jobs.map(({ key }) => key)).size, jobs.length, "job keys are unique");
  if (after.status !== "running") assert.ok(jobs.every((job) => job.kind === "decision" || job.begun || job.why !== null));
  for (const written of Object.entries(player.write(after, []))) if (written[0].endsWith(".json")) JSON.parse(written[1]);
};

test("invariants hold after every word that is taken, in any order", async () => {
  const stage = await openStage({ ".workflow/templates/story.json": text });
  stage.send("Start", { template: "story", context: { goal: "x" } });
  const first = stage.state();
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(word, { minLength: 20, maxLength: 80, size: "max" }), (words) => {
      let state = first;
      words.forEach((one, index) => {
        const at = new Date(Date.UTC(2026, 2, 17, 15, 0, index)).toISOString();
        const chosen = said(state, one, at);
        if (chosen === undefined) return;
        const { command, by } = chosen;
        const events = player.decide(state, command, { at, by });
        if (isRefusal(events)) return;
        const before = state;
        for (const { type } of events) seen.add(type);
        for (const event of events) state = evolve(state, { ...event, version: 0, at, by, cause: "" });
        assert.deepEqual(JSON.parse(JSON.stringify(state)), state, "state is plain JSON");
        hold(before, state, events, by);
      });
    }),
    { numRuns: 150, seed: 7 },
  );
  // Chance must get everywhere, or it shows nothing.
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
