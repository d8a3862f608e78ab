// Tests of usage sums: totals per conversation, cached tokens, missing figures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { usageText } from "../words/usage.ts";
import { alone, believed, isUsed, sums } from "./usage.ts";
import type { Usage, Used } from "./usage.ts";

const used = (fence: number, usage: Partial<Usage>, of: Partial<Used> = {}): Used => ({
  fence,
  job: `j-${fence}`,
  subject: "1",
  agent: "codex",
  conversation: "c",
  usage: { input: null, output: null, cost: null, ...usage },
  ...of,
});

test("of a conversation told as a whole each job has its own part, in the order of their fences; other conversations and agents count alone", () => {
  const all = [
    used(5, { input: 300, output: 30, whole: true }),
    used(2, { input: 100, output: 10, whole: true }),
    used(3, { input: 50, output: 5, whole: true }, { conversation: "other" }),
    used(4, { input: 7, output: 1, cost: 0.5 }, { agent: "claude-code", subject: "2" }),
    used(6, { input: 7, cost: 0.25 }, { agent: "claude-code" }),
  ];
  assert.deepEqual(
    alone(all).map(({ fence, usage }) => [fence, usage.input]),
    [
      [2, 100],
      [3, 50],
      [4, 7],
      [5, 200],
      [6, 7],
    ],
  );
  assert.deepEqual(
    { ...sums(alone(all), ({ agent }) => agent) },
    {
      codex: { jobs: 3, input: 350, output: 35, cost: null },
      "claude-code": { jobs: 2, input: 14, output: 1, cost: 0.75 },
    },
  );
  assert.deepEqual(Object.keys(sums(alone(all), ({ subject }) => subject)), ["1", "2"]);
});

test("what came from a cache is added up where it is told, and taken from the whole of a conversation", () => {
  const all = [
    used(1, { input: 100, cached: 0, whole: true }),
    used(2, { input: 300, cached: 150, whole: true }),
    used(3, { input: 50 }, { agent: "other" }),
  ];
  assert.deepEqual(
    alone(all).map(({ usage }) => usage.cached),
    [0, 150, undefined],
  );
  assert.deepEqual(sums(alone(all), () => "")[""], {
    jobs: 3,
    input: 350,
    output: null,
    cost: null,
    cached: 150,
  });
});

test("only what is told is shown", () => {
  assert.equal(usageText({ input: 1_234_567, output: 0, cost: 0 }), "1,234,567 tokens in, 0 out");
  assert.equal(usageText({ input: null, output: 12, cost: 0.001 }), "12 tokens out, under $0.01");
  assert.equal(usageText({ input: null, output: null, cost: null }), "");
  assert.equal(
    usageText({ input: 12_300, output: 410, cost: 0.02, cached: 8_000 }),
    "12,300 tokens in, 8,000 of them cached, 410 out, $0.02",
  );
});

test("a line of the cache that anybody edited is taken for nothing else than it says", () => {
  assert.ok(isUsed(used(1, { input: 1 })));
  const wrong = [
    null,
    {},
    used(1, { input: -1 }),
    used(1, { cost: Number.NaN }),
    used(1, { cached: -1 }),
    { ...used(1, {}), fence: "1" },
    { ...used(1, {}), usage: [] },
  ];
  for (const value of wrong) assert.equal(isUsed(value), false, JSON.stringify(value));
});

test("what a program tells to be less than nothing isn't told", () => {
  const told = believed({ input: 5, output: -1, cost: -100, cached: -2, whole: true });
  assert.deepEqual(told, { input: 5, output: null, cost: null, whole: true });
});
