// Property tests of what holds for every run, after each event.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cameAbout } from "../../../test/fixtures/chance.ts";
import { sayable, type Word } from "../../../test/fixtures/iterative-chance.ts";
import { openStory, type Story, unitOf } from "../../../test/fixtures/iterative-story.ts";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
import { isWork } from "./evolve/change.ts";
import type { IterativeEvent } from "./events.ts";
import type { State, Unit } from "./state.ts";
import { statusOf } from "./units.ts";

const word = fc.record({
  pick: fc.nat(9_999),
  raw: fc.nat(9),
  rare: fc.nat(14),
  ok: fc.integer({ min: 0, max: 9 }).map((n) => n > 2),
  edit: fc.boolean(),
  holder: fc.nat(4),
});

const found = (state: State, id: string): Unit =>
  state.units.find((unit) => unit.id === id) ?? assert.fail(`no unit ${id}`);
const ranks = ["blocked", "timeout", "pending", "in_progress", "confirming", "verifying", "done"];

/** Passes that have begun and not ended. */
type Open = Set<string>;
const ends: ReadonlySet<string> = new Set(["PassEnded", "VerdictGiven", "PassVoided"]);

const ofPass = (open: Open, before: State, event: IterativeEvent): void => {
  if (event.type === "PassBegun") {
    const { unit: id, n, kind, holder } = event.data;
    const unit = found(before, id);
    assert.equal(unit.pass, null, "one live pass a unit");
    assert.equal(n, unit.seq + 1, "numbers of passes only grow");
    if (kind === "confirmation" || kind === "verification")
      assert.ok(!unit.authors.includes(holder), "no author confirms or verifies");
    if (isWork(kind)) assert.ok(unit.used < unit.max, "no iteration beyond the limit");
    open.add(`${id}#${n}`);
  }
  if (ends.has(event.type) && "data" in event && "n" in event.data && "unit" in event.data)
    assert.ok(
      open.delete(`${event.data.unit}#${event.data.n}`),
      `${event.type} ends a pass that was under way, once`,
    );
};

const ofUnits = (before: State, after: State, event: IterativeEvent, by: Sender): void => {
  for (const unit of after.units) {
    const was = before.units.find(({ id }) => id === unit.id);
    if (unit.stage === "settled" && was?.stage !== "settled")
      assert.ok(
        event.type === "UnitSettled" || event.type === "UnitAccepted",
        `${event.type} made a unit done`,
      );
    if (by.kind === "recovery" && was !== undefined)
      assert.ok(
        ranks.indexOf(statusOf(unit)) <= ranks.indexOf(statusOf(was)),
        "recovery raises nothing",
      );
  }
  if (event.type === "UnitSettled") {
    const { gate, consensus, verdict } = found(before, event.data.unit).proofs;
    assert.ok(
      gate !== null && consensus !== null && verdict !== null,
      "gate, consensus and verdict are there",
    );
    assert.ok(
      gate.content === consensus.content && consensus.content === verdict.content,
      "they are of one content",
    );
    assert.notEqual(consensus.holder, verdict.holder);
  }
  if (event.type === "LimitSet" && event.data.to > event.data.from)
    assert.equal(by.kind, "person", "only a person raises a limit");
  if (by.kind === "file" && event.type === "UnitEdited")
    assert.ok(
      found(before, event.data.unit).criteria.every(
        (one) => event.data.changes.criteria?.includes(one) !== false,
      ),
      "a file takes no criterion away",
    );
  if (by.kind === "file") assert.notEqual(event.type, "UnitDropped", "a file drops no unit");
};

/** Invariants after a whole command. */
const ofCommand = (before: State, after: State, by: Sender, open: Open): void => {
  for (const unit of after.units) {
    const was = before.units.find(({ id }) => id === unit.id);
    const status = statusOf(unit);
    if (by.kind === "file" && was !== undefined && statusOf(was) !== status)
      assert.ok(
        !["confirming", "verifying", "done"].includes(status),
        `a file made a unit ${status}`,
      );
    assert.equal(
      unit.pass !== null,
      open.has(`${unit.id}#${unit.pass?.n ?? unit.seq}`),
      "what is live was begun and not ended",
    );
    assert.equal(unit.stage === "stuck", unit.stuck !== null, "stuck says why");
  }
  assert.deepEqual(JSON.parse(JSON.stringify(after)), after, "state is plain JSON");
};

const say = (run: Story, one: Word, open: Open, seen: Set<string>): void => {
  const all = sayable(run, one);
  const chosen = all[one.pick % Math.max(1, all.length)];
  if (chosen === undefined) return;
  const before = run.state();
  // Changes the tree during a pass, at a gate, or unobserved.
  if (one.edit && chosen.type === "EndPass")
    run.world.edit({ [`src/${one.raw % 2 === 0 ? "t1" : "t2"}.ts`]: String(one.pick % 7) });
  const size = run.log.length;
  const events = run.send(chosen.type, chosen.data, chosen.by);
  if (isRefusal(events)) {
    assert.equal(run.log.length, size);
    seen.add(events.code);
    return;
  }
  let state = before;
  for (const event of run.log.slice(size)) {
    const next = run.fold(state, event);
    seen.add(event.type);
    ofPass(open, state, event);
    ofUnits(state, next, event, chosen.by);
    state = next;
  }
  ofCommand(before, run.state(), chosen.by, open);
};

test("invariants hold after every event of what is taken, in any order", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(word, { minLength: 40, maxLength: 150, size: "max" }), (words) => {
      const run = openStory();
      run.plan([unitOf("T1", { max: 9 }), unitOf("T2", { max: 4 })], {
        workers: 2,
        caps: { unsettled: 2, rejected: 1 },
      });
      const open: Open = new Set();
      for (const one of words) say(run, one, open, seen);
    }),
    { numRuns: 250, seed: 11 },
  );
  // The random runs must reach every event, or the test proves nothing.
  cameAbout(seen, [
    "WorkConfirmed",
    "WorkFound",
    "ProofStaled",
    "UnitSettled",
    "UnitAccepted",
    "UnitStuck",
    "UnitAnswered",
    "UnitReopened",
    "UnitDemoted",
    "PassVoided",
    "ReviewGiven",
    "IssuesRaised",
    "LimitSet",
    "AUTHOR_SAME",
    "PASS_STALE",
    "PASS_CHANGED",
    "JOB_UNREADY",
  ]);
});
