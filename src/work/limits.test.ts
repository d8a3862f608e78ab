// Table of the model's limits, each by one: what just fits is taken, what is one more or less is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, start, type Free, hand } from "../../test/fixtures/stage.ts";
import { begin, planOf, taskOf, two } from "../../test/fixtures/ultrawork.ts";
import type { Job } from "../core/job.ts";
import { isRefusal } from "../core/refusal.ts";
import { ultrawork } from "../protocols/ultrawork/index.ts";
import type { Report, WorkAbout } from "./dialect.ts";
import { judgeReport, workerReport } from "./usual-reports.ts";

const number = (n: number): number => n;
const text = (n: number): string => "x".repeat(n);
const list =
  (entry: unknown) =>
  (n: number): readonly unknown[] =>
    Array.from({ length: n }, () => entry);
type Made = (n: number) => unknown;
/** From and to which number, of what, at this place of otherwise sound data. */
type Limit = readonly [of: string, at: string, from: number, to: number, made: Made, more?: object];

/** The data with a value at a place, whose holders are made as they are needed. */
const laid = (data: object, at: string, value: unknown): object => {
  const whole: Free = structuredClone(data);
  const keys = at.split("/").slice(1);
  const last = keys.pop() ?? "";
  let holder = whole;
  for (const key of keys) holder = holder[key] ??= {};
  holder[last] = value;
  return whole;
};
const held = (limits: readonly Limit[], taken: (of: string, data: object) => boolean): void => {
  for (const [of, at, from, to, made, more = {}] of limits) {
    const fits = (n: number): boolean => taken(of, laid(more, at, made(n)));
    const one = `${of} ${at}`;
    assert.deepEqual([fits(from), from === 0 || !fits(from - 1)], [true, true], `${one}: ${from}`);
    if (to !== Infinity) assert.deepEqual([fits(to), fits(to + 1)], [true, false], `${one}: ${to}`);
  }
};

const unit = { unit: "1" };
const issue = { summary: "s", done_when: "d" };
const judged = { ...unit, criterion: 1, judgement: "met" };
const verdict = { ...unit, verdict: "FAIL" };
const ran = { unit: "1", passed: true, captured: false, hollow: false, exit: 0, why: null };
const result = { ...ran, tree: null, digest: null, excerpt: "" };
const checked = { job: "j", tree: null, head: null, results: [result] };
test("what a command may hold", () => {
  const limits: readonly Limit[] = [
    ["ApprovePlan", "/rev", 1, Infinity, number],
    ["RevisePlan", "/rev", 1, Infinity, number, { reason: "r" }],
    ["Retry", "/n", 1, 10, number, unit],
    ["Waive", "/criterion", 1, Infinity, number, { ...unit, reason: "r" }],
    ["RecordChecks", "/results/0/criterion", 1, Infinity, number, checked],
    ["RecordVerdict", "/judgements", 0, 8_000, list(judged), verdict],
    ["RecordVerdict", "/issues", 0, 100, list(issue), verdict],
    ["RecordVerdict", "/issues/0/summary", 1, 2_000, text, { ...verdict, issues: [issue] }],
    ["RecordVerdict", "/issues/0/done_when", 1, 500, text, { ...verdict, issues: [issue] }],
    ["Skip", "/reason", 0, 16_384, text, unit],
  ];
  held(limits, (type, data) => {
    const message = ultrawork.messages.find((one) => one.type === type) ?? assert.fail(type);
    return "value" in message.read(data);
  });
});

