// Test of a whole project by hand edits alone, from the brief to PROJECT_COMPLETE, with one approval.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { editsOf, entry, type Free, storyOf } from "../../../../test/fixtures/stigmergy-edits.ts";
import { qaText, storyText } from "../../../../test/fixtures/stigmergy-papers.ts";

const planned = {
  "docs/prd.md": "# Requirements",
  "docs/architecture.md": "One page.",
  "docs/architecture/coding-standards.md": "Short.",
  "docs/architecture/qa-protocol.md": qaText(),
};

test("from the brief to PROJECT_COMPLETE by edits of the file, as the original's roles make them, but for reviews", () => {
  const run = openDesk();
  const edits = editsOf(run);
  run.start();
  /** A role reads the file, makes one change and records it. */
  const turn = (agent: string, signal: string, summary: string, by: (file: Free) => void): void => {
    run.tick(60_000);
    const timestamp = run.now();
    run.tick(60_000);
    const done = edits.change((file) => {
      by(file);
      file.system_signal = signal;
      file.history.push({ ...entry(agent, summary, signal), timestamp });
    });
    assert.equal(done.codes, "", `${agent} ${signal}: ${JSON.stringify(done.refused)}`);
    const mine = edits
      .file()
      .history.filter((one: Free) => one.agent_id === agent && one.summary === summary);
    assert.deepEqual(
      mine.map((one: Free) => one.signal),
      [signal],
      "its mark stands as it left it, once",
    );
    assert.ok(mine[0].timestamp >= timestamp);
  };
  run.world.edit({ "docs/brief.md": "Sell plants." });
  turn(
    "mary",
    "BRIEF_COMPLETE",
    "The brief is there",
    (file) => void (file.project_status = "NEEDS_PLANNING"),
  );
  run.world.edit(planned);
  turn("john", "MANIFEST_COMPLETE", "Two stories", (file) => {
    file.project_manifest.epics = [
      {
        epic_id: 1,
        title: "Shop",
        status: "PENDING",
        stories: ["1.1", "1.2"].map((id) => ({
          story_id: id,
          title: `Story ${id}`,
          status: "PENDING",
          points: 3,
        })),
      },
    ];
  });
  turn(
    "winston",
    "BLUEPRINT_COMPLETE",
    "The blueprint is there",
    (file) => void (file.project_status = "READY_FOR_EXECUTION"),
  );
  assert.equal(edits.file().project_status, "READY_FOR_EXECUTION");
  run.ok("PassGate", { gate: "blueprint", without_checks: false });
  for (const id of ["1.1", "1.2"]) {
    run.world.edit({ [`docs/stories/${id}.story.md`]: storyText(id) });
    turn("bob", "STORY_CREATED", `Story ${id} is drafted`, () => {});
    turn("james", "STORY_STARTED", `Story ${id} is begun`, (file) => {
      storyOf(file, id).status = "IN_PROGRESS";
      file.project_manifest.epics[0].status = "IN_PROGRESS";
    });
    run.world.edit({ [`src/${id}.ts`]: "made" });
    turn(
      "james",
      "STORY_IMPLEMENTATION_SUCCESS",
      `Story ${id} is built`,
      (file) => void (storyOf(file, id).status = "AWAITING_VERIFICATION"),
    );
    run.checks();
    run.judge(id);
    assert.equal(run.story(id).settledBy, "verified");
  }
  const file = edits.file();
  assert.deepEqual(
    [file.project_status, file.system_signal, storyOf(file, "1.2").points],
    ["PROJECT_COMPLETE", "PROJECT_COMPLETE", 3],
  );
  assert.ok(
    !run.signals().some((signal) => signal.startsWith("CLAIMED_")),
    "every verdict was earned",
  );
});
