// Table of refusals of commands, by the state of the run; and who may send each command.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ana, type Desk, engine, hand, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import { prdText, storyText } from "../../../test/fixtures/stigmergy-papers.ts";
import {
  awaiting,
  begun,
  briefed,
  edited,
  executing,
  halted,
  over,
  planned,
  refused,
} from "../../../test/fixtures/stigmergy-stages.ts";
import type { Sender } from "../../core/protocol.ts";
import { commands } from "./commands.ts";

/** Senders by the specification: P person, H agent, X hand edit, E engine, U parent run, A anyone. */
const table = `
Start A · Adopt P · FinishBrief HXP · FinishPrd HXP · FinishUx HXP · FinishArchitecture HXP · ReplaceManifest HXP · ImportManifest HXP
ExtendManifest XP · PassGate P · RefuseGate P · RecordStoryFile HX · StartStory HX · FinishWork HX · ReportFailure HE · CountAttempt HE
RecordCheck E · RerunChecks A · SubmitReview HP · Escalate HXPE · TakeIssue HXP · LinkIssue XP · ResolveIssue HXP · GiveUpIssue HXPE
AskPerson H · AnswerQuestion P · Halt A · Unhalt P · Pause PU · Resume PU · Cancel PU · Archive P · SetAutonomy PX · Configure P
NoticeDrift E · AcceptDrift P · ReopenStory P · WithdrawStory P · ForceStory P · FinishAudit H · SkipAudit EP · RecordAction A
RenameProject PX · KeepExtras X · RefuseEdit E`;
const letters: Readonly<Record<string, Sender["kind"]>> = {
  P: "person",
  H: "agent",
  X: "file",
  E: "engine",
  U: "parent",
};

test("each command may come from whom the specification says, and from nobody else", () => {
  const said = Object.fromEntries(
    table
      .trim()
      .split(/ · |\n/u)
      .map((one) => one.split(" ")),
  );
  assert.deepEqual(Object.keys(said).sort(), commands.map(({ type }) => type).sort());
  for (const { type, who } of commands) {
    const wanted =
      said[type] === "A" ? null : [...(said[type] ?? "")].map((letter) => letters[letter] ?? "");
    if (wanted === null) assert.equal(who.length, 6, type);
    else assert.deepEqual(new Set<string>(who), new Set(wanted), type);
  }
});

const name = { goal: "g", name: "n" };
const settings = (given: object) => ({ ...name, settings: given });
const epicOf = (id: number, ...stories: readonly object[]) => ({
  epic_id: id,
  title: "E",
  stories,
});
const one = { story_id: "1.1", title: "S" };
const epics = (...given: readonly object[]) => ({ epics: given });
const stories = (epic: number, id: string) => ({
  stories: [{ epic, stories: [{ ...one, story_id: id }] }],
});
const story = { story: "1.1" };
const because = (reason: string, more: object = story) => ({ ...more, reason });
const redo = (more: object) => ({ gate: "blueprint", redo: "prd", reason: "so", ...more });
const gate = { gate: "blueprint" };
const long = "x".repeat(5_000);

const qa = (text: string) => ({ "docs/architecture/qa-protocol.md": text });
const documented = { "docs/architecture.md": "a", "docs/architecture/coding-standards.md": "b" };
const required = (): Desk => {
  const run = briefed();
  run.prd();
  return run;
};

test("refused: beginning", () => {
  refused([
    ["FIELD_INVALID", openDesk(), "Start", { name: "x" }],
    ["FIELD_INVALID", openDesk(), "Start", { goal: "g", name: "n".repeat(201) }],
    ["SETTINGS_INVALID", openDesk(), "Start", settings({ concurrency: 9 })],
    ["SETTINGS_INVALID", openDesk(), "Start", settings({ roster: { user: "agent" } })],
    ["SETTINGS_INVALID", openDesk(), "Start", settings({ checks: [{ argv: ["!", "grep"] }] })],
    ["CHECK_UNPARSABLE", openDesk(), "Start", settings({ checks: [{ command: "npm test | x" }] })],
    ["CHECK_UNPARSABLE", openDesk(), "Start", settings({ checks: [{ command: "! grep TODO" }] })],
    ["DOC_MISSING", openDesk(), "Start", { ...name, brief: "docs/brief.md" }],
    ["RUN_UNKNOWN", openDesk(), "Pause", {}],
    ["RUN_EXISTS", begun(), "Start", name],
  ]);
});

