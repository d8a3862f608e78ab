// Tests of changes of single units.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  endPass,
  executing,
  file,
  pass,
  settle,
  unit,
} from "../../../../test/fixtures/iterative-rules.ts";
import { noProofs } from "../evolve/change.ts";

const four = [unit("T1"), unit("T2"), unit("T3"), unit("T4")];

test("16: criteria grow by hand while it is quiet and never shrink, words are refused under a pass, and a tick is a claim", () => {
  const rules = executing(four);
  const more = [...rules.unit("T4").criteria, "5 checks pass"];
  assert.deepEqual(rules.does("EditUnit", { unit: "T4", changes: { criteria: more } }, file), [
    "UnitEdited",
  ]);
  assert.deepEqual(rules.unit("T4").criteria, more);
  const frozen = rules.refused(
    "EditUnit",
    { unit: "T4", changes: { criteria: ["5 checks pass"] } },
    file,
  );
  assert.deepEqual(
    [frozen.code, frozen.fits],
    [
      "PLAN_FROZEN",
      `a person: \`cairn send ${rules.state().slug} EditUnit --unit T4 --changes '{"criteria": […]}'\``,
    ],
  );
  pass(rules, "T3");
  const refusal = rules.refused("EditUnit", { unit: "T3", changes: { title: "less" } }, file);
  assert.deepEqual(
    [refusal.code, refusal.fits],
    [
      "EDIT_UNQUIET",
      "edit again when the pass of T3 has ended; after `cairn stop` no other begins",
    ],
  );
  // The suggested fix works: a person may edit another unit now.
  const other = rules.refused("EditUnit", { unit: "T4", changes: { title: "x" } }, file);
  assert.deepEqual(
    [other.code, other.fits],
    ["EDIT_UNQUIET", "send it as a person (`cairn send`), or edit again after `cairn stop`"],
  );
  assert.deepEqual(rules.unit("T3").criteria, ["3 checks of T3 pass"]);
  const tick = { unit: "T4", claim: "done", where: "tasks.md" };
  assert.deepEqual(rules.does("RecordClaim", tick, file), ["ClaimRecorded"]);
  assert.deepEqual(rules.does("RecordClaim", tick, file), []);
  assert.deepEqual([rules.unit("T4").stage, rules.state().claims.length], ["idle", 1]);
});

test("other criteria for a begun unit: proof gone, first brief again; another title changes nothing of it", () => {
  const rules = executing(four);
  pass(rules, "T1");
  endPass(rules, "T1", "done");
  rules.given({ type: "ProofStaled", data: { unit: "T1", was: "c0", is: "c1" } });
  rules.send("EditUnit", { unit: "T1", changes: { title: "Better words" } });
  assert.deepEqual([rules.unit("T1").stage, rules.unit("T1").digests], ["gate", ["c1"]]);
  rules.send("EditUnit", { unit: "T1", changes: { files: ["src/t1.ts", "src/more.ts"] } });
  const { stage, variant, proofs, digests, used } = rules.unit("T1");
  assert.deepEqual([stage, variant, proofs, digests, used], ["work", "first", noProofs, [], 1]);
});

test("a limit goes up and down to what was used, and a timeout with room again goes on", () => {
  const rules = executing([unit("T1", { max: 2 }), unit("T2")]);
  pass(rules, "T1");
  endPass(rules, "T1");
  pass(rules, "T1");
  endPass(rules, "T1");
  assert.equal(rules.refused("SetLimit", { unit: "T1", max: 1 }).code, "LIMIT_INVALID");
  assert.equal(
    rules.refused("EditUnit", { unit: "T1", changes: { max: 1 } }).code,
    "LIMIT_INVALID",
  );
  assert.deepEqual(rules.does("SetLimit", { unit: "T1", max: 2 }), []);
  rules.given({
    type: "UnitStuck",
    data: { unit: "T1", kind: "timeout", reason: "2 of 2 passes used", back: "work" },
  });
  assert.equal(rules.refused("SetLimit", { unit: "T1", max: 4 }, file).code, "PLAN_FROZEN");
  assert.deepEqual(rules.does("SetLimit", { unit: "T1", max: 4 }), ["LimitSet", "UnitAnswered"]);
  assert.deepEqual(
    [rules.unit("T1").stage, rules.unit("T1").max, rules.unit("T1").used],
    ["work", 4, 2],
  );
});

test("no file edit takes Files from a unit, nor gives some to one that is all of the tree", () => {
  const rules = executing([...four, unit("T5", { files: [] })]);
  const code = (id: string, files: readonly string[]): string =>
    rules.refused("EditUnit", { unit: id, changes: { files } }, file).code;
  assert.deepEqual(
    [code("T1", ["src/none.ts"]), code("T5", ["src/none.ts"])],
    ["PLAN_FROZEN", "PLAN_FROZEN"],
  );
  assert.deepEqual(rules.does("SetLimit", { unit: "T1", max: 4 }, file), ["LimitSet"]);
});

test("a limit set to what was used is reached at once: no further pass is due", () => {
  const rules = executing([unit("T1", { max: 3 }), unit("T2")]);
  pass(rules, "T1");
  endPass(rules, "T1");
  assert.deepEqual(rules.does("SetLimit", { unit: "T1", max: 1 }), ["LimitSet", "UnitStuck"]);
  assert.equal(rules.unit("T1").stuck?.kind, "timeout");
});

test("a unit is added at the end, under a number that nobody had", () => {
  const rules = executing(four);
  rules.send("DropUnit", { unit: "T4", reason: "not needed" });
  assert.equal(rules.refused("AddUnit", { unit: unit("T4") }).code, "UNIT_REPEATED");
  rules.send("AddUnit", {
    unit: { title: "Docs", criteria: ["README names it"], depends: ["T3"] },
  });
  const last = rules.state().units.at(-1);
  assert.deepEqual(
    [last?.id, last?.max, last?.reopened, rules.state().dropped.map(({ id }) => id)],
    ["T5", 10, false, ["T4"]],
  );
});

test("after a skip a unit that is added goes on", () => {
  const rules = executing(four);
  rules.send("SkipTo", { phase: "verify", reason: "demo" });
  rules.send("AddUnit", { unit: unit("T5") });
  assert.deepEqual(
    [rules.state().skipped, rules.unit("T5").reopened, rules.unit("T1").reopened],
    [true, true, false],
  );
  rules.send("SkipTo", { phase: "execute", reason: "on with it" });
  assert.deepEqual([rules.state().skipped, rules.unit("T5").reopened], [false, false]);
});

test("a dropped unit is no dependency any more, and the last undone one takes the run to verify", () => {
  const rules = executing([unit("T1"), unit("T2")]);
  settle(rules, "T1");
  assert.deepEqual(rules.does("DropUnit", { unit: "T2", reason: "not needed" }), [
    "UnitDropped",
    "PhaseEntered",
  ]);
  assert.deepEqual(rules.state().dropped, [{ id: "T2", title: "Unit T2", reason: "not needed" }]);
});

test("a unit that was found too long may be mended step by step, and none grows too long", () => {
  const rules = executing([unit("T1"), unit("T2")]);
  rules.given({
    type: "UnitEdited",
    data: { unit: "T1", changes: { criteria: ["y".repeat(1_900)] } },
  });
  rules.send("EditUnit", { unit: "T1", changes: { model: "opus" } });
  assert.equal(
    rules.refused("EditUnit", { unit: "T2", changes: { criteria: ["y".repeat(1_900)] } }).code,
    "UNIT_OVERSIZED",
  );
});