const job: Job = {
  key: "task-1-1",
  about: null,
  subject: "1",
  kind: "agent",
  role: "worker",
  why: null,
  begun: true,
  writes: "nothing",
  reads: [],
  limits: { ms: 1, bytes: 1, tries: 1 },
  doubt: "retry",
};
const about: WorkAbout = {
  is: "work",
  unit: "1",
  kind: "task",
  auto: false,
  criteria: ["a", "b"],
  bare: [],
  note: null,
};
test("what a report may hold", () => {
  const readers: Readonly<Record<string, Report>> = {
    worker: workerReport({}),
    judge: judgeReport,
  };
  const done = { status: "done", summary: "s" };
  const asks = { status: "needs_context", summary: "", question: { text: "?" } };
  const shown = { ...done, evidence: [{ criterion: 1 }] };
  const met = { criterion: 1, met: true, note: "n" };
  const limits: readonly Limit[] = [
    ["worker", "/question/text", 1, 2_000, text, asks],
    ["worker", "/question/options", 0, 10, list("a"), asks],
    ["worker", "/question/options/0", 1, 500, text, laid(asks, "/question/options", ["a"])],
    ["worker", "/evidence", 0, 100, list({ criterion: 1 }), done],
    ["worker", "/evidence/0/criterion", 1, Infinity, number, shown],
    ["worker", "/evidence/0/command", 0, 4_096, text, shown],
    ["worker", "/evidence/0/path", 1, 1_024, text, shown],
    ["judge", "/judgements/0/criterion", 1, Infinity, number, { judgements: [met] }],
    ["judge", "/judgements", 0, 500, list(met)],
  ];
  held(limits, (name, report) => {
    const heard = { report, hosted: true, exit: 0, files: {}, done: "report" } as const;
    return !("misfits" in (readers[name] ?? assert.fail(name)).read(job, about, heard));
  });
});

test("a goal, a question more and a claim are cut off by a refusal, not silently", async () => {
  const begins = async (length: number): Promise<boolean> => {
    const begun = start({ goal: text(length), explorers: 0, options: {} });
    return stage(ultrawork, begun).then(
      () => true,
      () => false,
    );
  };
  assert.deepEqual(
    [await begins(8_192), await begins(8_193), await begins(0)],
    [true, false, false],
  );

  const run = await begin(two);
  run.begin("task-1-1");
  const claims = (data: object): boolean =>
    !isRefusal(run.send([{ type: "ClaimEvidence", data: { unit: "1", text: "", ...data } }], hand));
  for (const [key, most] of Object.entries({ text: 16_384, command: 16_384 }))
    assert.deepEqual(
      [claims({ [key]: text(most) }), claims({ [key]: text(most + 1) })],
      [true, false],
      key,
    );
  const extras = (length: number) => [["k", `"${text(length - 3)}"`]];
  assert.deepEqual(
    [claims({ extras: extras(65_536) }), claims({ extras: extras(65_537) })],
    [true, false],
  );
  assert.deepEqual([claims({ path: "../x" }), claims({ path: "src/x" })], [false, true]);
});

test("a run asks at most thirty questions", async () => {
  const run = await begin(planOf(taskOf("1"), taskOf("2")));
  const asks = (n: number) => ({
    status: "needs_context",
    summary: "",
    question: { text: `Which ${n}?` },
  });
  for (let n = 1; n <= 30; n += 1) {
    run.agent(`task-1-${n}`, asks(n));
    run.decide(`question-${n}`, "answer", "that one");
  }
  run.begin("task-1-31");
  const more = { unit: "1", text: "Which?", options: [] };
  const worker = { kind: "agent", name: "w-task-1-31", job: "task-1-31", fence: 1 } as const;
  assert.deepEqual(run.no("Ask", more, worker), ["QUESTION_EXCESSIVE"]);
});

test("turned away, an agent waits 30 s, 2, 8 and 32 minutes, and after that for a person", async () => {
  const run = await begin(two);
  const waits: unknown[] = [];
  for (let n = 1; n <= 5; n += 1) {
    run.begin(`task-1-${n}`);
    const before = Date.parse(run.facts().at);
    run.agent(`task-1-${n}`, undefined, { exit: 1, fault: { kind: "overload" } });
    const { notBefore } = run.job(`task-1-${n + 1}`);
    waits.push(
      notBefore === undefined ? null : Math.round((Date.parse(notBefore) - before) / 1_000),
    );
    run.wait(3_600_000);
  }
  assert.deepEqual(waits, [30, 120, 480, 1_920, null]);
  assert.deepEqual([run.keys().includes("stuck-1"), run.unit("1").tries], [true, 0]);
});

test("a provider's own time is waited for, up to eight days", async () => {
  for (const [days, isWaited] of [
    [7.99, true],
    [8.01, false],
  ] as const) {
    const run = await begin(two);
    run.begin("task-1-1");
    const retryAt = new Date(Date.parse(run.facts().at) + days * 86_400_000).toISOString();
    run.agent("task-1-1", undefined, { exit: 1, fault: { kind: "quota", retryAt } });
    assert.deepEqual(
      [run.job("task-1-2").notBefore === retryAt, run.keys().includes("stuck-1")],
      [isWaited, !isWaited],
    );
  }
});
