// Tests of `verify` on events forged behind the last anchor: detected by the protocol's rules.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import type { TestContext } from "node:test";
import { DatabaseSync } from "node:sqlite";
import { chain } from "../../src/core/hash.ts";
import { gitIn } from "../contract/workspace-folder.ts";
import { at, desk } from "../e2e/desk.ts";

type Forged = readonly [type: string, data: unknown, by?: unknown];
type Way = {
  readonly start: readonly string[];
  readonly events: readonly Forged[];
  readonly phase: string;
  readonly says: RegExp;
};

/** Puts events behind the last of a ledger's only run, and makes its card say what they make of it. */
const forge = (path: string, events: readonly Forged[], phase: string, life = "over"): void => {
  const db = new DatabaseSync(path);
  try {
    for (const [type, data, sender = { kind: "engine", name: "engine" }] of events) {
      const last = db.prepare("select * from rows order by seq desc limit 1").get() ?? {};
      const [run, stamp] = [String(last["run"]), String(last["at"])];
      const by = JSON.stringify(sender);
      const row = {
        run,
        version: Number(last["version"]) + 1,
        type,
        at: stamp,
        by,
        cause: "~c",
        data: JSON.stringify(data),
      };
      const [seq, hash] = [Number(last["seq"]), chain(String(last["hash"]), row)];
      db.prepare(
        'insert into rows (run, version, former, cause, type, at, hash, "by", data) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ).run(run, row.version, seq, row.cause, type, stamp, hash, by, row.data);
      db.prepare(
        "update cards set version = ?, head = ?, last = ?, life = ?, phase = ?, good = ?",
      ).run(row.version, hash, seq + 1, life, phase, life === "over" ? 1 : null);
    }
    db.exec("delete from snapshots");
  } finally {
    db.close();
  }
};

const entry = {
  at: "2026-01-08T12:00:00.000Z",
  by: "saul",
  signal: "PROJECT_COMPLETE",
  summary: "done",
  files: [],
};
const plan = {
  tasks: [
    {
      id: "1",
      subject: "One",
      success_criteria: [{ criteria: "it is there", command: "test -e one.txt" }],
    },
  ],
};

const ways: Readonly<Record<string, Way>> = {
  ultrawork: {
    start: ["Goal", "--session", "s", "--plan", "plan.json"],
    events: [["RunCompleted", { tree: "t", head: null }]],
    phase: "COMPLETE",
    says: /RunCompleted\) is not what the rules of ultrawork make there: no plan was approved/u,
  },
  iterative: {
    start: ["Add a look", "--slug", "look"],
    events: [
      ["DeliveryApproved", { tree: null, reason: "", auto: true }],
      ["PhaseEntered", { phase: "complete" }],
    ],
    phase: "complete",
    says: /DeliveryApproved\) is not what the rules of iterative make there: nothing is delivered in discover/u,
  },
  player: {
    start: ["--template", "look", "--goal", "it"],
    events: [["RunCompleted", {}]],
    phase: "completed",
    says: /RunCompleted\) is not what the rules of player make there: not done: N-001/u,
  },
  stigmergy: {
    start: ["A look"],
    events: [["ProjectCompleted", { entry }]],
    phase: "PROJECT_COMPLETE",
    says: /ProjectCompleted\) is not what the rules of stigmergy make there: not every story was complete in NEEDS_BRIEFING/u,
  },
};

const begun = async (t: TestContext, protocol: string, { start }: Way) => {
  const { cairn, root } = desk(t);
  writeFileSync(join(root, "plan.json"), JSON.stringify(plan));
  gitIn(root, "add", "-A");
  gitIn(root, "commit", "-q", "-m", "first");
  await cairn(["template", "compose", "look", "--step", "analyze"]);
  const started = await cairn(["run", "--later", protocol, ...start, "--json"]);
  assert.equal(started.exit, 0, started.out + started.err);
  return { cairn, path: join(root, ".git/cairn/ledger.db") };
};

for (const [protocol, way] of Object.entries(ways))
  test(`an end of ${protocol} that was forged behind the last event is found, though chain and card fit`, async (t) => {
    const { cairn, path } = await begun(t, protocol, way);
    const sound = await cairn(["verify"]);
    assert.equal(sound.exit, 0, sound.out);
    forge(path, way.events, way.phase);
    const told = await cairn(["verify", "--json"]);
    assert.equal(told.exit, 5, told.out);
    assert.equal(at(told.json(), "findings", 0, "code"), "EVENT_UNLAWFUL");
    assert.match(String(at(told.json(), "findings", 0, "text")), way.says);
  });

