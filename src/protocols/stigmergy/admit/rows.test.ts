// Table of hand edits of the state file: what each means, or why it is refused.
import assert from "node:assert/strict";
import { type EditTable, editsHold } from "../../../../test/fixtures/edit-table.ts";
import { entry, type Free } from "../../../../test/fixtures/stigmergy-edits.ts";
import { epic, stands, story } from "../../../../test/fixtures/stigmergy-stands.ts";

const more = (...entries: readonly Free[]) => ({ history: said(...entries) });
const said =
  (...entries: readonly Free[]) =>
  (old: readonly Free[]): readonly Free[] => [...old, ...entries];

const project: EditTable = {
  "fresh state.json": [
    ["/schema_version", "3.0", "SCHEMA_CHANGED"],
    ["/project_name", "Plants", "ProjectRenamed"],
    ["/project_name", " ", "FIELD_INVALID"],
    ["/project_name", 5, "TYPE_WRONG"],
    ["/project_name", undefined, "KEY_MISSING"],
    ["/history", undefined, "KEY_MISSING"],
    ["/history", () => ({}), "TYPE_WRONG"],
    ["/project_manifest", [], "TYPE_WRONG"],
    ["/autonomy_mode", "wild", "VALUE_UNKNOWN"],
    ["", { mood: "good", more: { a: [1] } }, "ExtrasKept"],
    ["/mood", "x".repeat(70_000), "FIELD_OVERSIZED"],
    ["/system_signal", "HELLO", "ActionRecorded"],
    ["", { system_signal: "HELLO", ...more(entry("a", "b", "HELLO")) }, "ActionRecorded"],
    [
      "",
      { system_signal: "HELLO", ...more(entry("a", "b", "BYE")) },
      "ActionRecorded ActionRecorded",
    ],
    ["/system_signal", null, "TYPE_WRONG"],
    ["/project_status", "NEEDS_PLANNING", "DOC_MISSING"],
    ["/project_manifest/epics", [epic(1, story("1.1"))], "MANIFEST_FROZEN"],
  ],
  "autonomous state.json": [["/autonomy_mode", "supervised", "AutonomySet"]],
  "briefWritten state.json": [["/project_status", "NEEDS_PLANNING", "BriefFinished GatePassed"]],
  "briefGate state.json": [["/project_status", "NEEDS_PLANNING", "GATE_CLOSED"]],
  "written state.json": [
    [
      "/project_status",
      "READY_FOR_EXECUTION",
      "PrdFinished ArchitectureFinished ManifestReplaced BlueprintCompleted",
    ],
  ],
  "planning state.json": [
    ["/project_status", "READY_FOR_EXECUTION", "BLUEPRINT_INCOMPLETE PRD_MISSING"],
  ],
  "planned state.json": [
    ["/project_status", "NEEDS_PLANNING", "STATUS_UNREACHABLE"],
    ["/project_status", "EXECUTION_IN_PROGRESS", "GATE_CLOSED"],
  ],
  "executing state.json": [
    ["/autonomy_mode", "autonomous", "AutonomyAsked"],
    [
      "",
      { autonomy_mode: "autonomous", ...more(entry("james", "faster")) },
      "AutonomyAsked ActionRecorded",
    ],
    ["/project_status", "PROJECT_COMPLETE", "STATUS_DERIVED"],
    ["/project_status", "PLANNING_IN_PROGRESS", "VALUE_UNKNOWN"],
    ["/project_status", "EXECUTION_HALTED", "Halted"],
    [
      "",
      { project_status: "EXECUTION_HALTED", ...more(entry("james", "the disk is full")) },
      "Halted",
    ],
    ["", (file: Free) => file, ""],
  ],
  "halted state.json": [
    ["/project_status", "EXECUTION_IN_PROGRESS", "HALT_UNCLEARED"],
    ["/history/-", entry("james", "I stopped"), "ActionRecorded"],
  ],
};

