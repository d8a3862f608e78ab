// Tests of stigmergy's dispatch rules, row by row: what is due, its key, its obstacles (section 6).
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ana,
  type Desk,
  engine,
  given,
  hand,
  openDesk,
  type Settings,
} from "../../../test/fixtures/stigmergy-desk.ts";

const at = (settings: Settings = {}): Desk => {
  const run = openDesk();
  run.execute(settings);
  return run;
};
const whys = (run: Desk): Readonly<Record<string, string | null>> =>
  Object.fromEntries(run.due().map(({ key, why }) => [key, why]));
const options = (run: Desk, prefix: string): readonly string[] =>
  run.job(prefix).decision?.options.map(({ id }) => id) ?? [];
const rules = (run: Desk): readonly string[] =>
  run.due().map(({ reason = "" }) => reason.split(":", 1)[0] ?? "");

test("planning goes from the brief to the architecture, each role when what it rests on is there", () => {
  const run = openDesk();
  run.start({ ux: true });
  assert.deepEqual(run.keys(), ["brief-1"]);
  assert.deepEqual(
    [run.job("brief").role, run.job("brief").writes, run.job("brief").limits.ms],
    ["mary", ["docs/"], 60 * 60_000],
  );
  run.brief();
  assert.deepEqual(run.keys(), ["prd-1"]);
  run.world.edit({ "docs/prd.md": "# Nothing is headed yet\n" });
  run.ok("FinishPrd", {}, run.holder("prd"));
  assert.deepEqual(
    [run.keys(), run.due().map(({ role }) => role)],
    [
      ["manifest-1", "ux-1"],
      ["john", "sally"],
    ],
  );
  run.world.edit({ "docs/ux-spec.md": "# UX\n" });
  run.ok("FinishUx", {}, run.holder("ux"));
  assert.deepEqual(run.keys(), ["manifest-1", "architecture-1"]);
});

test("a gate waits by the number of its refusals, with what may be done anew; in both modes where no check could fail", () => {
  const run = openDesk();
  run.plan({ gates: ["brief", "blueprint"] });
  assert.deepEqual(run.keys(), ["gate-blueprint-1"]);
  assert.deepEqual(options(run, "gate"), [
    "approve",
    "approve-unchecked",
    "redo-brief",
    "redo-prd",
    "redo-architecture",
    "redo-manifest",
  ]);
  run.ok("RefuseGate", { gate: "blueprint", redo: "architecture", reason: "too large" });
  assert.deepEqual(run.keys(), ["architecture-2"]);
  run.architecture(["true"]);
  assert.deepEqual(run.keys(), ["gate-blueprint-2"]);
  assert.match(
    run.job("gate").decision?.options[0]?.means ?? "",
    / First, docs\/architecture\/qa-protocol\.md needs a check that can fail\.$/u,
  );
  run.ok("SetAutonomy", { mode: "autonomous" });
  assert.deepEqual(run.keys(), ["gate-blueprint-2"]);
});

test("work, checks and review follow each other, one phase at a time, each by its key", () => {
  const run = at();
  run.describe("1.1");
  assert.deepEqual([run.job("work").role, run.job("work").begun], ["james", false]);
  const james = run.begin("1.1");
  assert.deepEqual(run.keys(), ["work-1.1-1"]);
  run.finish("1.1", james);
  assert.deepEqual(run.keys(), ["check-0-0"]);
  assert.equal(run.job("check").kind, "check");
  run.check();
  assert.match(run.keys().join(" "), /^(?:check-1-1|review-1\.1-1\.1-[0-9a-z]+)$/u);
  run.checks();
  const [key = ""] = run.keys();
  assert.match(key, /^review-1\.1-1\.1-/u);
  assert.equal(key.split("-").at(-1), run.state().proof.tree?.slice(0, 8));
  assert.deepEqual([run.job("review").role, run.job("review").writes], ["sarah", "nothing"]);
  run.judge("1.1", false);
  assert.deepEqual(run.keys(), ["work-1.1-2"]);
});

