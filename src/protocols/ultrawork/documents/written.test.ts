// Tests of ultrawork's files: what each key shows, and the log's entries.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Recorded } from "../../../core/row.ts";
import type { EventKind } from "../../../kit/event.ts";
import { declarationsIn } from "../../../kit/maker.ts";
import * as jobs from "../../../work/events/jobs.ts";
import * as plans from "../../../work/events/plan.ts";
import * as claims from "../../../work/events/claims.ts";
import * as proofs from "../../../work/events/proofs.ts";
import * as runs from "../../../work/events/run.ts";
import * as units from "../../../work/events/units.ts";
import type { Draft } from "../../../work/unit.ts";
import { usualOptions } from "../../../work/options.ts";
import type { Work } from "../../../work/work.ts";
import { place } from "../folder.ts";
import { ownOf, withOwn } from "../own.ts";
import { verifyDraft } from "../drafts.ts";
import { write } from "../documents.ts";

type Free = ReturnType<typeof JSON.parse>;
type Step = { readonly type: string; readonly data: unknown };
const kinds: readonly EventKind<Work>[] = [
  ...declarationsIn(jobs, plans, claims, proofs, units),
  runs.runStarted,
  runs.runCompleted,
  runs.runFailed,
  runs.runCancelled,
  runs.runReopened,
  runs.goalSet,
];
const isPlanners = (step: Step): boolean => plans.planProposed.is(step) && step.data.unit !== null;
const logOf = (steps: readonly Step[]): readonly Recorded[] =>
  steps.map((step, at) => ({
    ...step,
    version: at + 1,
    at: `2026-01-08T12:00:${String(at).padStart(2, "0")}.000Z`,
    by: { kind: isPlanners(step) ? "agent" : "person", name: "pia" },
    cause: `c${at}`,
  }));
const fold = (log: readonly Recorded[]): Work => {
  const state = log.reduce<Work | null>((before, event) => {
    const kind = kinds.find(({ type }) => type === event.type);
    const after =
      before === null
        ? kind?.begin?.(event.data, event, before)
        : kind?.apply?.(before, event.data, event);
    assert.ok(after, event.type);
    return { ...after, updatedAt: event.at };
  }, null);
  assert.ok(state);
  return state;
};
const filesOf = (...steps: readonly Step[]) => write(fold(logOf(steps)), logOf(steps));
const read = (text: string | undefined): Free => JSON.parse(text ?? "null");
const session = (...steps: readonly Step[]): Free => read(filesOf(...steps)["session.json"]);

const own = {
  session: "abc",
  sessionTask: "42",
  team: "shop",
  home: "~/.claude/ultrawork",
  findings: [],
  planner: null,
  evidenceLog: [],
};
const unit = (id: string, kind: string, more: Partial<Draft> = {}): Draft => ({
  ...verifyDraft([]),
  id,
  kind,
  title: id,
  ...more,
});
const named = (text: string, check: Draft["criteria"][number]["check"]) =>
  ({ text, check, chosenBy: "plan" }) as const;
const one = unit("1", "task", {
  title: "Login",
  text: "with a form",
  more: { complexity: "complex" },
  criteria: [
    named("a", { type: "test_result", command: "npm test" }),
    named("b", { type: "screenshot", path: "b.png" }),
    { text: "c", check: null, chosenBy: null },
  ],
});
const verify = { ...verifyDraft([]), after: ["1"] };
const first = {
  run: "r1",
  goal: "Add a login",
  options: usualOptions,
  base: { head: null, tree: null },
};
const started = runs.runStarted({
  ...first,
  units: [unit("exp-1", "explore"), unit("plan", "plan")],
  more: own,
  approvedBy: null,
});
const holder = { name: "wim", agent: null, conversation: null };
const begun = (id: string, worker: string, stage: "work" | "judge" = "work"): Step =>
  jobs.jobBegun({ unit: id, job: `${id}-1`, stage, holder, worker, leased: true });
