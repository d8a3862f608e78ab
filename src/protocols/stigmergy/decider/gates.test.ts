// Tests of gates: waits and passes by gate, autonomy mode and checks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hand, openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { storyText } from "../../../../test/fixtures/stigmergy-papers.ts";

test("a brief that is given at the start is finished at once, and its gate waits only where it is named", () => {
  const run = openDesk();
  run.world.edit({ "docs/idea.md": "Plants." });
  assert.deepEqual(run.start({}, { brief: "docs/idea.md" }), [
    "ProjectStarted",
    "BriefFinished",
    "GatePassed",
  ]);
  assert.deepEqual(
    [run.state().briefPath, run.signals()],
    ["docs/idea.md", ["INIT", "BRIEF_COMPLETE", "BRIEF_APPROVED"]],
  );
  assert.deepEqual(
    run.entries().map(({ agent }) => agent),
    ["saul", "user", "saul"],
  );
  const asked = openDesk();
  asked.start({ gates: ["brief"] });
  asked.brief();
  assert.deepEqual(asked.keys(), ["gate-brief-1"]);
  asked.world.edit({ "docs/brief.md": "Sell plants, and pots." });
  assert.equal(
    asked.no("PassGate", { gate: "brief", without_checks: false }),
    "QUESTION_STALE",
    "nobody was shown that",
  );
  asked.approve("brief");
  const pinned = asked.last("GatePassed").docs["docs/brief.md"];
  assert.notEqual(
    pinned,
    asked.last("BriefFinished").docs["docs/brief.md"],
    "as it stands when a person says yes",
  );
});

test("autonomous goes through every gate, but for one whose checks could never fail", () => {
  const run = openDesk();
  run.plan({ gates: ["brief", "blueprint", "story"] }, { autonomy: "autonomous" });
  assert.deepEqual(
    [run.state().status, run.signals().slice(-2)],
    ["EXECUTION_IN_PROGRESS", ["BLUEPRINT_COMPLETE", "EXECUTION_APPROVED"]],
  );
  assert.deepEqual(run.describe("1.1"), ["StoryFileRecorded", "GatePassed"]);
  for (const commands of [[], ["true", "echo ok"]]) {
    const trivial = openDesk();
    trivial.plan({}, { autonomy: "autonomous" }, undefined, commands);
    assert.deepEqual(trivial.keys(), ["gate-blueprint-1"]);
    trivial.ok("Configure", { settings: { checks: [{ command: "npm test" }] } });
    assert.equal(trivial.state().status, "EXECUTION_IN_PROGRESS", "there is something to run now");
  }
});

test("less that is wanted completes a blueprint that lacked nothing else", () => {
  const run = openDesk();
  run.start({ ux: true });
  run.brief();
  run.prd();
  run.world.edit({
    "docs/architecture.md": "a",
    "docs/architecture/coding-standards.md": "b",
    "docs/architecture/qa-protocol.md": "- **Command:** `npm test`",
  });
  assert.deepEqual(run.ok("FinishArchitecture", {}, hand), ["ArchitectureFinished"]);
  assert.deepEqual(run.ok("FinishArchitecture", {}, hand), [], "it is recorded as it stands");
  assert.deepEqual(run.keys(), ["ux-1"]);
  assert.deepEqual(run.ok("Configure", { settings: { ux: false } }), [
    "Configured",
    "BlueprintCompleted",
  ]);
});

test("a story's criteria are those that stood in its file when its gate was passed", () => {
  const run = openDesk();
  run.execute({ gates: ["story"] });
  run.describe("1.1", ["one"]);
  assert.deepEqual(run.keys(), ["gate-story-1.1-1"]);
  run.world.edit({ "docs/stories/1.1.story.md": storyText("1.1", ["one", "two"]) });
  run.approve("story:1.1");
  assert.deepEqual(run.story("1.1").criteria, ["one", "two"]);
  run.world.edit({ "docs/stories/1.1.story.md": storyText("1.1", ["none"]) });
  assert.deepEqual(run.ok("RecordStoryFile", { story: "1.1" }, hand), ["StoryFileRecorded"]);
  assert.deepEqual(run.story("1.1").criteria, ["one", "two"], "once approved they stand");
});

const qa = "docs/architecture/qa-protocol.md";
const storyOne = "docs/stories/1.1.story.md";
const story = (id: string, title: string) => ({
  epic_id: 1,
  title: "Catalogue",
  stories: [{ story_id: id, title }],
});

test("a yes pins what was shown: whatever was changed since is another question, by whichever way it was changed", () => {
  const run = openDesk();
  run.plan();
  const yes = { gate: "blueprint", without_checks: false } as const;
  run.world.edit({ [qa]: "- **Command:** `node easy.js`\n" });
  assert.equal(run.no("PassGate", { ...yes, asked: 1 }), "QUESTION_STALE", "nobody noticed it yet");
  assert.deepEqual(
    [run.look(), run.look(), run.keys()],
    [["DocumentFound"], [], ["gate-blueprint-2"]],
  );
  assert.equal(
    run.job("gate-").subject,
    "blueprint-2",
    "its short name doesn't stand for another question",
  );
  assert.equal(run.no("PassGate", { ...yes, asked: 1 }), "QUESTION_STALE");
  assert.equal(
    run.no("PassGate", yes),
    "QUESTION_STALE",
    "who says nothing of what he saw saw the first",
  );
  run.ok("ReplaceManifest", { epics: [story("1.1", "Less")] });
  assert.deepEqual(run.keys(), ["gate-blueprint-3"]);
  run.ok("Configure", { settings: { checks: [{ command: "npm run easy" }] } });
  assert.equal(run.no("PassGate", { ...yes, asked: 3 }), "QUESTION_STALE");
  assert.deepEqual(run.approve("blueprint"), ["GatePassed"]);

  const asked = openDesk();
  asked.execute({ gates: ["blueprint", "story"], concurrency: 2 });
  asked.describe("1.1");
  asked.world.edit({ [storyOne]: storyText("1.1", ["It looks fine"]) });
  assert.deepEqual(
    [asked.look(), asked.keys().includes("gate-story-1.1-2")],
    [["DocumentFound"], true],
  );
  assert.equal(
    asked.no("PassGate", { gate: "story:1.1", asked: 1, without_checks: false }),
    "QUESTION_STALE",
  );
  asked.approve("story:1.1");
  assert.deepEqual(asked.story("1.1").criteria, ["It looks fine"]);
});
