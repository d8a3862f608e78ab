// Tests of news: a proved unit is told with its title.
import assert from "node:assert/strict";
import { test } from "node:test";
import { executing, settle, unit } from "../../../test/fixtures/iterative-rules.ts";
import { newsIn } from "../../core/words/news.ts";
import { iterative } from "./index.ts";

test("a proved unit is told by its id and title", () => {
  const rules = executing([unit("T1", { title: "Add weights to edges" })]);
  settle(rules, "T1");
  const told = rules.log.map((event) => newsIn(iterative, event, rules.state()));
  assert.deepEqual(
    told.filter((news) => news?.word === "proved"),
    [{ word: "proved", text: "T1: Add weights to edges" }],
  );
});