const proposed = (by: string | null) =>
  plans.planProposed({
    set: [one, verify],
    gone: [],
    order: ["exp-1", "plan", "1", "verify"],
    rev: 1,
    unit: by,
    warnings: [],
    decisions: [],
  });
const approved = plans.planApproved({ rev: 1, by: "ana", documents: {} });
const working = [
  started,
  begun("plan", "task-p"),
  proposed("plan"),
  approved,
  begun("1", "task-w"),
];
const claimed = jobs.workClaimed({
  unit: "1",
  by: "task-w",
  summary: "",
  concerns: "",
});
type Result = Parameters<typeof proofs.checksRecorded>[0]["results"][number];
const result = (criterion: number, more: Partial<Result> = {}): Result => ({
  unit: "1",
  criterion,
  criteria: "abc".charAt(criterion - 1),
  type: one.criteria[criterion - 1]?.check?.type ?? "manual",
  command: criterion === 1 ? "npm test" : "b.png",
  passed: criterion === 1,
  captured: criterion === 2,
  hollow: false,
  held: null,
  flipped: false,
  exit: 0,
  why: null,
  tree: "t",
  by: "engine",
  name: "engine",
  digest: criterion === 2 ? "d1" : null,
  excerpt: "all well",
  ...more,
});
const checked = (id: string, ...results: readonly Result[]) =>
  proofs.checksRecorded({ unit: id, tree: "t", head: null, results: [...results], changed: [] });
const red = (exit: number | null, why: string | null) =>
  checked("1", result(1, { passed: false, exit, why }));
const said = (criterion: number, passed: boolean) =>
  proofs.criterionJudged({
    ...result(criterion, { passed, captured: false, by: "person", name: "ana", command: "" }),
    excerpt: "looks so",
    reason: "looks so",
  });
const claim = claims.evidenceClaimed({
  unit: "1",
  criterion: 3,
  criteria: "c",
  type: "manual",
  text: "seen",
  command: "ls",
  path: null,
  by: "task-w",
  extras: [["mine", "7"]],
});
const waived = units.criterionWaived({
  unit: "1",
  criterion: 3,
  criteria: "c",
  by: "ana",
  reason: "later",
});
const ofOne = { unit: "1", by: "ana", reason: "why" };
const done = units.unitDone({ unit: "1", reason: "" });
const verdict = (is: "PASS" | "FAIL", kind: "judge" | "person" = "judge") =>
  proofs.verdictRecorded({
    unit: "verify",
    whole: true,
    verdict: is,
    by: "task-v",
    kind,
    judgements: [2, 3].map((criterion) => ({
      unit: "1",
      criterion,
      judgement: "met" as const,
      note: "",
    })),
    issues:
      is === "PASS"
        ? []
        : [{ summary: "No logout", doneWhen: "it is", unit: null, criterion: null, check: null }],
    notes: "read it",
  });
const shown = [claimed, checked("1", result(1), result(2)), done];
const toVerify = [...working, ...shown, units.unitDue({ unit: "verify" })];
const judged = [
  ...toVerify,
  units.unitShown({ unit: "verify" }),
  begun("verify", "task-v", "judge"),
];
const passed = [...judged, verdict("PASS"), units.unitDone({ unit: "verify", reason: "" })];
const complete = [...passed, runs.runCompleted({ tree: null, head: null })];
const failed = runs.runFailed({ reason: "no rounds" });
const cancelled = runs.runCancelled({ reason: "" });
const at = (second: number): string => `2026-01-08T12:00:${String(second).padStart(2, "0")}Z`;