test("refused: planning", () => {
  const trivial = planned(["true", "echo ok"]);
  const asked = begun();
  const mary = (): Sender => asked.holder("brief");
  for (const id of [1, 2, 3]) {
    asked.ok("AskPerson", { subject: "brief", text: "which?" }, mary());
    asked.ok("AnswerQuestion", { question: id, text: "that" });
  }
  refused([
    ["QUESTION_EXCESSIVE", asked, "AskPerson", { subject: "brief", text: "which?" }, mary()],
    ["JOB_UNKNOWN", asked, "AskPerson", { subject: "prd", text: "which?" }, mary()],
    ["QUESTION_UNKNOWN", asked, "AnswerQuestion", { question: 1, text: "that" }],
    ["DOC_MISSING", begun(), "FinishBrief", {}],
    ["DOC_MISSING", edited(begun(), { "docs/brief.md": " \n" }), "FinishBrief", {}],
    ["STATUS_WRONG", begun(), "FinishPrd", {}],
    ["MANIFEST_FROZEN", begun(), "ReplaceManifest", epics(epicOf(1, one))],
    ["STATUS_WRONG", briefed(), "FinishBrief", {}],
    ["PRD_MISSING", briefed(), "FinishArchitecture", {}],
    ["GATE_UNKNOWN", briefed(), "PassGate", { gate: "brief" }],
    [
      "MANIFEST_INVALID",
      edited(briefed(), { "docs/prd.md": prdText({ A: [] }) }),
      "ImportManifest",
      {},
    ],
    ["DOC_MISSING", required(), "FinishArchitecture", {}],
    [
      "CHECK_UNPARSABLE",
      edited(required(), { ...documented, ...qa("- **Command:** `a && b`") }),
      "FinishArchitecture",
      {},
    ],
    ["DOC_MISSING", required(), "FinishUx", {}],
    ["MANIFEST_INVALID", required(), "ReplaceManifest", epics()],
    ["MANIFEST_INVALID", required(), "ReplaceManifest", epics(epicOf(1, one), epicOf(1, one))],
    [
      "MANIFEST_INVALID",
      required(),
      "ReplaceManifest",
      epics(epicOf(1, { ...one, story_id: "a/b" })),
    ],
    [
      "MANIFEST_INVALID",
      required(),
      "ReplaceManifest",
      epics(epicOf(1, { ...one, status: "COMPLETE" })),
    ],
    ["STATUS_WRONG", planned(), "ExtendManifest", epics(epicOf(1, one))],
    ["GATE_UNKNOWN", planned(), "PassGate", { gate: "story:1.1" }],
    ["QUESTION_STALE", planned(), "PassGate", { ...gate, asked: 2 }],
    ["CHECKS_MISSING", planned([]), "PassGate", gate],
    ["CHECKS_TRIVIAL", trivial, "PassGate", gate],
    ["REASON_MISSING", trivial, "PassGate", { ...gate, without_checks: true }],
    ["DOC_MISSING", edited(planned(), { "docs/prd.md": null }), "PassGate", gate],
    ["CHECK_UNPARSABLE", edited(planned(), qa("- **Command:** `a > b`")), "PassGate", gate],
    ["REASON_MISSING", planned(), "RefuseGate", redo({ reason: " " })],
    ["FIELD_OVERSIZED", planned(), "RefuseGate", redo({ reason: long })],
    ["FIELD_INVALID", planned(), "RefuseGate", redo({ redo: "story-file" })],
    ["QUESTION_STALE", planned(), "RefuseGate", redo({ asked: 7 })],
    ["CHECKS_MISSING", planned(), "RerunChecks", {}],
    ["STATUS_WRONG", planned(), "RecordStoryFile", story, hand],
    ["STATUS_WRONG", planned(), "StartStory", story, hand],
  ]);
});

