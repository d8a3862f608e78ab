// Tests of what `cairn watch` prints without a terminal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf, news } from "./watch.ts";

test("of rows that are looked at again and again those are printed that changed, not those that grew older", () => {
  const fresh = news();
  const look = (...lines: readonly string[]) => fresh(blocksOf(lines));
  const title = ["running  Add JWT login", "         ultrawork \u00b7 begun 12 s ago"];
  const first = [
    ...title,
    " \u25b6 running  1  0/1  Greet \u00b7 codex, 9.5 s",
    " \u00b7 open     2  0/1  Part",
  ];
  assert.equal(look(...first).join("\n"), first.join("\n"));
  const older = first.map((line) => line.replace("12 s", "2 min").replace("9.5 s", "12 s"));
  assert.deepEqual(look(...older), []);
  const done = [...older.slice(0, 2), " \u2714 done     1  1/1  Greet", ...older.slice(3)];
  assert.deepEqual(look(...done), [" \u2714 done     1  1/1  Greet"]);
});