const sessions: readonly (readonly [string, readonly Step[], unknown])[] = [
  ["version", [started], "1.0"],
  ["session_task_id", [started], "42"],
  ["goal", [started, runs.goalSet({ goal: "More" })], "More"],
  ["started_at", [started], at(0)],
  ["updated_at", [started, begun("exp-1", "e")], at(1)],
  ["phase", [started, proposed(null)], "PLANNING"],
  ["phase", working, "EXECUTION"],
  ["phase", toVerify, "VERIFICATION"],
  ["phase", [...working, units.unitWaived({ ...ofOne, dropped: false })], "VERIFICATION"],
  ["phase", [...working, units.unitSkipped(ofOne)], "VERIFICATION"],
  ["phase", complete, "COMPLETE"],
  ["phase", [...working, failed], "FAILED"],
  ["phase", [...working, cancelled], "CANCELLED"],
  ["phase", [...working, cancelled, runs.runReopened({ reason: "" })], "EXECUTION"],
  ["completed_at", complete, at(complete.length - 1)],
  ["completed_at", [...working, failed], null],
  ["cancelled_at", [...working, cancelled], at(5)],
  ["cancelled_at", [...working, cancelled, runs.runReopened({ reason: "" })], null],
  ["failure_reason", [...working, failed], "no rounds"],
  ["failure_reason", working, null],
  ["verify_task_id", [started], "verify"],
];
for (const [key, steps, wanted] of sessions)
  test(`session.json's ${key} is ${String(wanted)} after ${steps.at(-1)?.type}`, () => {
    assert.deepEqual(session(...steps)[key], wanted);
  });

const planners: readonly (readonly [string, readonly Step[], readonly unknown[]])[] = [
  ["nobody", [started], [null, "pending", null, null]],
  ["at it", [started, begun("plan", "task-p")], ["task-p", "running", at(1), null]],
  ["done", working, ["task-p", "completed", at(1), at(2)]],
  [
    "out of tries",
    [started, begun("plan", "p"), jobs.unitFailed({ unit: "plan", kind: "late", reason: "" })],
    ["p", "failed", at(1), at(2)],
  ],
  [
    "sent back",
    [...working.slice(0, 3), plans.planReturned({ rev: 1, reason: "no", unit: "plan" })],
    ["task-p", "pending", at(1), null],
  ],
  ["tried again", [started, begun("plan", "p"), begun("plan", "q")], ["q", "running", at(2), null]],
  ["given", [started, proposed(null), approved], ["pia", "completed", at(1), at(1)]],
];
for (const [name, steps, wanted] of planners)
  test(`the planner, ${name}`, () => {
    assert.deepEqual(Object.values(session(...steps).planner), wanted);
  });

const statuses: readonly (readonly [string, readonly Step[], string])[] = [
  ["1", working.slice(0, 4), "open"],
  ["1", working, "in_progress"],
  ["1", [...working, claimed], "in_progress"],
  ["1", toVerify, "resolved"],
  ["1", [...working, jobs.unitFailed({ unit: "1", kind: "late", reason: "" })], "failed"],
  ["1", [...working, units.unitSkipped(ofOne)], "failed"],
  ["1", [...working, units.unitWaived({ ...ofOne, dropped: false })], "failed"],
  ["verify", working, "open"],
  ["verify", toVerify, "in_progress"],
  ["verify", passed, "resolved"],
  ["verify", [...judged, failed], "failed"],
  ["verify", [...working, failed], "open"],
];
for (const [id, steps, wanted] of statuses)
  test(`task ${id} is ${wanted} after ${steps.at(-1)?.type}`, () => {
    const file = read(filesOf(...steps)[`tasks/${id}.json`]);
    assert.equal(file.status, wanted);
    assert.equal(wanted === "resolved" || wanted === "failed", file.completed_at !== null);
  });

/** `verified output` of each entry of a task's evidence. */
const evidence = (id: string, ...steps: readonly Step[]): readonly string[] =>
  read(filesOf(...steps)[`tasks/${id}.json`]).evidence.map(
    ({ verified, output }: Free) => `${String(verified)} ${output}`,
  );
