// Fuzzed readers of the stigmergy state file: nothing verified, approved, freed or forgotten by it.
import assert from "node:assert/strict";
import fc from "fast-check";
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Facts, Sender } from "../../../src/core/protocol.ts";
import { admit } from "../../../src/protocols/stigmergy/admit/edits.ts";
import { admitting } from "../../../src/protocols/stigmergy/admitting.ts";
import { decide } from "../../../src/protocols/stigmergy/decider.ts";
import { evolve } from "../../../src/protocols/stigmergy/evolve.ts";
import { write } from "../../../src/protocols/stigmergy/files.ts";
import { storiesOf } from "../../../src/protocols/stigmergy/manifest.ts";
import type { StigmergyEvent } from "../../../src/protocols/stigmergy/events.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import type { Desk } from "../../fixtures/stigmergy-desk.ts";
import type { Free } from "../../fixtures/stigmergy-edits.ts";
import * as stands from "../../fixtures/stigmergy-stands.ts";
import { mutated, raw } from "../mutated.ts";
import { readable, sound } from "../never.ts";
import { type Reader, reader } from "../reader.ts";

const {
  awaiting,
  begun,
  briefGate,
  briefWritten,
  executing,
  failed,
  fresh,
  halted,
  over,
  planned,
  planning,
  second,
  written,
} = stands;
const makes = {
  awaiting,
  begun,
  briefGate,
  briefWritten,
  executing,
  failed,
  fresh,
  halted,
  over,
  planned,
  planning,
  second,
  written,
};
type Name = keyof typeof makes;
const names: readonly Name[] = [
  "awaiting",
  "begun",
  "briefGate",
  "briefWritten",
  "executing",
  "failed",
  "fresh",
  "halted",
  "over",
  "planned",
  "planning",
  "second",
  "written",
];

type Stand = {
  readonly run: Desk;
  readonly state: State;
  readonly text: string;
  readonly former: readonly string[];
  readonly facts: Facts;
};
const made = new Map<Name, Stand>();
const standOf = (name: Name): Stand => {
  const had = made.get(name);
  if (had !== undefined) return had;
  const { run, edits } = makes[name]();
  const facts = {
    ...run.world.facts(
      admitting(run.state(), [{ path: "state.json", text: "{}", former: () => [] }]),
      run.now(),
    ),
    leases: [],
  };
  // Every text that the file has had.
  const ends = run.log.flatMap(({ cause }, index) =>
    run.log[index + 1]?.cause === cause ? [] : [index + 1],
  );
  const former = ends.map((end) => {
    const log = run.log.slice(0, end);
    const then = log.reduce<State | null>((before, event) => evolve(before, event), null);
    return then === null ? "" : (write(then, log)["state.json"] ?? "");
  });
  const one = { run, state: run.state(), text: edits.text(), former, facts };
  made.set(name, one);
  return one;
};

const words = [
  "PENDING",
  "IN_PROGRESS",
  "AWAITING_VERIFICATION",
  "COMPLETE",
  "FAILED",
  "OPEN",
  "RESOLVED",
  "FAILED_TO_RESOLVE",
];
const statuses = [
  "NEEDS_BRIEFING",
  "NEEDS_PLANNING",
  "READY_FOR_EXECUTION",
  "EXECUTION_IN_PROGRESS",
  "EXECUTION_HALTED",
  "PROJECT_COMPLETE",
];
const signals = [
  "STORY_CREATED",
  "ESCALATION_REQUIRED",
  "BRIEF_COMPLETE",
  "BLUEPRINT_COMPLETE",
  "STORY_COMPLETE",
  "EXECUTION_APPROVED",
  "BYPASS",
  "X",
];
const times = [
  "",
  "ISO_TIMESTAMP_PLACEHOLDER",
  "2026-01-14T09:00:00Z",
  "2026-01-15T09:00:00Z",
  "2031-01-01T00:00:00+02:00",
  "soon",
];

