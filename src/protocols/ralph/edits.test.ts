// Hand edits of a run's PRD and progress file: what each one asks, and which are refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, hand, openDesk, prdOf, row } from "../../../test/fixtures/ralph-desk.ts";
import { ownOf } from "./own.ts";
import { prdIn } from "./prd.ts";

const given = (text: string, options: object = {}): Desk => {
  const run = openDesk();
  run.adopt(text, { ...options });
  return run;
};
const two = prdOf(row("A"), row("B"));

const edit = (run: Desk, by: object, ...stories: readonly object[]): readonly string[] | string => {
  const answer = run.send(
    "EditPrd",
    { text: prdOf(...stories.map((one) => ({ ...one }))) },
    { ...hand, ...by },
  );
  return "code" in answer ? answer.code : answer.filter((type) => type !== "UnitsSet");
};

test("nothing passes by an edit, be the story old or new", () => {
  const run = given(two);
  assert.equal(edit(run, {}, row("A", { passes: true }), row("B")), "FIELD_DERIVED");
  assert.equal(edit(run, {}, row("A"), row("B"), row("C", { passes: true })), "FIELD_DERIVED");
  assert.equal(edit(run, {}, row("A"), row("A")), "UNIT_REPEATED");
  assert.equal(edit(run, {}), "PLAN_EMPTY");
});

test("what is taken back, or asked for otherwise, is work again", () => {
  const both = [row("A", { passes: true }), row("B", { passes: true }), row("C")] as const;
  const back = given(prdOf(...both));
  assert.deepEqual(edit(back, {}, row("A"), both[1], both[2]), ["PrdEdited", "UnitReopened"]);
  assert.equal(back.begin(), "A");
  const other = given(prdOf(...both));
  assert.deepEqual(
    edit(other, {}, both[0], row("B", { passes: true, acceptanceCriteria: ["x"] }), both[2]),
    ["PrdEdited", "UnitReopened"],
  );
  assert.equal(prdIn(other.prd()).stories[1]?.passed, false, "the file says so, too");
  assert.deepEqual(
    edit(given(prdOf(...both)), {}, both[0], row("B", { passes: true, notes: "x" }), both[2]),
    ["PrdEdited"],
  );
});

test("a story that is being worked on is neither removed nor changed, except for its notes", () => {
  const run = given(two);
  run.begin();
  assert.equal(edit(run, {}, row("B")), "JOB_HELD");
  assert.equal(edit(run, {}, row("A", { title: "other" }), row("B")), "JOB_HELD");
  assert.deepEqual(edit(run, {}, row("A", { notes: "n" }), row("B")), ["PrdEdited"]);
  assert.deepEqual(edit(run, {}, row("A", { notes: "n" })), ["PrdEdited"]);
  assert.deepEqual(ownOf(run.state()).removed, ["B"]);
  run.finish();
  run.check(0);
  assert.deepEqual(run.judged(), ["VerdictRecorded", "UnitDone", "RunCompleted"]);
});

test("a job may note something at its own story in its copy, and no more", () => {
  const run = given(two);
  run.begin();
  const own = { job: "pass-A-1" };
  assert.equal(edit(run, own, row("A"), row("B", { notes: "n" })), "SENDER_WRONG");
  assert.equal(edit(run, own, row("A"), row("B"), row("C")), "SENDER_WRONG");
  assert.equal(edit(run, own, row("A", { passes: true }), row("B")), "FIELD_DERIVED");
  const refused = run.send("EditPrd", { text: prdOf(row("A")) }, { ...hand, ...own });
  assert.ok("code" in refused);
  assert.match(refused.fits ?? "", /counts as its holder.*is taken when pass-A-1 is over/u);
  assert.deepEqual(edit(run, own, row("A", { notes: "n" }), row("B")), ["PrdEdited"]);
});

