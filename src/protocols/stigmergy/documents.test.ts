// Tests of hostile or oversized documents in stigmergy: limits on criteria, endless lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import { storyText } from "../../../test/fixtures/stigmergy-papers.ts";
import { taken } from "../../../test/fixtures/taken.ts";
import { fenced } from "../../core/words/quote.ts";
import { checksIn } from "./checks-of.ts";
import { storyFile } from "./manifest.ts";
import { criteriaIn, plainLines } from "./markdown/lines.ts";
import { manifestOf } from "./markdown/manifest-of.ts";
import { defaultSettings } from "./settings.ts";

const many = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `thing ${index + 1} holds`);

test("criteria beyond the limit, or longer than a text may be, are for their author to mend", () => {
  const run = openDesk();
  run.execute();
  const no = (criteria: readonly string[]): string => {
    run.world.edit({ [storyFile("1.1")]: storyText("1.1", criteria) });
    return run.no("RecordStoryFile", { story: "1.1" }, run.holder("story-1.1"));
  };
  assert.equal(no(many(5_000)), "CRITERIA_MISSING");
  assert.equal(no(["x".repeat(4_097)]), "FIELD_OVERSIZED");
  assert.deepEqual(run.describe("1.1", [...many(99), "x".repeat(4_096)]), [
    "StoryFileRecorded",
    "GatePassed",
  ]);
});

test("at its gate, too, a story gets no more criteria than can be judged", () => {
  const run = openDesk();
  run.execute({ gates: ["blueprint", "story"] });
  run.describe("1.1");
  const no = (criteria: readonly string[]): string => {
    run.world.edit({ [storyFile("1.1")]: storyText("1.1", criteria) });
    return run.no("PassGate", { gate: "story:1.1", without_checks: false });
  };
  assert.equal(no(many(101)), "CRITERIA_MISSING");
  assert.equal(no(["x".repeat(4_097)]), "FIELD_OVERSIZED");
});

test("a line that never ends is read once: a command without an end is none, and an endless one is refused", () => {
  const blanks = `- **Command:** \`${" ".repeat(5_000)}x`;
  const ms = taken(() =>
    assert.deepEqual(checksIn(blanks, defaultSettings), { checks: [], findings: [] }),
  );
  assert.ok(ms < 5_000, "it took a minute");
  const long = checksIn(`- **Command:** \`node ${"x".repeat(5_000)}\``, defaultSettings);
  assert.deepEqual(
    [long.checks, long.findings.map(({ code }) => code)],
    [[], ["CHECK_UNPARSABLE"]],
  );
  const [check] = checksIn("- **Command**: ``  npm test  ``", defaultSettings).checks;
  assert.deepEqual(check?.argv, ["npm", "test"]);
});

test("however many backticks a quoted text holds, its block is closed by one run more", () => {
  assert.equal(fenced("` ".repeat(300_000)).slice(0, 12), "```quoted\n` ");
  assert.ok(fenced("a ````` b").startsWith("``````quoted\n"));
});

test("an entry keeps no more of paths and signals than a file can bear", () => {
  const run = openDesk();
  run.start();
  const no = (more: object): string =>
    run.no("RecordAction", { agent: "zed", summary: "x", ...more });
  assert.equal(no({ files: ["p".repeat(64 * 1024 + 1)] }), "FIELD_OVERSIZED");
  assert.equal(no({ signal: "S".repeat(201) }), "FIELD_OVERSIZED");
  run.ok("RecordAction", {
    agent: "zed",
    summary: "x",
    signal: "S".repeat(200),
    files: ["p".repeat(64 * 1024)],
  });
});

test("signs that some take for the end of a line hide neither a criterion nor a story", () => {
  const odd = "first\u2028and \u2029last\u0085";
  assert.deepEqual(criteriaIn(plainLines(`## Acceptance Criteria\n\n- ${odd}\n- second\n`)), [
    odd.trim(),
    "second",
  ]);
  const { epics, findings } = manifestOf(`## Epic 1: ${odd}\n### Story 1.1: ${odd}\n`);
  assert.deepEqual([epics.map(({ stories }) => stories.length), findings], [[1], []]);
});

test("ids of stories name their files, which on some disks don't differ by case: new ones differ by more", () => {
  const run = openDesk();
  run.plan();
  const stories = (...ids: readonly string[]) => ids.map((id) => ({ story_id: id, title: "x" }));
  const epics = (...ids: readonly string[]) => ({
    epics: [{ epic_id: 7, title: "Other", stories: stories(...ids) }],
  });
  assert.equal(run.no("ReplaceManifest", epics("7.a", "7.A")), "MANIFEST_INVALID");
  run.ok("ReplaceManifest", epics("7.a", "7.b"));
  run.approve("blueprint");
  assert.equal(
    run.no("ExtendManifest", { epics: [], stories: [{ epic: 7, stories: stories("7.B") }] }),
    "MANIFEST_INVALID",
  );
});
