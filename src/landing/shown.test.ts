// Why work hasn't landed yet, in the phrase that people read of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checked, siteOf, take } from "../../test/fixtures/landing.ts";
import { shownWork } from "./shown.ts";

const waiting = (said: string) => {
  const site = siteOf([...checked, take("one", "1")]);
  const [candidate] = Object.values(site.candidates);
  assert.ok(candidate !== undefined);
  const one = { ...candidate, trouble: { is: "held", said } } as const;
  return shownWork({ ...site, candidates: { one } }, () => true).waiting.map(({ why, cut }) => [
    why,
    cut,
  ]);
};
const head = "it holds what no job's may:";

test("of a reason the first line and the last stand there, whatever signs they hold", () => {
  assert.deepEqual(waiting("a … b"), [[`${head} a … b`, false]]);
  assert.deepEqual(waiting("a … b\nc"), [[`${head} a … b: c`, false]]);
  assert.deepEqual(waiting("a\nb\nc"), [[`${head} a … c`, true]]);
});
