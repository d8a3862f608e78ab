// Tests of delivery and archive.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  delivering,
  engine,
  executing,
  file,
  pass,
  cancelled,
  settle,
} from "../../../../test/fixtures/iterative-rules.ts";
import { place } from "../units.ts";
import { archivePath } from "./delivery.ts";

test("story 15: two runs of one slug delivered on one day have two folders, and both are complete, whenever the kill comes", () => {
  const day = "20260114";
  const deliver = (taken: readonly string[]) => {
    const rules = delivering();
    rules.send("ApproveDelivery", { tree: "t9" });
    // After a crash between approval and record, the record is still due.
    assert.deepEqual([rules.state().phase, rules.state().delivery?.by], ["deliver", "ana"]);
    assert.deepEqual(rules.does("RecordArchive", { taken }, engine), [
      "RunArchived",
      "PhaseEntered",
    ]);
    // After a crash between record and rename, the folder's place is already recorded.
    assert.equal(rules.refused("RecordArchive", { taken }, engine).code, "RUN_ARCHIVED");
    assert.deepEqual([rules.state().phase, rules.state().ended?.how], ["complete", "delivered"]);
    return place(rules.state());
  };
  const first = deliver([]);
  assert.equal(first, `.claude/iterative/archive/add-login-by-email-${day}`);
  assert.equal(deliver([first]), `${first}-2`);
  assert.equal(deliver([first, `add-login-by-email-${day}-2`, "other"]), `${first}-3`);
});

test("the day is that of the approval, not of the record", () => {
  assert.equal(
    archivePath({ slug: "a" }, "20260131", ["a", "a-20260131", "a-20260131-3"]),
    ".claude/iterative/archive/a-20260131-2",
  );
});

test("a path that was told free is taken at its word only if it is one of those", () => {
  const rules = delivering();
  rules.send("ApproveDelivery", { tree: "t9" });
  rules.send("RecordArchive", { path: ".claude/iterative/archive/../../../x" }, engine);
  assert.equal(rules.state().archive, ".claude/iterative/archive/add-login-by-email-20260114");
});

test("what is not proved is listed, and a person's reason is a bypass for ever", () => {
  const rules = executing();
  settle(rules, "T1");
  rules.send("SkipTo", { phase: "deliver", reason: "demo today" });
  const refusal = rules.refused("ApproveDelivery", { tree: "t9" });
  assert.deepEqual(
    [refusal.code, refusal.text],
    ["DELIVERY_UNPROVEN", "not done: T2; the final gate has not run; no review has passed"],
  );
  rules.send("ApproveDelivery", { tree: "t9", reason: "the customer waits" });
  assert.deepEqual(
    rules.state().bypasses.map(({ what, reason }) => [what, reason]),
    [
      ["skipped from execute to deliver", "demo today"],
      ["delivery approved unproven", "the customer waits"],
    ],
  );
});

test("proved work needs no reason, and one that is given makes no bypass of it", () => {
  const rules = delivering();
  assert.deepEqual(rules.does("ApproveDelivery", { tree: "t9", reason: "fine" }), [
    "DeliveryApproved",
  ]);
  assert.deepEqual(
    [rules.state().bypasses, rules.does("ApproveDelivery", { tree: "t9" })],
    [[], []],
  );
});

test("work whose tree nobody knows is not proved by a gate on a tree that nobody knew", () => {
  const rules = delivering();
  assert.match(
    rules.refused("ApproveDelivery", { tree: null }).text,
    /changed since the final gate/u,
  );
});

test("a delivered run comes back from the archive to be approved anew", () => {
  const rules = delivering();
  rules.send("ApproveDelivery", { tree: "t9" });
  rules.send("RecordArchive", {}, engine);
  assert.deepEqual(rules.does("Unarchive", { taken: ["other"] }), [
    "RunUnarchived",
    "PhaseEntered",
  ]);
  const { phase, ended, delivery, archive } = rules.state();
  assert.deepEqual([phase, ended, delivery, archive], ["deliver", null, null, null]);
});

test("a cancelled run is put away when it is asked for, and comes back as it was", () => {
  const rules = cancelled();
  assert.deepEqual(rules.does("Archive"), ["ArchiveAsked"]);
  assert.deepEqual(rules.does("Archive"), []);
  assert.deepEqual(rules.does("RecordArchive", {}, engine), ["RunArchived"]);
  const other = cancelled();
  assert.deepEqual(other.does("Archive", { taken: ["add-login-by-email-20260114"] }), [
    "ArchiveAsked",
    "RunArchived",
  ]);
  assert.equal(other.state().archive, ".claude/iterative/archive/add-login-by-email-20260114-2");
  assert.equal(rules.refused("Archive").code, "RUN_ARCHIVED");
  rules.send(
    "RefuseEdit",
    { path: "state.json", digest: "d", code: "RUN_ARCHIVED", why: "x" },
    engine,
  );
  assert.deepEqual(rules.does("Unarchive"), ["RunUnarchived"]);
  assert.deepEqual(
    [rules.state().ended?.how, rules.state().phase, rules.state().archiveAsked],
    ["cancelled", "execute", null],
  );
});

test("a run that is cancelled after its approval stays cancelled, also in the archive", () => {
  const rules = delivering();
  rules.send("ApproveDelivery", { tree: "t9" });
  rules.send("Cancel", { reason: "changed my mind" });
  assert.equal(rules.refused("RecordArchive", {}, engine).code, "JOB_UNKNOWN");
  rules.send("Archive", { taken: [] });
  assert.deepEqual([rules.state().ended?.how, rules.state().phase], ["cancelled", "deliver"]);
});

test("cancelling ends every live pass once, and counts it", () => {
  const rules = executing();
  pass(rules, "T1");
  pass(rules, "T2");
  assert.deepEqual(rules.does("Cancel", { contents: { T1: "c9", T2: null }, tree: "t5" }), [
    "PassEnded",
    "PassEnded",
    "RunCancelled",
  ]);
  assert.deepEqual(
    [rules.unit("T1").pass, rules.unit("T1").used, rules.unit("T1").content],
    [null, 1, "c9"],
  );
  assert.deepEqual(
    [rules.state().phase, rules.state().ended],
    ["execute", { how: "cancelled", reason: "" }],
  );
});

test("settings are changed field by field", () => {
  const rules = executing();
  assert.deepEqual(rules.does("SetSettings", { settings: { workers: 1 } }), []);
  rules.send("SetSettings", { settings: { workers: 2, caps: { still: 9 } } });
  const { workers, caps } = rules.state().settings;
  assert.deepEqual([workers, caps.still, caps.voids], [2, 9, 3]);
});

test("an admitted edit ends the one that stood refused, and so does what a person does", () => {
  const rules = executing();
  rules.send("RefuseEdit", { path: "state.json", digest: "d", code: "X", why: "y" }, engine);
  assert.deepEqual(
    rules.does("RefuseEdit", { path: "state.json", digest: "d", code: "X", why: "y" }, engine),
    [],
  );
  rules.send("SetNotes", { notes: "by hand" }, file);
  assert.equal(rules.state().refused, null);
  rules.send("RefuseEdit", { path: "state.json", digest: "d", code: "X", why: "y" }, engine);
  assert.equal(rules.state().refused?.code, "X");
  rules.send("AddNote", { text: "hello" });
  assert.equal(rules.state().refused, null);
});
