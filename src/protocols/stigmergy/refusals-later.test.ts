// Tests of stigmergy's refusal codes for stories, issues, halts and ends (section 4).
import assert from "node:assert/strict";
import { test } from "node:test";
import { ana, engine, hand, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import { storyText } from "../../../test/fixtures/stigmergy-papers.ts";
import {
  awaiting,
  begun,
  edited,
  executing,
  halted,
  over,
  planned,
  refused,
} from "../../../test/fixtures/stigmergy-stages.ts";
import type { Sender } from "../../core/protocol.ts";

test("stories, checks and reviews", () => {
  const story = "docs/stories/1.1.story.md";
  const check = {
    run: { exit: 0, why: null, output: "d", excerpt: "" },
    before: { tree: null, head: null },
    after: { tree: null, head: null },
    runs: 0,
  };
  const judged = awaiting();
  judged.checks();
  const sarah = judged.holder("review");
  const verdict = (...ns: readonly number[]): object => ({
    story: "1.1",
    pass: true,
    verdicts: ns.map((n) => ({ n, met: true })),
  });
  const failed = executing();
  failed.describe("1.1");
  failed.fail("1.1");
  failed.fail("1.1");
  const last = executing();
  last.ok("WithdrawStory", { story: "1.2", reason: "so" });
  last.ok("WithdrawStory", { story: "2.1", reason: "so" });
  assert.deepEqual(
    last.state().epics.map(({ id }) => id),
    [1],
    "an emptied epic goes, too",
  );
  const stale = executing();
  stale.ok("NoticeDrift", { path: "docs/prd.md", digest: "x" }, engine);
  refused([
    ["STATUS_WRONG", planned(), "RecordStoryFile", { story: "1.1" }, hand],
    ["STORY_UNORDERED", executing(), "RecordStoryFile", { story: "1.2" }, hand],
    ["STORY_UNKNOWN", executing(), "RecordStoryFile", { story: "../x" }, hand],
    ["DOC_MISSING", executing(), "RecordStoryFile", { story: "1.1" }, hand],
    [
      "CRITERIA_MISSING",
      edited(executing(), { [story]: storyText("1.1", []) }),
      "RecordStoryFile",
      { story: "1.1" },
      hand,
    ],
    ["STATUS_WRONG", planned(), "StartStory", { story: "1.1" }, hand],
    [
      "JOB_UNKNOWN",
      executing(),
      "ReportFailure",
      { subject: "story:1.1", kind: "work", reason: "x" },
      engine,
    ],
    ["JOB_UNKNOWN", executing(), "CountAttempt", { job: "work-1.1-1", reason: "x" }, engine],
    ["CHECK_UNKNOWN", executing(), "RecordCheck", { n: 2, ...check }, engine],
    ["CHECKS_MISSING", planned(), "RerunChecks", {}],
    ["STATUS_UNREACHABLE", executing(), "SubmitReview", { story: "1.1", pass: true }],
    ["SENDER_WRONG", awaiting(), "SubmitReview", { story: "1.1", pass: true }, hand],
    ["VERDICT_INCOMPLETE", judged, "SubmitReview", { story: "1.1", pass: true }, sarah],
    ["VERDICT_INCOMPLETE", judged, "SubmitReview", verdict(1), sarah],
    ["VERDICT_INCOMPLETE", judged, "SubmitReview", verdict(1, 1), sarah],
    ["VERDICT_INCOMPLETE", judged, "SubmitReview", verdict(1, 2, 3), sarah],
    ["SENDER_WRONG", judged, "SubmitReview", verdict(1, 2), { kind: "agent", name: "somebody" }],
    ["STATUS_UNREACHABLE", executing(), "ReopenStory", { story: "1.1", reason: "so" }],
    ["REASON_MISSING", over(), "ReopenStory", { story: "1.1", reason: "" }],
    ["STATUS_UNREACHABLE", awaiting(), "WithdrawStory", { story: "1.1", reason: "so" }],
    ["REASON_MISSING", failed, "WithdrawStory", { story: "1.1", reason: "" }],
    ["MANIFEST_EMPTY", last, "WithdrawStory", { story: "1.1", reason: "so" }],
    ["REASON_MISSING", executing(), "ForceStory", { story: "1.1", reason: " " }],
    ["STORY_UNKNOWN", executing(), "ForceStory", { story: "7.7", reason: "so" }],
    ["MANIFEST_FROZEN", executing(), "ReplaceManifest", { epics: [] }],
    [
      "MANIFEST_INVALID",
      executing(),
      "ExtendManifest",
      { epics: [{ epic_id: 1, title: "again", stories: [{ story_id: "9", title: "x" }] }] },
    ],
    [
      "MANIFEST_INVALID",
      executing(),
      "ExtendManifest",
      { stories: [{ epic: 1, stories: [{ story_id: "1.1", title: "x" }] }] },
    ],
    [
      "EPIC_UNKNOWN",
      executing(),
      "ExtendManifest",
      { stories: [{ epic: 5, stories: [{ story_id: "5.1", title: "x" }] }] },
    ],
    ["PATH_UNKNOWN", executing(), "NoticeDrift", { path: "src/x.ts", digest: "x" }, engine],
    ["QUESTION_STALE", stale, "AcceptDrift", { path: "docs/prd.md", digest: "y" }],
  ]);
});

test("issues, questions, settings and entries", () => {
  const open = executing();
  open.ok("Escalate", { subject: "project", summary: "a matter" });
  const solved = executing();
  solved.ok("Escalate", { subject: "project", summary: "a matter" });
  solved.ok("TakeIssue", { issue: "ISSUE-001" });
  refused([["ISSUE_UNEXPLAINED", solved, "ResolveIssue", { issue: "ISSUE-001", solution: " " }]]);
  refused([["REASON_MISSING", solved, "GiveUpIssue", { issue: "ISSUE-001", reason: "" }]]);
  solved.ok("ResolveIssue", { issue: "ISSUE-001", solution: "so" });
  const asked = begun();
  const mary = (): Sender => asked.holder("brief");
  for (const id of [1, 2, 3]) {
    asked.ok("AskPerson", { subject: "brief", text: "which?" }, mary());
    asked.ok("AnswerQuestion", { question: id, text: "that" });
  }
  refused([
    [
      "REFERENCE_DANGLING",
      executing(),
      "Escalate",
      { subject: "project", summary: "x", refs: ["2020-01-01T00:00:00.000Z"] },
    ],
    ["ISSUE_DUPLICATE", open, "Escalate", { subject: "project", summary: "x", id: "ISSUE-001" }],
    ["FIELD_OVERSIZED", open, "Escalate", { subject: "project", summary: "x".repeat(5_000) }],
    [
      "SENDER_WRONG",
      open,
      "Escalate",
      { subject: "project", summary: "x" },
      { kind: "agent", name: "nobody" },
    ],
    ["ISSUE_UNKNOWN", open, "TakeIssue", { issue: "ISSUE-009" }],
    ["STATUS_UNREACHABLE", open, "ResolveIssue", { issue: "ISSUE-001", solution: "so" }],
    ["STATUS_UNREACHABLE", open, "GiveUpIssue", { issue: "ISSUE-001", reason: "no" }],
    ["REFERENCE_DANGLING", open, "LinkIssue", { issue: "ISSUE-001", refs: ["never"] }],
    ["ISSUE_SETTLED", solved, "TakeIssue", { issue: "ISSUE-001" }],
    ["ISSUE_SETTLED", solved, "ResolveIssue", { issue: "ISSUE-001", solution: "so" }],
    ["QUESTION_EXCESSIVE", asked, "AskPerson", { subject: "brief", text: "which?" }, mary()],
    ["JOB_UNKNOWN", asked, "AskPerson", { subject: "prd", text: "which?" }, mary()],
    ["QUESTION_UNKNOWN", asked, "AnswerQuestion", { question: 1, text: "that" }],
    ["SETTINGS_INVALID", executing(), "Configure", { settings: { gates: ["lunch"] } }],
    ["CHECKS_MISSING", executing(), "Configure", { settings: { checks: [] } }],
    ["ENTRY_INCOMPLETE", executing(), "RecordAction", { agent: " ", summary: "x" }, hand],
    ["ENTRY_INCOMPLETE", executing(), "RecordAction", { agent: "bob", summary: "" }, hand],
    [
      "FIELD_OVERSIZED",
      executing(),
      "RecordAction",
      { agent: "bob", summary: "x".repeat(4_001) },
      hand,
    ],
    [
      "FIELD_OVERSIZED",
      executing(),
      "KeepExtras",
      { file: "state.json", pointer: "", value: [["a", `"${"x".repeat(70_000)}"`]] },
      hand,
    ],
    ["AUDIT_UNKNOWN", executing(), "SkipAudit", { epic: 1, reason: "so" }],
    ["EPIC_UNKNOWN", executing(), "SkipAudit", { epic: 9, reason: "so" }],
  ]);
});

test("halted, paused, cancelled, over, archived", () => {
  const cancelled = executing();
  cancelled.ok("Cancel", {});
  const archived = over();
  archived.ok("Archive", {});
  refused([
    ["STATUS_WRONG", executing(), "Unhalt", { choice: "retry" }],
    ["REASON_MISSING", executing(), "Halt", { reason: "" }],
    ["SUBJECT_MISSING", halted(), "Unhalt", { choice: "responder" }],
    ["SUBJECT_MISSING", halted(), "Unhalt", { choice: "withdraw" }],
    ["QUESTION_STALE", halted(), "Unhalt", { choice: "retry", asked: 1 }],
    ["RUN_HALTED", halted(), "ForceStory", { story: "1.1", reason: "so" }],
    ["RUN_HALTED", halted(), "RecordStoryFile", { story: "1.1" }, hand],
    ["RUN_LIVE", executing(), "Archive", {}],
    [
      "PROJECT_CLOSED",
      over(),
      "ExtendManifest",
      { epics: [{ epic_id: 2, title: "x", stories: [{ story_id: "2.1", title: "x" }] }] },
      hand,
    ],
    ["RUN_OVER", over(), "Halt", { reason: "stop" }],
    ["RUN_OVER", over(), "Cancel", {}],
    ["RUN_OVER", cancelled, "RecordAction", { agent: "bob", summary: "x" }, hand],
    ["RUN_OVER", cancelled, "ReopenStory", { story: "1.1", reason: "so" }],
    ["RUN_ARCHIVED", archived, "RecordAction", { agent: "bob", summary: "x" }, hand],
    ["RUN_ARCHIVED", archived, "ReopenStory", { story: "1.1", reason: "so" }],
  ]);
  const stopped = halted();
  for (const type of [
    "Configure",
    "SetAutonomy",
    "NoticeDrift",
    "RecordAction",
    "KeepExtras",
    "RefuseEdit",
  ] as const) {
    const data = {
      Configure: { settings: { strikes: 3 } },
      SetAutonomy: { mode: "autonomous" },
      NoticeDrift: { path: "docs/prd.md", digest: "x" },
      RecordAction: { agent: "bob", summary: "x" },
      KeepExtras: { file: "state.json", pointer: "", value: [["a", "1"]] },
      RefuseEdit: { path: ".ai/state.json", digest: "d", code: "C", why: "w" },
    }[type];
    const by =
      type === "KeepExtras" ? hand : type === "NoticeDrift" || type === "RefuseEdit" ? engine : ana;
    assert.ok(!("code" in stopped.send(type, data, by)), `${type} while everything is stopped`);
  }
  const refusal = { path: ".ai/state.json", digest: "d", code: "C", why: "w" };
  assert.deepEqual(archived.ok("RefuseEdit", refusal, engine), ["EditRefused"]);
  assert.deepEqual(
    archived.ok("RefuseEdit", refusal, engine),
    [],
    "the same bytes stand refused already",
  );
  assert.deepEqual(cancelled.ok("Archive", {}), ["Archived"]);
  assert.match(cancelled.last("Archived").to, /^\.ai\/archive\/seed-shop-20260114$/u);
});

test("an audit that finds trouble leaves the run live, and over ends with a person's word alone", () => {
  const run = openDesk();
  run.execute({ audit: "always" }, {}, { A: ["a"] });
  run.complete("1.1");
  refused([
    ["STATUS_WRONG", run, "Halt", { reason: "stop" }],
    ["STATUS_WRONG", run, "Cancel", {}],
    ["DOC_MISSING", run, "FinishAudit", { epic: 1 }, run.holder("audit")],
    ["REASON_MISSING", run, "SkipAudit", { epic: 1, reason: "" }],
  ]);
  run.ok("SkipAudit", { epic: 1, reason: "nothing to learn" });
  assert.deepEqual(
    run.ok("ExtendManifest", {
      epics: [{ epic_id: 2, title: "More", stories: [{ story_id: "2.1", title: "x" }] }],
    }),
    ["ManifestExtended"],
  );
  assert.deepEqual([run.state().status, run.keys()], ["EXECUTION_IN_PROGRESS", ["story-2.1-1"]]);
});
