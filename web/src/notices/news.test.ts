// Tests of news between two reads of the list: each question and each end once, and nothing old.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newsBetween } from "./news.ts";

type Line = Parameters<typeof newsBetween>[0][number];
const line = (run: string, more: Partial<Line> = {}): Line => ({
  run,
  title: `Goal of ${run}`,
  folder: `/sessions/${run}`,
  life: "live",
  state: "running",
  decisions: [],
  origin: null,
  pieces: { done: 1, proved: 1, of: 2, failed: 0 },
  evidence: { have: 1, of: 2 },
  ...more,
});
const asks = (run: string, key: string) => ({
  run,
  key,
  question: "Is the plan good?",
  since: "2026-01-08T12:00:00.000Z",
});

test("a question is told once, by the run that people began, with the address at which it is answered", () => {
  const child = line("c1", { origin: "r1/step", decisions: [asks("c1", "approve-1")] });
  const parent = line("r1", { decisions: [asks("c1", "approve-1")] });
  assert.deepEqual(newsBetween([line("r1"), line("c1", { origin: "r1/step" })], [child, parent]), [
    {
      id: "decision c1 approve-1",
      title: "Waits for you: Goal of r1",
      text: "Is the plan good?",
      address: "/run/c1?decide=approve-1",
    },
  ]);
  assert.deepEqual(newsBetween([child, parent], [child, parent]), []);
  const other = line("r1", { decisions: [asks("c1", "approve-1"), asks("r1", "stuck")] });
  assert.deepEqual(
    newsBetween([child, parent], [child, other]).map(({ id }) => id),
    ["decision r1 stuck"],
  );
});

test("an end is told in the words of its state, and neither a child's nor that of a run that was over", () => {
  const over = (run: string, more: Partial<Line> = {}): Line =>
    line(run, { life: "over", state: "not proved", ...more });
  const before = [line("r1"), line("c1", { origin: "r1/step" }), over("r2")];
  const now = [
    over("r1"),
    over("c1", { origin: "r1/step" }),
    over("r2", { life: "archived" }),
    over("r3"),
  ];
  assert.deepEqual(newsBetween(before, now), [
    {
      id: "end r1",
      title: "Not proved: Goal of r1",
      text: "1 of 2 done, 1 of 2 criteria proved",
      address: "/run/r1",
    },
  ]);
});

test("a run without a title is told by its folder", () => {
  const [news] = newsBetween([], [line("r1", { title: "", decisions: [asks("r1", "a")] })]);
  assert.equal(news?.title, "Waits for you: r1");
});
