// Tests of hollow checks in stigmergy: passing on an empty tree, or after a failure without a change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import { flippedWords, hollowWords } from "../../kit/check/hollow.ts";
import { checkLines } from "./brief/judging.ts";
import { evidence } from "./evidence.ts";
import { view } from "./view.ts";

const built = (): Desk => {
  const run = openDesk();
  run.execute();
  run.build("1.1");
  return run;
};
const checkRows = (run: Desk) =>
  evidence(run.state(), run.log).filter(({ unit }) => unit === "checks");

test("where every check passes on an empty tree a story waits for a person's word", () => {
  const run = built();
  run.check(0, {}, true);
  run.check(0, {}, true);
  const [key = ""] = run.keys();
  assert.match(key, /^accept-1\.1-/u);
  assert.match(
    run.job("accept-").decision?.question ?? "",
    new RegExp(`nothing is run to check it: check "Check 1" ${hollowWords}`, "u"),
  );
  assert.deepEqual(
    checkRows(run).map(({ status, doubts }) => [status, doubts]),
    [
      ["unproved", [hollowWords]],
      ["unproved", [hollowWords]],
    ],
  );
  assert.ok(view(run.state()).claims.includes(`check "Check 1" ${hollowWords}`));
  assert.match(
    run.entries().findLast(({ signal }) => signal === "STORY_QA_PASSED")?.summary ?? "",
    /passes on an empty tree/u,
  );
});

test("beside a check that can fail it hides nothing, and who judges is told", () => {
  const run = built();
  run.check(0, {}, true);
  run.check();
  assert.match(run.keys()[0] ?? "", /^review-1\.1-/u);
  const [first, second] = checkLines(run.state());
  assert.ok(first?.endsWith(hollowWords), first);
  assert.ok(!second?.includes(hollowWords), second);
});

test("a check that failed and passes on the same content is flagged", () => {
  const run = built();
  run.check(1);
  run.finish("1.1", run.holder("work-1.1"), {});
  run.checks();
  assert.deepEqual(checkRows(run)[0]?.doubts, [flippedWords]);
  assert.ok(checkLines(run.state())[0]?.endsWith(flippedWords));
  const changed = built();
  changed.check(1);
  changed.finish("1.1", changed.holder("work-1.1"));
  changed.checks();
  assert.equal(checkRows(changed)[0]?.doubts, undefined);
});
