// Tests of news: a proved task is told with its subject, on one line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf, story, taskOf } from "../../../test/fixtures/ultrawork-story.ts";
import { newsIn } from "../../core/news.ts";
import { ultrawork } from "./index.ts";

test("a proved task is told by its number and subject", () => {
  const run = story();
  run.plan(planOf(taskOf("1", { subject: "Add weights to edges" })));
  run.work("1");
  const told = run.log.map((event) => newsIn(ultrawork, event, run.state()));
  assert.deepEqual(
    told.filter((news) => news?.word === "proved"),
    [{ word: "proved", text: "task 1: Add weights to edges" }],
  );
});
