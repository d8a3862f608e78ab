// Tests of stigmergy's status, evidence and log views.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import { ended } from "./ended.ts";
import { evidence, rechecks } from "./evidence.ts";
import { jobs } from "./jobs.ts";
import { preview } from "./preview.ts";
import { remarks } from "./remarks.ts";
import { roles } from "./roles.ts";
import { stigmergy } from "./index.ts";
import { view } from "./view.ts";

const at = (): Desk => {
  const run = openDesk();
  run.execute();
  return run;
};
const node = (run: Desk, id: string) =>
  view(run.state()).nodes.find((one) => one.id === id) ?? assert.fail(id);
const statuses = (run: Desk, unit: string): readonly string[] =>
  evidence(run.state(), run.log, unit).flatMap((row) => (row.counts ? [row.status] : []));

test("the board follows a story through its stages, with tries, strikes and who judged", () => {
  const run = at();
  assert.deepEqual([node(run, "1.1").status, node(run, "1.2").after], ["open", ["1.1"]]);
  run.describe("1.1");
  run.fail("1.1", "npm is missing");
  assert.deepEqual(
    [node(run, "1.1").status, node(run, "1.1").note],
    ["running", "try 2, strike 1 of 2: work, npm is missing"],
  );
  assert.equal(node(run, "1.1").cause, "npm is missing");
  run.fail("1.1");
  assert.deepEqual(
    [node(run, "1.1").status, node(run, "1.1").why],
    ["failed", "ISSUE-001 is OPEN"],
  );
  assert.ok(view(run.state()).facts.includes("issues 1 open, 0 resolved"));
  const dexter = run.holder("issue-ISSUE-001");
  run.ok("TakeIssue", { issue: "ISSUE-001" }, dexter);
  run.ok("GiveUpIssue", { issue: "ISSUE-001", reason: "no network" }, dexter);
  assert.ok(view(run.state()).facts.includes("issues 0 open, 0 resolved, 1 given up"));
  const [halt] = jobs(run.state());
  assert.match(
    halt?.decision?.question ?? "",
    /^Everything stopped: ISSUE-001: no network\. What now/u,
  );
});

test("what is complete says how it was settled; the builder's own agent in another session is told", () => {
  const run = at();
  run.complete("1.1");
  assert.deepEqual([node(run, "1.1").status, node(run, "1.1").done], ["done", 2]);
  assert.match(node(run, "1.1").note ?? "", /judged by sarah \(same agent, other session\)/u);
  assert.deepEqual(statuses(run, "1.1"), ["proved", "proved"]);
  run.ok("ForceStory", { story: "1.2", reason: "tested on the device" });
  assert.deepEqual(
    [node(run, "1.2").note, node(run, "1.2").done, statuses(run, "1.2")],
    ["forced", 0, ["waived"]],
  );
  const { bypasses, evidence: counted, warnings } = view(run.state());
  assert.deepEqual(
    [bypasses, counted],
    [
      ["story 1.2 forced by ana: tested on the device"],
      { have: 2, of: 4, met: "2 of 4 met: 2 judged" },
    ],
  );
  assert.ok(
    warnings.some((line) => line.startsWith("1 story was judged by the agent that built it")),
  );
  run.complete("2.1");
  assert.deepEqual(
    [ended(run.state())?.good, ended(run.state())?.summary],
    [true, "3 of 3 stories complete (forced: 1.2)"],
  );
  assert.deepEqual(
    [view(run.state()).status, ended(run.state())?.output],
    ["ended", ".ai/state.json"],
  );
});

test("a run waits, is paused, is halted and cancelled in so many words", () => {
  const run = openDesk();
  run.plan();
  assert.equal(view(run.state()).status, "waiting");
  assert.equal(ended(run.state()), null);
  run.ok("PassGate", { gate: "blueprint", without_checks: false });
  assert.equal(view(run.state()).status, "running");
  run.ok("Pause", {});
  assert.equal(view(run.state()).status, "paused");
  run.ok("Resume", {});
  run.ok("Halt", { reason: "no power" });
  assert.deepEqual(
    [view(run.state()).status, view(run.state()).warnings],
    ["waiting", ["halted: no power"]],
  );
  run.ok("Cancel", { reason: "enough" });
  assert.deepEqual(
    [ended(run.state())?.good, ended(run.state())?.summary],
    [false, "cancelled: enough"],
  );
});

test("pinned checks stand behind the stories, captured, failed or stale, and can be run again", () => {
  const run = at();
  run.build("1.1");
  const rows = (): readonly string[] =>
    evidence(run.state(), run.log).flatMap((row) =>
      row.counts ? [] : [`${row.number} ${row.status}`],
    );
  assert.deepEqual(rows(), ["1 bare", "2 bare"]);
  run.check();
  run.check(1);
  assert.deepEqual(rows(), ["1 captured", "2 failed"]);
  run.finish("1.1", run.holder("work"), { "src/1.1.ts": "mended" });
  assert.deepEqual(rows(), ["1 stale", "2 failed"]);
  assert.deepEqual(
    rechecks(run.state()).map(({ check }) => ("argv" in check ? check.argv.join(" ") : "")),
    ["npm run lint", "npm test"],
  );
});

test("a story file that was edited after it was recorded is told of", () => {
  const run = at();
  run.describe("1.1");
  const look = (): readonly string[] =>
    remarks.of(run.state(), run.world.facts(remarks.ask(run.state()), run.now()));
  assert.deepEqual(remarks.ask(run.state()), { named: ["docs/stories/1.1.story.md"] });
  const digest = run.story("1.1").file?.digest ?? "";
  const facts = (is: "file" | "missing", found: string | null) => ({
    ...run.world.facts({}, run.now()),
    named: { "docs/stories/1.1.story.md": { is, digest: found } },
  });
  assert.deepEqual(remarks.of(run.state(), facts("file", digest)), []);
  assert.match(
    remarks.of(run.state(), facts("file", "x"))[0] ?? "",
    /was edited since it was recorded/u,
  );
  assert.match(remarks.of(run.state(), facts("missing", null))[0] ?? "", /is gone since/u);
  assert.equal(look().length, 0);
});

test("every event is told in a line, by the entry that it left or in words of its own", () => {
  const run = at();
  run.build("1.1");
  run.check(1);
  const lines = run.log.map((event) => stigmergy.eventLine?.(event) ?? "");
  assert.ok(lines.every((line) => line.length > 0 && !line.includes("\n")));
  assert.ok(lines.includes("check 1, failed: exit 1"));
  assert.ok(lines.some((line) => line.startsWith("mary · BRIEF_COMPLETE · ")));
});

test("who will be needed is known from the start, also another agent as reviewer, and the programs of checks", () => {
  const run = openDesk();
  run.start({
    reviewer: "other-agent",
    roster: { dexter: "hand" },
    audit: "never",
    checks: [{ argv: ["npm", "test"] }, { argv: ["./own.sh"] }],
  });
  const named = roles(run.state());
  assert.deepEqual(
    named.map(({ name }) => name),
    ["mary", "john", "winston", "bob", "james", "sarah", 'check "npm test"'],
  );
  assert.equal(named.find(({ name }) => name === "sarah")?.unlike, "james");
  const text = preview(run.state(), (role) => (role === "mary" ? null : "claude"));
  assert.match(
    text,
    /mary: nobody yet\n {2}john: claude[^]*check npm test: npm test[^]*asks you at: blueprint/u,
  );
});
