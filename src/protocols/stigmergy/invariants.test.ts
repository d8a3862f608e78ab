// Tests of stigmergy's invariants after every event, with commands in any order (section 1).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cameAbout } from "../../../test/fixtures/chance.ts";
import { sayable, type Word } from "../../../test/fixtures/stigmergy-chance.ts";
import { type Desk, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import type { Sender } from "../../core/protocol.ts";
import { isRefusal } from "../../core/refusal.ts";
import { life } from "./ended.ts";
import { jobs } from "./jobs.ts";
import { allComplete, epicOf, isUnderWay, storiesOf, storyIn } from "./manifest.ts";
import type { StigmergyEvent } from "./events.ts";
import type { State } from "./state.ts";
import { isUnsettled } from "./subjects.ts";

const word = fc.record({
  pick: fc.nat(9_999),
  raw: fc.nat(9),
  rare: fc.nat(9),
  ok: fc.integer({ min: 0, max: 9 }).map((n) => n > 2),
  edit: fc.boolean(),
});

/** Every event that changes the file has one entry, later than the last one and no later than now. */
const ofHistory = (before: State, after: State, event: StigmergyEvent, at: string): void => {
  const entry = "entry" in event.data ? event.data.entry : null;
  assert.equal(after.entries, before.entries + (entry === null ? 0 : 1));
  assert.equal(after.signal, entry?.signal ?? before.signal, "the signal is the last entry's");
  if (entry === null) return;
  assert.equal(after.lastAt, entry.at);
  assert.ok(entry.at > before.lastAt, "times strictly increase");
  const next = new Date(Date.parse(before.lastAt) + 1).toISOString();
  assert.ok(entry.at <= at || entry.at === next, "no time is invented");
};

const ofStories = (before: State, after: State, event: StigmergyEvent, by: Sender): void => {
  for (const story of storiesOf(after)) {
    const was = storyIn(before, story.id);
    if (story.status === "COMPLETE" && was?.status !== "COMPLETE")
      assert.ok(
        event.type === "StoryCompleted" || event.type === "StoryForced",
        `${event.type} made a story complete`,
      );
    if (story.status === "FAILED")
      assert.ok(
        after.issues.some(
          ({ subject, status }) => subject === `story:${story.id}` && status !== "RESOLVED",
        ),
        "a failed story has an issue",
      );
  }
  if (event.type === "StoryCompleted") {
    const { review, authors, criteria } =
      storyIn(before, event.data.story) ?? assert.fail("no story");
    const { checks, proof } = before;
    assert.ok(review !== null && checks !== null, "it was judged, and what is run is pinned");
    assert.equal(review.tree, proof.tree, "on one tree");
    assert.ok(
      checks.every((_, n) => proof.passed.includes(n)),
      "every check passed on it",
    );
    assert.ok(
      !authors.some(
        ({ holder, role }) =>
          holder.name === review.by.holder.name || (role === review.by.role && role !== "user"),
      ),
    );
    if (event.data.by === "verified") assert.ok(checks.length > 0 && criteria.length > 0);
    else assert.equal(review.by.role, "user");
  }
  if (event.type === "StoryReviewed")
    assert.equal(
      by.kind,
      event.data.by.role === "user" ? "person" : "agent",
      "no edit is a review",
    );
  if (event.type === "StoryStarted" && storyIn(before, event.data.story)?.status === "PENDING") {
    assert.ok(
      storiesOf(after).filter(isUnderWay).length <= after.settings.concurrency,
      "no more than may be at once",
    );
    assert.ok(
      before.pinned !== null &&
        before.checks !== null &&
        before.drift.length === 0 &&
        !before.issues.some(isUnsettled),
    );
  }
  assert.ok(
    new Set(
      storiesOf(after)
        .filter(isUnderWay)
        .map(({ id }) => epicOf(after, id)?.id),
    ).size <= 1,
    "all in one epic",
  );
};

const ofRun = (before: State, after: State, event: StigmergyEvent, by: Sender): void => {
  if (after.status === "PROJECT_COMPLETE") assert.ok(allComplete(after));
  if (after.life !== "cancelled")
    assert.equal(after.halted !== null, after.status === "EXECUTION_HALTED");
  if (after.autonomy === "autonomous" && before.autonomy !== "autonomous")
    assert.equal(by.kind, "person", "more freedom takes a person");
  if (before.halted !== null && after.halted === null)
    assert.equal(by.kind, "person", "only a person goes on");
  if (event.type === "GatePassed" && event.data.by !== "saul") assert.equal(by.kind, "person");
  if (event.type === "GatePassed" && event.data.by === "saul")
    assert.ok(
      after.autonomy === "autonomous" ||
        !after.settings.gates.some((gate) => event.data.gate.startsWith(gate)),
      "nobody had to be asked",
    );
  assert.ok(after.proof.runs >= before.proof.runs);
  for (const [subject, tally] of Object.entries(before.tallies))
    assert.ok((after.tallies[subject]?.tries ?? 0) >= tally.tries, "tries only grow");
};

/** Invariants after a whole command. */
const ofCommand = (state: State): void => {
  assert.deepEqual(JSON.parse(JSON.stringify(state)), state, "state is plain JSON");
  const unsettled = state.issues
    .filter((issue) => isUnsettled(issue) && issue.subject !== "project")
    .map(({ subject }) => subject);
  assert.equal(new Set(unsettled).size, unsettled.length, "one issue a subject");
  const due = jobs(state);
  assert.equal(new Set(due.map(({ key }) => key)).size, due.length, "no key twice");
  if (life(state) === "live")
    assert.ok(
      due.some(({ why }) => why === null),
      `nothing holds: ${JSON.stringify({ due: due.map(({ key, why }) => [key, why]), state })}`,
    );
  const free = due.filter(({ why }) => why === null).map(({ key }) => key.split("-")[0] ?? "");
  if (free.includes("review") || free.includes("accept"))
    assert.ok(
      !free.includes("work") && !free.includes("check"),
      "nobody moves a tree under inspection",
    );
  if (free.includes("check")) assert.ok(!free.includes("work"));
};

const say = (run: Desk, one: Word, seen: Set<string>): void => {
  const all = sayable(run, one);
  const chosen = all[one.pick % Math.max(1, all.length)];
  if (chosen === undefined) return;
  const before = run.state();
  if (one.raw === 7) run.tick(-90_000 * (one.pick % 5));
  if (chosen.edit !== undefined) run.world.edit(chosen.edit);
  const size = run.log.length;
  const data =
    chosen.measured === true ? { ...chosen.data, after: run.world.moment() } : chosen.data;
  const events = run.send(chosen.type, data, chosen.by);
  if (isRefusal(events)) {
    assert.equal(run.log.length, size);
    seen.add(events.code);
    return;
  }
  let state = before;
  for (const event of run.log.slice(size)) {
    const next = run.fold(state, event);
    seen.add(event.type);
    ofHistory(state, next, event, event.at);
    ofStories(state, next, event, chosen.by);
    ofRun(state, next, event, chosen.by);
    state = next;
  }
  ofCommand(run.state());
};

test("invariants hold after every event of what is taken, in any order", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 60, maxLength: 160, size: "max" }),
      fc.boolean(),
      (words, begun) => {
        const run = openDesk();
        if (begun)
          run.execute({ concurrency: 2 }, {}, { A: ["a", "b", "c"], B: ["d"] }, ["npm test"]);
        else run.start({ gates: ["brief", "blueprint"] });
        for (const one of words) say(run, one, seen);
      },
    ),
    { numRuns: 130, seed: 11 },
  );
  // The random runs must reach every event, or the test proves nothing.
  cameAbout(seen, [
    "ProjectCompleted",
    "EpicCompleted",
    "StoryForced",
    "Unhalted",
    "Halted",
    "IssueResolved",
    "GateRefused",
    "ChecksPassed",
    "AuditFinished",
  ]);
});