/** What an agent means, rightly or wrongly: numbers, so that a failing case shrinks. */
const wish = fc.tuple(fc.nat(11), fc.nat(40), fc.nat(40));
const wished = (file: Free, [how, at, to]: readonly [number, number, number]): void => {
  const stories: Free[] = file.project_manifest.epics.flatMap((epic: Free) => epic.stories);
  const story: Free = stories[at % Math.max(1, stories.length)];
  const issue: Free = file.issue_log[at % Math.max(1, file.issue_log.length)];
  const entry = {
    timestamp: times[at % times.length],
    agent_id: ["james", "sarah", "user", "saul", "x"][to % 5],
    signal: signals[to % signals.length],
    summary: `1.${at % 3} ISSUE-001 and ${to}`,
    files_modified: [],
  };
  if (how < 3 && story !== undefined) story.status = words[to % 5];
  else if (how < 5) file.history.push(entry);
  else if (how === 5) file.project_status = statuses[to % statuses.length];
  else if (how === 6) file.system_signal = signals[to % signals.length];
  else if (how === 7 && issue !== undefined) issue.status = words[to % words.length];
  else if (how === 7)
    file.issue_log.push({
      issue_id: `ISSUE-00${to % 4}`,
      timestamp: "",
      status: "OPEN",
      summary: "Story 1.1: x",
      history_ref: [file.history[at % file.history.length]?.timestamp ?? ""],
    });
  else if (how === 8) file.history.splice(at % (file.history.length + 1), to % 3);
  else if (how === 9) file.autonomy_mode = ["autonomous", "supervised"][to % 2];
  else if (how === 10 && file.project_manifest.epics.length > 0)
    file.project_manifest.epics[at % file.project_manifest.epics.length].stories.push({
      story_id: `9.${to}`,
      title: "nine",
      status: "PENDING",
      mood: to,
    });
  else
    file.project_manifest.epics.push({
      epic_id: to,
      title: "t",
      status: "PENDING",
      stories: [{ story_id: `8.${to}`, title: "eight", status: "PENDING" }],
    });
};

const from = (
  name: Name,
  text: string,
): fc.Arbitrary<{ readonly name: Name; readonly body: string }> => {
  const wishes = fc.array(wish, { minLength: 1, maxLength: 5 }).map((list) => {
    const file: Free = JSON.parse(text);
    for (const one of list) wished(file, one);
    return JSON.stringify(file, null, 2);
  });
  return fc
    .oneof(
      { weight: 6, arbitrary: wishes },
      { weight: 6, arbitrary: mutated([text], 3) },
      { weight: 1, arbitrary: raw },
    )
    .map((body) => ({ name, body }));
};
const edited = fc.constantFrom(...names).chain((name) => {
  const { text: now, former } = standOf(name);
  return fc.nat(2 * former.length).chain((at) => from(name, former[at] ?? now));
});

const complete = (state: State): readonly string[] =>
  storiesOf(state).flatMap(({ id, status }) => (status === "COMPLETE" ? [id] : []));
const historyOf = (text: string): readonly Free[] => JSON.parse(text).history;

const lawful = (before: State, now: State): void => {
  assert.deepEqual(complete(now), complete(before), "nothing is verified without checks");
  assert.deepEqual(
    [now.autonomy, now.bypasses, now.pinned, now.checks, now.settings],
    [before.autonomy, before.bypasses, before.pinned, before.checks, before.settings],
  );
  assert.ok(before.halted === null || now.halted !== null, "no halt ends");
  assert.ok(
    before.status !== "READY_FOR_EXECUTION" || now.status !== "EXECUTION_IN_PROGRESS",
    "no gate opens",
  );
  assert.ok(
    before.status === "PROJECT_COMPLETE" || now.status !== "PROJECT_COMPLETE",
    "no project completes",
  );
  for (const story of storiesOf(before))
    assert.ok(
      storiesOf(now).some(({ id }) => id === story.id) || before.pinned === null,
      `${story.id} is still there`,
    );
};

const hold = ({ name, body }: { readonly name: Name; readonly body: string }): void => {
  const { run, state, text, facts } = standOf(name);
  let now = state;
  const log = [...run.log];
  for (const { commands, by, refused, path } of admit(
    state,
    [{ path: "state.json", text: body, former: () => [] }],
    facts,
    run.log,
  )) {
    assert.equal(path, "state.json");
    if (refused !== null) {
      sound(refused);
      assert.equal(commands.length, 0, "all or none");
    }
    const sender: Sender = { kind: "file", name: by ?? "unknown" };
    for (const { type, data } of commands) {
      const events = decide(now, run.command(type, data), { at: facts.at, by: sender });
      assert.ok(!isRefusal(events), `${type}: ${JSON.stringify(events)}`);
      for (const event of events satisfies readonly StigmergyEvent[]) {
        const recorded = {
          ...event,
          version: log.length + 1,
          at: facts.at,
          by: sender,
          cause: "c",
        };
        log.push(recorded);
        now = evolve(now, recorded);
      }
    }
  }
  lawful(state, now);
  const shown = write(now, log);
  readable(shown);
  const [old, grown] = [historyOf(text), historyOf(shown["state.json"] ?? "{}")];
  assert.deepEqual(grown.slice(0, old.length), old, "history only grows");
  for (const [index, { timestamp }] of grown.entries())
    assert.ok(index === 0 || timestamp > grown[index - 1].timestamp, "times increase");
  assert.equal(grown.at(-1).signal, now.signal);
  assert.equal(grown.length, now.entries);
  assert.deepEqual(
    admit(
      now,
      [{ path: "state.json", text: shown["state.json"] ?? "", former: () => [] }],
      facts,
      log,
    )[0]?.commands,
    [],
    "what is written says nothing new",
  );
};

export const stigmergyReaders: readonly Reader[] = [
  reader("hand edits of a state file", 30, edited, hold),
];