const ana = { kind: "person", name: "ana" };
const wim = { kind: "agent", name: "wim", agent: "claude", conversation: null, job: "task-1-1" };
const result = {
  unit: "1",
  criterion: 1,
  criteria: "it is there",
  command: "test -e one.txt",
  passed: true,
  captured: false,
  hollow: false,
  flipped: false,
  exit: 0,
  why: null,
  tree: "t",
  by: "engine",
  name: "engine",
  digest: null,
  excerpt: "",
};
const engine = { kind: "engine", name: "engine" };
const shown = (more: object = {}, sender: unknown = engine): Forged => [
  "ChecksRecorded",
  { unit: "1", tree: "t", head: null, results: [{ ...result, ...more }], changed: [] },
  sender,
];
const approved: Forged = ["PlanApproved", { rev: 1, by: "ana", documents: {} }, ana];
const holder = { name: "wim", agent: null, conversation: null };
const begins = (stage: string, unit: string, job: string): Forged => [
  "JobBegun",
  { unit, job, stage, holder, worker: "wim", leased: true },
];
const claimed: readonly Forged[] = [
  approved,
  begins("work", "1", "task-1-1"),
  ["WorkClaimed", { unit: "1", by: "wim", summary: "", concerns: "" }, wim],
];
const done: Forged = ["UnitDone", { unit: "1", reason: "" }];
const due: readonly Forged[] = [...claimed, shown(), done, ["UnitDue", { unit: "verify" }]];
const pass = (kind: string, sender: unknown, judgement = "met"): Forged => [
  "VerdictRecorded",
  {
    unit: "verify",
    whole: true,
    verdict: "PASS",
    by: "wim",
    kind,
    judgements: [{ unit: "1", criterion: 1, judgement, note: "" }],
    issues: [],
    notes: "",
  },
  sender,
];
const judged: readonly Forged[] = [...due, ["UnitShown", { unit: "verify" }]];
const check = { type: "command_output", command: "true" };
const bypass = {
  unit: "1",
  what: "waived",
  criterion: null,
  criteria: "",
  by: "ana",
  reason: "so",
  dropped: false,
};
const word = { ...result, by: "person", name: "ana", exit: null };
const options = {
  mode: "interactive",
  max_workers: 0,
  max_iterations: 5,
  max_attempts: 3,
  judge: "person",
  timeout_s: 600,
};

/** Each behind a run whose plan of one task waits for approval; the last event is the lie. */
const lies: readonly (readonly [string, readonly Forged[], RegExp])[] = [
  ["a proof by another exit", [...claimed, shown({ exit: 1 })], /it passed by exit 1, not 0/u],
  [
    "a proof of another command",
    [...claimed, shown({ command: "true" })],
    /it isn't the criterion's check/u,
  ],
  ["a proof without an exit", [...claimed, shown({ exit: null })], /without an exit code/u],
  ["a proof that an agent recorded", [...claimed, shown({}, wim)], /agent makes none/u],
  [
    "a person's word for a command",
    [...claimed, ["CriterionJudged", word, ana]],
    /its check is the engine's to run/u,
  ],
  ["a task that is done unproved", [...claimed, done], /without a proof: 1\.1/u],
  ["a verdict before the checks", [...due, pass("judge", wim)], /nothing waited for a verdict/u],
  ["a verdict of the engine", [...judged, pass("engine", undefined)], /no verdict of engine/u],
  ["a person's verdict by an agent", [...judged, pass("person", wim)], /no verdict of agent/u],
  ["a PASS that leaves one unmet", [...judged, pass("judge", wim, "unmet")], /was not shown/u],
  [
    "a criterion that an agent waived",
    [["Bypassed", { ...bypass, criterion: 1, criteria: "it is there" }, wim]],
    /agent makes none/u,
  ],
  ["a task that the engine waived", [["Bypassed", bypass]], /engine makes none/u],
  [
    "a task that an agent left out",
    [["Bypassed", { ...bypass, what: "skipped" }, wim]],
    /agent makes none/u,
  ],
  [
    "a plan that an agent approved",
    [["PlanApproved", { rev: 1, by: "ana", documents: {} }, wim]],
    /agent approves no plan/u,
  ],
  [
    "a plan approved by nobody, not in auto mode",
    [["PlanApproved", { rev: 1, by: null, documents: {} }]],
    /engine approves no plan/u,
  ],
  ["options that an agent changed", [["OptionsSet", { options }, wim]], /agent makes none/u],
  ["a goal that an agent made smaller", [["GoalSet", { goal: "Less" }, wim]], /agent makes none/u],
  [
    "a check that is planned while it is worked on",
    [
      approved,
      ["CheckSet", { unit: "1", criterion: 1, check, chosenBy: "plan", reason: "so", by: "x" }],
    ],
    /no check is planned once the plan is approved/u,
  ],
  [
    "a run that the engine took up again",
    [["RunReopened", { reason: "so" }]],
    /engine makes none/u,
  ],
];
const phaseOf = (events: readonly Forged[]): string => {
  if (
    events.some(
      ([type, data]) =>
        type === "UnitDone" ||
        (type === "Bypassed" && isRecord(data) && data["criterion"] === null),
    )
  )
    return events.includes(approved) ? "VERIFICATION" : "PLANNING";
  return events.some(([type]) => type === "PlanApproved") ? "EXECUTION" : "PLANNING";
};

test("what ultrawork's rules can't have made behind the last anchor is found by its reason, and nothing before it", async (t) => {
  for (const [lie, events, says] of lies) {
    const { cairn, path } = await begun(t, "ultrawork", ways["ultrawork"] ?? assert.fail());
    forge(path, events, phaseOf(events), "live");
    const told = await cairn(["verify", "--json"]);
    assert.equal(told.exit, 5, lie);
    const unlawful = JSON.parse(told.out).findings.filter(
      (one: { code: string }) => one.code === "EVENT_UNLAWFUL",
    );
    assert.equal(unlawful.length, 1, lie + told.out);
    assert.match(String(unlawful[0].text), says, lie);
  }
});
