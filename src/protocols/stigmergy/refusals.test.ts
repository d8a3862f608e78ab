// Tests of stigmergy's refusal codes for beginning and planning, and of the allowed senders (section 4).
import { commands } from "./commands.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import { prdText } from "../../../test/fixtures/stigmergy-papers.ts";
import {
  begun,
  briefed,
  edited,
  planned,
  refused,
} from "../../../test/fixtures/stigmergy-stages.ts";
import type { Sender } from "../../core/protocol.ts";

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

test("beginning and planning", () => {
  const epic = { epic_id: 1, title: "E", stories: [{ story_id: "1.1", title: "S" }] };
  const manifest = (...epics: readonly object[]): object => ({ epics });
  const qa = "docs/architecture/qa-protocol.md";
  const documented = { "docs/architecture.md": "a", "docs/architecture/coding-standards.md": "b" };
  const required = (): Desk => {
    const run = briefed();
    run.prd();
    return run;
  };
  const trivial = planned(["true", "echo ok"]);
  refused([
    ["FIELD_INVALID", openDesk(), "Start", { name: "x" }],
    ["FIELD_INVALID", openDesk(), "Start", { goal: "g", name: "n".repeat(201) }],
    [
      "SETTINGS_INVALID",
      openDesk(),
      "Start",
      { goal: "g", name: "n", settings: { concurrency: 9 } },
    ],
    [
      "SETTINGS_INVALID",
      openDesk(),
      "Start",
      { goal: "g", name: "n", settings: { roster: { user: "agent" } } },
    ],
    [
      "CHECK_UNPARSABLE",
      openDesk(),
      "Start",
      { goal: "g", name: "n", settings: { checks: [{ command: "npm test | tee log" }] } },
    ],
    ["DOC_MISSING", openDesk(), "Start", { goal: "g", name: "n", brief: "docs/brief.md" }],
    ["RUN_UNKNOWN", openDesk(), "Pause", {}],
    ["RUN_EXISTS", begun(), "Start", { goal: "g", name: "n" }],
    ["DOC_MISSING", begun(), "FinishBrief", {}],
    ["DOC_MISSING", edited(begun(), { "docs/brief.md": " \n" }), "FinishBrief", {}],
    ["STATUS_WRONG", begun(), "FinishPrd", {}],
    ["STATUS_WRONG", briefed(), "FinishBrief", {}],
    ["MANIFEST_FROZEN", begun(), "ReplaceManifest", manifest(epic)],
    ["PRD_MISSING", briefed(), "FinishArchitecture", {}],
    ["DOC_MISSING", required(), "FinishArchitecture", {}],
    [
      "CHECK_UNPARSABLE",
      openDesk(),
      "Start",
      { goal: "g", name: "n", settings: { checks: [{ command: "! grep TODO a" }] } },
    ],
    [
      "SETTINGS_INVALID",
      openDesk(),
      "Start",
      { goal: "g", name: "n", settings: { checks: [{ argv: ["!", "grep", "TODO"] }] } },
    ],
    [
      "CHECK_UNPARSABLE",
      edited(required(), { ...documented, [qa]: "- **Command:** `a && b`" }),
      "FinishArchitecture",
      {},
    ],
    ["DOC_MISSING", required(), "FinishUx", {}],
    ["MANIFEST_INVALID", required(), "ReplaceManifest", manifest()],
    ["MANIFEST_INVALID", required(), "ReplaceManifest", manifest(epic, epic)],
    [
      "MANIFEST_INVALID",
      required(),
      "ReplaceManifest",
      manifest({ ...epic, stories: [{ story_id: "a/b", title: "S" }] }),
    ],
    [
      "MANIFEST_INVALID",
      required(),
      "ReplaceManifest",
      manifest({ ...epic, stories: [{ story_id: "a", title: "S", status: "COMPLETE" }] }),
    ],
    [
      "MANIFEST_INVALID",
      edited(briefed(), { "docs/prd.md": prdText({ A: [] }) }),
      "ImportManifest",
      {},
    ],
    ["STATUS_WRONG", planned(), "ExtendManifest", manifest(epic)],
    ["GATE_UNKNOWN", briefed(), "PassGate", { gate: "brief" }],
    ["GATE_UNKNOWN", planned(), "PassGate", { gate: "story:1.1" }],
    ["QUESTION_STALE", planned(), "PassGate", { gate: "blueprint", asked: 2 }],
    ["CHECKS_MISSING", planned([]), "PassGate", { gate: "blueprint" }],
    ["CHECKS_TRIVIAL", trivial, "PassGate", { gate: "blueprint" }],
    ["REASON_MISSING", trivial, "PassGate", { gate: "blueprint", without_checks: true }],
    ["DOC_MISSING", edited(planned(), { "docs/prd.md": null }), "PassGate", { gate: "blueprint" }],
    [
      "CHECK_UNPARSABLE",
      edited(planned(), { [qa]: "- **Command:** `a > b`" }),
      "PassGate",
      { gate: "blueprint" },
    ],
    ["REASON_MISSING", planned(), "RefuseGate", { gate: "blueprint", redo: "prd", reason: " " }],
    [
      "FIELD_OVERSIZED",
      planned(),
      "RefuseGate",
      { gate: "blueprint", redo: "prd", reason: "x".repeat(5_000) },
    ],
    [
      "FIELD_INVALID",
      planned(),
      "RefuseGate",
      { gate: "blueprint", redo: "story-file", reason: "so" },
    ],
    [
      "QUESTION_STALE",
      planned(),
      "RefuseGate",
      { gate: "blueprint", asked: 7, redo: "prd", reason: "so" },
    ],
  ]);
});