test("refused: stories, their checks and reviews", () => {
  const moment = { tree: null, head: null };
  const run = { exit: 0, why: null, output: "d", excerpt: "" };
  const check = { n: 2, runs: 0, run, before: moment, after: moment };
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
  for (const id of ["1.2", "2.1"]) last.ok("WithdrawStory", { story: id, reason: "so" });
  const stale = executing();
  stale.ok("NoticeDrift", { path: "docs/prd.md", digest: "x" }, engine);
  const bare = edited(executing(), { "docs/stories/1.1.story.md": storyText("1.1", []) });
  const lost = { subject: "story:1.1", kind: "work", reason: "x" };
  refused([
    ["STORY_UNORDERED", executing(), "RecordStoryFile", { story: "1.2" }, hand],
    ["STORY_UNKNOWN", executing(), "RecordStoryFile", { story: "../x" }, hand],
    ["DOC_MISSING", executing(), "RecordStoryFile", story, hand],
    ["CRITERIA_MISSING", bare, "RecordStoryFile", story, hand],
    ["JOB_UNKNOWN", executing(), "ReportFailure", lost, engine],
    ["JOB_UNKNOWN", executing(), "CountAttempt", { job: "work-1.1-1", reason: "x" }, engine],
    ["CHECK_UNKNOWN", executing(), "RecordCheck", check, engine],
    ["STATUS_UNREACHABLE", executing(), "SubmitReview", { ...story, pass: true }],
    ["SENDER_WRONG", awaiting(), "SubmitReview", { ...story, pass: true }, hand],
    ["VERDICT_INCOMPLETE", judged, "SubmitReview", { ...story, pass: true }, sarah],
    ["VERDICT_INCOMPLETE", judged, "SubmitReview", verdict(1), sarah],
    ["VERDICT_INCOMPLETE", judged, "SubmitReview", verdict(1, 1), sarah],
    ["VERDICT_INCOMPLETE", judged, "SubmitReview", verdict(1, 2, 3), sarah],
    ["SENDER_WRONG", judged, "SubmitReview", verdict(1, 2), { kind: "agent", name: "somebody" }],
    ["STATUS_UNREACHABLE", executing(), "ReopenStory", because("so")],
    ["REASON_MISSING", over(), "ReopenStory", because("")],
    ["STATUS_UNREACHABLE", awaiting(), "WithdrawStory", because("so")],
    ["REASON_MISSING", failed, "WithdrawStory", because("")],
    ["MANIFEST_EMPTY", last, "WithdrawStory", because("so")],
    ["REASON_MISSING", executing(), "ForceStory", because(" ")],
    ["STORY_UNKNOWN", executing(), "ForceStory", because("so", { story: "7.7" })],
    ["MANIFEST_FROZEN", executing(), "ReplaceManifest", epics()],
    [
      "MANIFEST_INVALID",
      executing(),
      "ExtendManifest",
      epics(epicOf(1, { ...one, story_id: "9" })),
    ],
    ["MANIFEST_INVALID", executing(), "ExtendManifest", stories(1, "1.1")],
    ["EPIC_UNKNOWN", executing(), "ExtendManifest", stories(5, "5.1")],
    ["PATH_UNKNOWN", executing(), "NoticeDrift", { path: "src/x.ts", digest: "x" }, engine],
    ["QUESTION_STALE", stale, "AcceptDrift", { path: "docs/prd.md", digest: "y" }],
  ]);
});