test("side by side within the window: one phase at a time, and work goes on while nobody may begin", () => {
  const run = at({ concurrency: 2 });
  assert.deepEqual(run.keys(), ["story-1.1-1", "story-1.2-1"]);
  run.describe("1.1");
  const james = run.begin("1.1");
  assert.deepEqual(whys(run), { "work-1.1-1": null, "story-1.2-1": null });
  run.describe("1.2");
  const other = run.begin("1.2");
  run.finish("1.1", james);
  assert.deepEqual(run.keys(), ["work-1.2-1"]);
  run.finish("1.2", other);
  run.checks();
  assert.deepEqual(
    run.keys().map((key) => key.slice(0, 10)),
    ["review-1.1", "review-1.2"],
  );
  run.judge("1.1", false);
  assert.match(whys(run)["work-1.1-2"] ?? "", /being reviewed/u);
  assert.ok(run.keys().some((key) => key.startsWith("review-1.2")));
});

test("a question keeps back its subject, one about the project every beginning", () => {
  const run = at();
  run.describe("1.1");
  const james = run.begin("1.1");
  run.ok("AskPerson", { subject: "story:1.1", text: "which shop?" }, james);
  assert.deepEqual(run.keys(), ["question-1"]);
  run.ok("AnswerQuestion", { question: 1, text: "the small one" });
  assert.deepEqual(run.keys(), ["work-1.1-2"]);
});

test("an issue comes first and holds back what would begin; the last signal never decides", () => {
  const run = at();
  run.describe("1.1");
  run.fail("1.1");
  run.fail("1.1");
  assert.deepEqual(
    [run.keys(), rules(run), run.job("issue").role],
    [["issue-ISSUE-001-3"], ["issue"], "dexter"],
  );
  run.ok(
    "RecordAction",
    { agent: "bob", signal: "STORY_CREATED", summary: "1.1 is written" },
    hand,
  );
  assert.match(
    run.job("issue").reason ?? "",
    /STORY_CREATED is only a hint, and would say work or gate/u,
  );
});

test("a drifted document and an edit that asks for more freedom wait for a person, and no story starts", () => {
  const run = at();
  run.describe("1.1");
  run.ok("NoticeDrift", { path: "docs/prd.md", digest: "d".repeat(64) }, engine);
  run.ok("SetAutonomy", { mode: "autonomous", entry: given("james", "faster") }, hand);
  assert.deepEqual(run.keys(), ["drift-docs/prd.md-dddddddd", "autonomy", "work-1.1-1"]);
  assert.match(whys(run)["work-1.1-1"] ?? "", /^BLUEPRINT_DRIFTED/u);
  assert.deepEqual([options(run, "drift"), options(run, "autonomy")], [["accept"], ["yes", "no"]]);
});

test("a halt leaves one decision, with what its subject allows; a cancelled run has no job", () => {
  const run = at();
  run.ok("Halt", { reason: "the power is off" });
  assert.deepEqual(
    [run.keys(), options(run, "halt")],
    [[`halt-${run.state().entries}`], ["retry", "cancel"]],
  );
  run.ok("Unhalt", { choice: "retry" });
  run.describe("1.1");
  run.fail("1.1");
  run.fail("1.1");
  const dexter = run.holder("issue");
  run.ok("TakeIssue", { issue: "ISSUE-001" }, dexter);
  run.ok("GiveUpIssue", { issue: "ISSUE-001", reason: "no key" }, dexter);
  assert.deepEqual(options(run, "halt"), ["retry", "responder", "withdraw", "cancel"]);
  run.ok("Cancel", {});
  assert.deepEqual(run.keys(), []);
});

test("an audit is due beside everything else, and once more after the end", () => {
  const run = at({ audit: "always" });
  run.complete("1.1");
  run.complete("1.2");
  assert.deepEqual(run.keys(), ["story-2.1-1", "audit-1"]);
  assert.equal(run.job("audit").role, "metis");
  run.complete("2.1");
  assert.deepEqual([run.state().status, run.keys()], ["PROJECT_COMPLETE", ["audit-1", "audit-2"]]);
});

test("in a paused run nothing may begin, and whoever plays a role outside is waited for", () => {
  const run = at({ roster: { james: "hand" } });
  run.describe("1.1");
  assert.equal(run.job("work").outside, true);
  run.ok("Pause", {}, ana);
  assert.deepEqual(whys(run), { "work-1.1-1": "paused" });
});