const epics = "/project_manifest/epics";
const first = `${epics}/0/stories`;
const begins = { status: "IN_PROGRESS" };
const manifest: EditTable = {
  "planning state.json": [
    [epics, [epic(1, story("1.1"), story("1.2"))], "ManifestReplaced"],
    [epics, [epic(1, story("1.1", { size: 3 }))], "ManifestReplaced ExtrasKept"],
    [epics, [epic(1)], "ManifestReplaced"],
    [epics, [epic(1, story("1.1")), epic(1, story("1.2"))], "MANIFEST_INVALID"],
    [epics, [epic(1, story("1.1"), story("1.1"))], "MANIFEST_INVALID"],
    [epics, [{ ...epic(1), status: "COMPLETE" }], "EPIC_DERIVED"],
    [epics, [{ ...epic(1, story("1.1")), epic_id: "1" }], "TYPE_WRONG"],
    [epics, [epic(1, story("1.1", { story_id: 1.1 }))], "TYPE_WRONG"],
  ],
  "planned state.json": [
    [epics, [epic(1, story("1.1"))], "ManifestReplaced"],
    [epics, [{ ...epic(1, story("1.1", begins)), ...begins }], "MANIFEST_INVALID"],
  ],
  "executing state.json": [
    [`${first}/-`, story("1.3"), "ManifestExtended"],
    [`${first}/-`, story("1.3", { agent: "victor", size: 3 }), "ManifestExtended ExtrasKept"],
    [`${epics}/-`, epic(3, story("3.1")), "ManifestExtended"],
    [`${first}/-`, story("1.3", { status: "COMPLETE" }), "STORY_PREMATURE"],
    [first, (old: readonly Free[]) => [story("1.0"), ...old], "MANIFEST_FROZEN"],
    [first, (old: readonly Free[]) => old.toReversed(), "MANIFEST_FROZEN"],
    [`${first}/1`, undefined, "MANIFEST_SHRUNK"],
    [`${epics}/1`, undefined, "MANIFEST_SHRUNK"],
    [`${first}/1/story_id`, "1.9", "MANIFEST_SHRUNK"],
    [`${first}/1/title`, "x", "MANIFEST_FROZEN"],
    [`${epics}/0/title`, "x", "MANIFEST_FROZEN"],
  ],
  "second state.json": [[`${first}/-`, story("1.3"), "MANIFEST_FROZEN"]],
  "over state.json": [[`${epics}/1/stories/-`, story("2.2"), "PROJECT_CLOSED"]],
  "begun state.json": [
    [epics, { 0: { stories: { 0: { size: 3 } } }, 1: { owner: "ana" } }, "ExtrasKept"],
  ],
};

const status = `${first}/0/status`;
/** A step of story 1.1, with the entry of its agent. */
const step = (word: string, agent: string) => ({
  project_manifest: { epics: { 0: { stories: { 0: { status: word } } } } },
  ...more(entry(agent, `Story 1.1, says ${agent}`, "X")),
});
const stories: EditTable = {
  "described state.json": [
    ["", step("IN_PROGRESS", "james"), "StoryStarted"],
    [status, "IN_PROGRESS", "StoryStarted"],
    ["", step("AWAITING_VERIFICATION", "james"), "StoryStarted WorkFinished"],
    ["", step("COMPLETE", "sarah"), "STATUS_UNREACHABLE"],
    [status, "FAILED", "STATUS_UNREACHABLE"],
    [status, "DONE", "VALUE_UNKNOWN"],
    [status, "in_progress", "VALUE_UNKNOWN"],
    [`${first}/1/status`, "IN_PROGRESS", "STORY_UNORDERED"],
    [`${epics}/0`, { status: "IN_PROGRESS", stories: { 0: begins } }, "StoryStarted"],
    [`${epics}/0/status`, "COMPLETE", "EPIC_DERIVED"],
  ],
  "begun state.json": [
    ["", step("AWAITING_VERIFICATION", "james"), "WorkFinished"],
    ["", step("AWAITING_VERIFICATION", "victor"), "WorkFinished"],
    ["", step("FAILED", "james"), "IssueOpened"],
    ["", step("COMPLETE", "sarah"), "STATUS_UNREACHABLE"],
    [status, "PENDING", "STATUS_UNREACHABLE"],
  ],
  // A file edit reviews nothing, whoever signs it.
  "awaiting state.json": [
    ["", step("COMPLETE", "sarah"), "STATUS_UNREACHABLE"],
    ["", step("COMPLETE", "user"), "STATUS_UNREACHABLE"],
    [status, "COMPLETE", "STATUS_UNREACHABLE"],
    ["", step("IN_PROGRESS", "sarah"), "STATUS_UNREACHABLE"],
    [status, "FAILED", "IssueOpened"],
  ],
  "checked state.json": [["", step("COMPLETE", "sarah"), "STATUS_UNREACHABLE"]],
  "over state.json": [[status, "IN_PROGRESS", "STATUS_UNREACHABLE"]],
  "failed state.json": [[status, "PENDING", "STATUS_UNREACHABLE"]],
  "executing state.json": [[status, "IN_PROGRESS", "STORYFILE_MISSING"]],
};