test("refused: issues, settings, entries and audits", () => {
  const open = executing();
  open.ok("Escalate", { subject: "project", summary: "a matter" });
  const taken = executing();
  taken.ok("Escalate", { subject: "project", summary: "a matter" });
  taken.ok("TakeIssue", { issue: "ISSUE-001" });
  const issue = (more: object, id = "ISSUE-001") => ({ issue: id, ...more });
  const call = (more: object = {}) => ({ subject: "project", summary: "x", ...more });
  const said = (agent: string, summary: string) => ({ agent, summary });
  const extras = { file: "state.json", pointer: "", value: [["a", `"${"x".repeat(70_000)}"`]] };
  refused([
    ["ISSUE_UNEXPLAINED", taken, "ResolveIssue", issue({ solution: " " })],
    ["REASON_MISSING", taken, "GiveUpIssue", issue({ reason: "" })],
    ["REFERENCE_DANGLING", executing(), "Escalate", call({ refs: ["2020-01-01T00:00:00.000Z"] })],
    ["ISSUE_DUPLICATE", open, "Escalate", call({ id: "ISSUE-001" })],
    ["FIELD_OVERSIZED", open, "Escalate", call({ summary: long })],
    ["SENDER_WRONG", open, "Escalate", call(), { kind: "agent", name: "nobody" }],
    ["ISSUE_UNKNOWN", open, "TakeIssue", issue({}, "ISSUE-009")],
    ["STATUS_UNREACHABLE", open, "ResolveIssue", issue({ solution: "so" })],
    ["STATUS_UNREACHABLE", open, "GiveUpIssue", issue({ reason: "no" })],
    ["REFERENCE_DANGLING", open, "LinkIssue", issue({ refs: ["never"] })],
    ["SETTINGS_INVALID", executing(), "Configure", { settings: { gates: ["lunch"] } }],
    ["CHECKS_MISSING", executing(), "Configure", { settings: { checks: [] } }],
    ["ENTRY_INCOMPLETE", executing(), "RecordAction", said(" ", "x"), hand],
    ["ENTRY_INCOMPLETE", executing(), "RecordAction", said("bob", ""), hand],
    ["FIELD_OVERSIZED", executing(), "RecordAction", said("bob", "x".repeat(4_001)), hand],
    ["FIELD_OVERSIZED", executing(), "KeepExtras", extras, hand],
    ["AUDIT_UNKNOWN", executing(), "SkipAudit", { epic: 1, reason: "so" }],
    ["EPIC_UNKNOWN", executing(), "SkipAudit", { epic: 9, reason: "so" }],
  ]);
  taken.ok("ResolveIssue", { issue: "ISSUE-001", solution: "so" });
  refused([
    ["ISSUE_SETTLED", taken, "TakeIssue", issue({})],
    ["ISSUE_SETTLED", taken, "ResolveIssue", issue({ solution: "so" })],
  ]);
});

test("refused: halted, over, cancelled, archived", () => {
  const cancelled = executing();
  cancelled.ok("Cancel", {});
  const archived = over();
  archived.ok("Archive", {});
  const said = { agent: "bob", summary: "x" };
  refused([
    ["STATUS_WRONG", executing(), "Unhalt", { choice: "retry" }],
    ["REASON_MISSING", executing(), "Halt", { reason: "" }],
    ["SUBJECT_MISSING", halted(), "Unhalt", { choice: "responder" }],
    ["SUBJECT_MISSING", halted(), "Unhalt", { choice: "withdraw" }],
    ["QUESTION_STALE", halted(), "Unhalt", { choice: "retry", asked: 1 }],
    ["RUN_HALTED", halted(), "ForceStory", because("so")],
    ["RUN_HALTED", halted(), "RecordStoryFile", story, hand],
    ["RUN_LIVE", executing(), "Archive", {}],
    [
      "PROJECT_CLOSED",
      over(),
      "ExtendManifest",
      epics(epicOf(2, { ...one, story_id: "2.1" })),
      hand,
    ],
    ["RUN_OVER", over(), "Halt", { reason: "stop" }],
    ["RUN_OVER", over(), "Cancel", {}],
    ["RUN_OVER", cancelled, "RecordAction", said, hand],
    ["RUN_OVER", cancelled, "ReopenStory", because("so")],
    ["RUN_ARCHIVED", archived, "RecordAction", said, hand],
    ["RUN_ARCHIVED", archived, "ReopenStory", because("so")],
  ]);
  const stopped = halted();
  stopped.ok("Configure", { settings: { strikes: 3 } });
  stopped.ok("RecordAction", said);
  stopped.ok("NoticeDrift", { path: "docs/prd.md", digest: "x" }, engine);
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
  run.send("ExtendManifest", epics(epicOf(2, { ...one, story_id: "2.1" })), ana);
  assert.deepEqual([run.state().status, run.keys()], ["EXECUTION_IN_PROGRESS", ["story-2.1-1"]]);
});