const entries: readonly (readonly [string, readonly Step[], readonly string[]])[] = [
  ["1", [red(1, "exit 1")], ["false [exit 1] all well"]],
  ["1", [red(0, "no test ran")], ["false [exit 0] no test ran\nall well"]],
  ["1", [red(null, "timed out after 9 s")], ["false [timed out] all well"]],
  ["1", [red(null, "killed")], ["false [exit unknown] killed\nall well"]],
  ["1", [checked("1", result(1), result(2))], ["true all well", "false [captured] b.png d1"]],
  ["1", [claim], ["false [claim by task-w] seen"]],
  ["1", [claim, said(3, true)], ["true [confirmed by ana] looks so"]],
  ["1", [said(3, false)], ["false [verdict by ana] unmet: looks so"]],
  ["1", [claim, waived], ["false [waived by ana] later"]],
];
for (const [id, steps, wanted] of entries)
  test(`evidence shows ${wanted.join(", ")}`, () => {
    assert.deepEqual(evidence(id, ...working, ...steps), wanted);
  });

test("a verdict proves pictures, never by a judge's word alone, and ends verify's evidence", () => {
  assert.deepEqual(evidence("1", ...passed), [
    "true all well",
    "true [captured] b.png d1",
    "false [verdict by task-v] met",
  ]);
  assert.deepEqual(evidence("verify", ...passed), ["false [verdict by task-v] PASS\nread it"]);
  assert.deepEqual(evidence("verify", ...judged, verdict("PASS", "person")), [
    "true [verdict by task-v] PASS\nread it",
  ]);
  assert.deepEqual(evidence("verify", ...judged, verdict("FAIL")), [
    "false [verdict by task-v] FAIL\n- No logout (done when: it is)\nread it",
  ]);
});

test("evidence is as old as what was shown first, and never younger than its task's end", () => {
  const file = read(filesOf(...passed)["tasks/1.json"]);
  const late = (entry: Free) => entry.timestamp > file.completed_at;
  assert.equal(file.evidence.length, 3);
  assert.ok(!file.evidence.some(late));
  const again = [checked("1", result(1)), checked("1", result(1))];
  const times = (...steps: readonly Step[]) =>
    read(filesOf(...working, ...steps)["tasks/1.json"]).evidence[0].timestamp;
  assert.equal(times(...again), at(5));
  assert.equal(times(...again, red(1, null), checked("1", result(1))), at(8));
});

test("a task has the plan's fields, unknown keys last, and the same entry in session.json", () => {
  const extras = { file: "tasks/1.json", pointer: "", entries: [["x", "1.0"]] as const };
  const state = { ...fold(logOf([...working, claim])), extras: [extras] };
  const files = write(state, logOf([...working, claim]));
  const { description, complexity, checks, x, ...rest } = read(files["tasks/1.json"]);
  assert.deepEqual([description, complexity, x], ["with a form", "complex", 1]);
  assert.match(files["tasks/1.json"] ?? "", /"x": 1\.0\n\}\n$/u);
  assert.deepEqual(checks, [
    { criteria: "a", type: "test_result", command: "npm test" },
    { criteria: "b", type: "screenshot", path: "b.png" },
  ]);
  assert.deepEqual(rest.evidence[0], {
    criteria: "c",
    command: "ls",
    output: "[claim by task-w] seen",
    verified: false,
    timestamp: at(5),
    mine: 7,
  });
  const { child_tasks: children } = read(files["session.json"]);
  assert.deepEqual(children[0], rest);
  assert.deepEqual(
    children.map(({ id, blocked_by: waits }: Free) => [id, waits]),
    [
      ["1", []],
      ["verify", ["1"]],
    ],
  );
});