const issue = (keys: object = {}): Free => ({
  issue_id: "ISSUE-001",
  timestamp: "",
  status: "OPEN",
  summary: "it won't build",
  history_ref: [],
  ...keys,
});
const log = "/issue_log/0";
const longAgo = "2020-01-01T00:00:00.000Z";
const settled = (word: string, ...entries: readonly Free[]) => ({
  issue_log: { 0: { status: word } },
  ...more(...entries),
});
const solution = "use the other key";
const issues: EditTable = {
  "begun state.json": [
    ["/issue_log/-", issue(), "IssueOpened"],
    ["/issue_log/-", issue(begins), "ISSUE_PREMATURE"],
    ["/issue_log", [issue(), issue()], "ISSUE_DUPLICATE"],
    ["/issue_log/-", issue({ history_ref: [longAgo] }), "REFERENCE_DANGLING"],
    ["/issue_log/-", issue({ history_ref: "x" }), "TYPE_WRONG"],
    ["/issue_log/-", { issue_id: "ISSUE-001", status: "OPEN" }, "KEY_MISSING"],
    ["/issue_log/-", issue({ status: "CLOSED" }), "VALUE_UNKNOWN"],
  ],
  "failed state.json": [
    [`${log}/status`, "IN_PROGRESS", "IssueTaken"],
    [log, { status: "RESOLVED", solution }, "IssueTaken IssueResolved ExtrasKept"],
    [
      "",
      settled("RESOLVED", entry("dexter", "ISSUE-001: the other key")),
      "IssueTaken IssueResolved",
    ],
    [`${log}/status`, "FAILED_TO_RESOLVE", "IssueTaken IssueUnresolved Halted"],
    [log, undefined, "ISSUE_REMOVED"],
    [`${log}/summary`, "Story 1.1: all is well", "ISSUE_REWRITTEN"],
    [`${log}/timestamp`, longAgo, "ISSUE_REWRITTEN"],
    [`${log}/issue_id`, "ISSUE-009", "ISSUE_REMOVED"],
    [`${log}/history_ref/-`, "x", "REFERENCE_DANGLING"],
    [`${log}/history_ref/0`, undefined, "REFERENCE_REMOVED"],
    [
      "",
      (file: Free) => void file.issue_log[0].history_ref.push(file.history[1].timestamp),
      "IssueLinked",
    ],
  ],
  "taken state.json": [
    [log, { status: "RESOLVED", resolution_strategy: solution }, "IssueResolved ExtrasKept"],
    [`${log}/status`, "RESOLVED", "ISSUE_UNEXPLAINED"],
    [
      "",
      settled("FAILED_TO_RESOLVE", entry("dexter", "ISSUE-001 is beyond me")),
      "IssueUnresolved Halted",
    ],
    [`${log}/status`, "OPEN", "STATUS_UNREACHABLE"],
  ],
  "resolved state.json": [
    [`${log}/status`, "OPEN", "ISSUE_SETTLED"],
    [`${log}/status`, "FAILED_TO_RESOLVE", "ISSUE_SETTLED"],
  ],
};

for (const table of [project, manifest, stories, issues])
  editsHold(table, (state, _path, by) => {
    const { edits } = (stands[state] ?? assert.fail(state))();
    const before = edits.text();
    const { events, refused } = edits.put(by(before));
    if (refused.length > 0) assert.equal(edits.text(), before, "all or nothing");
    return { means: events === "" ? [] : [events], refused };
  });