test("an edit of the file as it stands is taken, of an older copy it isn't", async () => {
  const run = given(two);
  const before = run.prd();
  run.pass();
  const now = run.prd();
  const change = (text: string): string => text.replace("Do B", "Do B well");
  const taken = await run.admit("prd.json", change(now), now);
  assert.deepEqual(taken.commands, [{ type: "EditPrd", data: { text: change(now) } }]);
  const stale = await run.admit("prd.json", change(before), before);
  assert.equal(stale.refused?.code, "EDIT_UNQUIET");
  assert.deepEqual(stale.commands, []);
  const fewer = prdOf(row("A"));
  const broken = await run.admit("prd.json", fewer.slice(0, -10), fewer);
  assert.equal(broken.refused?.code, "FILE_BROKEN", "what can't be read is no older copy");
  const gone = await run.admit("prd.json", "");
  assert.deepEqual([gone.refused, gone.commands], [null, []]);
});

test("an edit of the progress file adds to it; old entries stand", async () => {
  const run = given(two);
  run.pass();
  const text = run.progress();
  const added = await run.admit("progress.txt", `${text}\nby hand\n`);
  assert.deepEqual(added.commands, [
    { type: "EditProgress", data: { head: null, added: "\n\nby hand\n" } },
  ]);
  assert.equal(
    (await run.admit("progress.txt", text.replace("passed", "failed"))).refused?.code,
    "ENTRY_IMMUTABLE",
  );
  run.ok("EditProgress", { head: null, added: "by hand" }, hand);
  assert.ok(run.progress().startsWith(text) && run.progress().includes("by hand"));
});

test("what was added to the progress file isn't added again by who has only what was written before", async () => {
  const run = given(two);
  run.pass();
  const [first, edited] = [run.progress(), `${run.progress()}- by hand\n`];
  const added = async (text: string): Promise<unknown> =>
    (await run.admit("progress.txt", text, first)).commands;
  const asked = (more: string) => [{ type: "EditProgress", data: { head: null, added: more } }];
  assert.deepEqual(await added(edited), asked("\n- by hand\n"));
  run.ok("EditProgress", { head: null, added: "\n- by hand\n" }, hand);
  assert.equal(run.progress(), edited, "byte for byte");
  assert.deepEqual(await added(edited), []);
  assert.deepEqual(await added(`${edited}- more\n`), asked("\n- more\n"));
});

test("who takes an own edit back by hand is heard, but not who edits what the engine has left since", async () => {
  const run = given(two);
  const one = run.prd();
  const back = JSON.stringify(JSON.parse(one), null, 4);
  assert.deepEqual(edit(run, {}, row("A"), row("B"), row("C")), ["PrdEdited"]);
  const again = [{ type: "EditPrd", data: { text: back } }];
  assert.deepEqual((await run.admit("prd.json", back)).commands, again);
  assert.equal((await run.admit("prd.json", back, one)).refused?.code, "EDIT_UNQUIET");
});

test("a story that is added brings a complete run back; no other edit does, and no other end is undone", () => {
  const done = row("A", { passes: true });
  const run = given(prdOf(row("A")));
  run.pass();
  const no = (...stories: readonly object[]): readonly string[] | string =>
    edit(run, {}, ...stories);
  assert.equal(no({ ...done, notes: "n" }), "RUN_OVER");
  assert.equal(no(row("A")), "RUN_OVER", "what is taken back is for ReopenUnit");
  assert.equal(no(done, row("B", { passes: true })), "FIELD_DERIVED");
  const refused = run.send("EditPrd", { text: prdOf({ ...done, notes: "n" }) }, hand);
  assert.ok("code" in refused);
  assert.match(refused.fits ?? "", /`cairn send run1abcd ReopenUnit --unit ID --reason WHY`/u);
  assert.deepEqual(no(done, row("B")), ["PrdEdited"]);
  assert.deepEqual([run.state().end, run.unit("A").status], [null, "done"]);
  assert.equal(run.pass(), "B");
  assert.equal(run.state().end?.is, "complete");
  const auto = given(prdOf(row("A")), { mode: "auto", max_passes: 1 });
  auto.pass();
  assert.deepEqual(edit(auto, {}, done, row("B")), ["PrdEdited", "RunFailed"]);

  const cancelled = given(two);
  cancelled.ok("Cancel", {});
  assert.equal(edit(cancelled, {}, row("A"), row("B"), row("C")), "RUN_OVER");
  const reopen = run.send("Reopen", { reason: "more" });
  assert.ok("code" in reopen && reopen.code === "RUN_COMPLETE");
  assert.match(reopen.fits ?? "", /`cairn send run1abcd ReopenUnit --unit ID --reason WHY`/u);
});