const answered = [
  plans.questionAsked({ id: "1", unit: "plan", text: "Which?", options: [] }),
  plans.questionAnswered({ question: "1", unit: "plan", answer: "This", by: "ana" }),
];
const logged: readonly (readonly [readonly Step[], readonly string[]])[] = [
  [[claim], ["1 c manual [claim by task-w] seen"]],
  [
    [checked("1", result(1), result(2))],
    ["1 a test_result all well", "1 b screenshot [captured] b.png d1"],
  ],
  [[red(1, "exit 1")], ["1 a test_result [exit 1] all well"]],
  [[said(3, true)], ["1 c manual [confirmed by ana] looks so"]],
  [[waived], ["1 c manual [waived by ana] later"]],
  [[units.unitWaived({ ...ofOne, dropped: true })], ["1  manual [waived by ana] why"]],
  [[units.unitSkipped(ofOne)], ["1  manual [waived by ana] skipped: why"]],
  [answered, ["  manual question 1: Which?\nana: This"]],
  [[verdict("PASS")], ["verify  manual [verdict by task-v] PASS\nread it"]],
  [[done], []],
];
for (const [steps, wanted] of logged)
  test(`the log after ${steps.at(-1)?.type}: ${String(wanted[0])}`, () => {
    const { evidence_log: log } = session(...working, ...steps);
    assert.deepEqual(
      log.map(
        ({ task_id: id, criteria, type, content }: Free) => `${id} ${criteria} ${type} ${content}`,
      ),
      wanted,
    );
    for (const { timestamp } of log) assert.equal(timestamp, at(working.length + steps.length - 1));
  });

test("an entry of the log that was printed before follows its place and the keys kept there", () => {
  const log = logOf([...working, checked("1", result(1), result(2)), claim]);
  const state = fold(log);
  const logWith = (extras: Work["extras"], from = log, found = ownOf(state).evidenceLog): Free =>
    read(write(withOwn({ ...state, extras }, { evidenceLog: found }), from)["session.json"])
      .evidence_log;
  const kept = [
    { file: "session.json", pointer: "/evidence_log/1", entries: [["x", "7"]] as const },
  ];
  const [a, b, c] = logWith([]);
  assert.equal(c.mine, 7);
  assert.deepEqual(logWith([], log.slice(0, -1)), [a, b]);
  assert.deepEqual(logWith([]), [a, b, c]);
  assert.deepEqual(logWith(kept), [a, { ...b, x: 7 }, c]);
  assert.deepEqual(logWith(kept, log.toSpliced(-2, 1)), [c]);
  assert.deepEqual(logWith([], log, ['{"old":1}']), [{ old: 1 }, a, b, c]);
});

test("context.json holds unions in first-seen order; an adopted one lacks what it has no content for", () => {
  const found = (explorer: string, ...key_files: readonly string[]) => ({
    explorer,
    key_files,
    hint: "h",
    file: null,
    summary: "s",
    patterns: [],
    constraints: [],
  });
  const state = fold(logOf([started]));
  const context = (of: Work): Free => read(write(of, [])["context.json"]);
  const empty = context(state);
  assert.deepEqual(empty.expected_explorers, ["exp-1"]);
  assert.deepEqual([empty.exploration_complete, empty.key_files], [false, []]);
  const told = withOwn(state, { findings: [found("exp-1", "b", "a"), found("hand", "a", "c")] });
  assert.deepEqual(context(told).key_files, ["b", "a", "c"]);
  assert.equal(context(told).exploration_complete, true);
  const adopted = { ...state, units: [], adopted: [] };
  assert.deepEqual(context(adopted), { version: "2.1", explorers: [] });
  assert.deepEqual(Object.keys(context({ ...told, units: [], adopted: [] })), [
    "version",
    "explorers",
    "key_files",
  ]);
});

test("refused.md is there only while an edit stands refused; an archived folder moves", () => {
  const state = fold(logOf([started]));
  const refused = { path: "tasks/1.json", digest: "d", code: "PLAN_FROZEN", why: "w", at: at(0) };
  assert.equal(write(state, [])["refused.md"], undefined);
  assert.match(write({ ...state, refused }, [])["refused.md"] ?? "", /PLAN_FROZEN/u);
  assert.equal(place(state), "~/.claude/ultrawork/shop/sessions/abc");
  assert.equal(place({ ...state, archived: true }), "~/.claude/ultrawork/shop/archive/abc");
});
