// Table of the model's limits, each by one: what just fits is taken, what is one more or less is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hand, stage, start } from "../../test/fixtures/stage.ts";
import { begin, planOf, taskOf, two } from "../../test/fixtures/ultrawork.ts";
import { isRefusal } from "../core/refusal.ts";
import { ultrawork } from "../protocols/ultrawork/index.ts";

const text = (n: number): string => "x".repeat(n);

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
