// Tests of concurrent hand edits from old copies: damaged state.json, ticks during a pass, manual passes.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  executing,
  type Free,
  discovering,
  worked,
  working,
} from "../../../../test/fixtures/iterative-phases.ts";

const parsed = (text: string): Free => JSON.parse(text);
const json = (text: string, by: (file: Free) => void): string => {
  const file = parsed(text);
  by(file);
  return JSON.stringify(file, null, 2);
};
const entry = (id: string, did: string, more = ""): string =>
  `## ${id} - Iteration 1 - 2026-01-14T11:00:00Z\n**Did:** ${did}${more}\n`;

test("story 7: state.json deleted, torn, or all set to done", () => {
  const { run, shop } = worked();
  const before = shop.files();
  assert.deepEqual(shop.take(shop.put("state.json", null)).admitted, [
    { path: "state.json", commands: [], by: null, refused: null },
  ]);
  assert.deepEqual(
    shop.take(shop.put("state.json", before["state.json"]?.slice(0, 90) ?? "")).refused,
    ["FILE_BROKEN"],
  );
  const all = shop.change("state.json", (text) =>
    json(text, (file) => {
      for (const unit of Object.values<Free>(file.tasks))
        Object.assign(unit, { status: "done", verification_passed: true });
    }),
  );
  assert.deepEqual(all.events, ["ClaimRecorded", "ClaimRecorded", "ClaimRecorded"]);
  assert.deepEqual(shop.file("tasks.md"), before["tasks.md"]);
  assert.deepEqual(parsed(shop.file("state.json")).tasks, parsed(before["state.json"] ?? "").tasks);
  assert.equal(run.state().claims.length, 3);
});

test("a pass by hand begins in state.json and ends with its entry, in one look; no file edit confirms it", () => {
  const { run, shop } = executing();
  run.world.edit({ "src/t1.ts": "by hand" });
  const state = json(shop.file("state.json"), (file) =>
    Object.assign(file.tasks.T1, { status: "in_progress", iterations_used: 1 }),
  );
  const log = `${shop.file("progress.md")}\n${entry("T1", "all of it", "\n**Remaining:** None\n**Signal:** T1_DONE")}`;
  const answer = shop.take(shop.put("progress.md", log), shop.put("state.json", state));
  assert.deepEqual([answer.events, answer.refused], [["PassBegun", "PassEnded"], []]);
  assert.deepEqual(
    [run.unit("T1").stage, run.unit("T1").used, run.unit("T1").authors],
    ["gate", 1, ["by hand"]],
  );
  run.gate("T1");
  const again = shop.change("state.json", (text) =>
    json(text, (file) => Object.assign(file.tasks.T1, { confirmations_used: 1 })),
  );
  assert.deepEqual(again.refused, ["SENDER_WRONG"]);
});

test("of several entries for a pass by hand the last ends it", () => {
  const { run, shop } = executing();
  shop.change("state.json", (text) =>
    json(text, (file) => Object.assign(file.tasks.T1, { status: "in_progress" })),
  );
  const answer = shop.change(
    "progress.md",
    (text) => `${text}\n${entry("T1", "one")}\n${entry("T1", "two")}\n${entry("T2", "three")}`,
  );
  assert.deepEqual(answer.events, ["NoteAdded", "PassEnded", "NoteAdded"]);
  assert.equal(run.unit("T1").lastDid, "two");
});

test("what two files say together is taken together", () => {
  const first = discovering();
  const { shop } = first;
  const brief = shop
    .file("brief.md")
    .replace(/\{What.*\}/u, "people log in")
    .replace("{Criterion 1}", "200");
  const answer = shop.take(
    shop.put(
      "state.json",
      json(shop.file("state.json"), (file) => void (file.phase = "plan")),
    ),
    shop.put("brief.md", brief),
  );
  assert.deepEqual([answer.events, answer.refused], [["BriefWritten", "PhaseEntered"], []]);
  const later = executing().shop;
  const unit = "- [ ] **T4**: Four\n  - Files: `src/t4.ts`\n  - Criteria: 4 pass\n\n## Notes";
  const both = later.take(
    later.put(
      "state.json",
      json(
        later.file("state.json"),
        (file) => void (file.tasks.T4 = { status: "done", max_iterations: 10 }),
      ),
    ),
    later.put("tasks.md", later.file("tasks.md").replace("## Notes", unit)),
  );
  assert.deepEqual([both.events, both.refused], [["UnitAdded", "ClaimRecorded"], []]);
});

test("lessons: added at any time, changed and taken out while it is quiet, put back while a pass is under way", () => {
  const { run, shop } = executing();
  const lesson =
    "\n## Locks\n- **When**: writing\n- **Problem**: it hung\n- **Solution**: close it\n- **Learned**: T1 iteration 1\n";
  assert.deepEqual(shop.change("guardrails.md", (text) => text + lesson).events, [
    "GuardrailAdded",
  ]);
  assert.deepEqual(
    shop.change("guardrails.md", (text) => text + lesson.replace("it hung", "again")).events,
    [],
  );
  assert.deepEqual(
    shop.change("guardrails.md", (text) => text.replace("close it", "close it at once")).events,
    ["GuardrailEdited"],
  );
  assert.equal(run.state().guardrails[0]?.solution, "close it at once");
  run.begin("T1");
  assert.deepEqual(
    shop.change("guardrails.md", (text) => text.replace("at once", "later")).refused,
    ["ENTRY_IMMUTABLE"],
  );
  const old = shop.change("guardrails.md", (text) =>
    text.replace(/\n## Locks[\s\S]*/u, "\n## Keys\n- **Solution**: ask\n"),
  );
  assert.deepEqual([old.events, old.refused], [["GuardrailAdded"], []]);
  run.end("T1");
  assert.deepEqual(
    shop.change("guardrails.md", (text) => text.replace(/\n## Locks[\s\S]*(?=\n## Keys)/u, "\n"))
      .events,
    ["GuardrailRemoved"],
  );
});

test("entries are new by what they are: reordered, from an old copy, twice, with carriage returns", () => {
  const { run, shop } = working();
  const old = shop.file("progress.md");
  const mine = entry("T1", "half of it", "\n**Remaining:** the rest");
  assert.deepEqual(shop.take(shop.put("progress.md", `${old}\n${mine}`)).events, ["EntryKept"]);
  run.end("T1", { says: "continue", edit: { "src/t1.ts": "one" } });
  assert.deepEqual(
    shop.take(shop.put("progress.md", `${old}\n${mine}`)).events,
    [],
    "its author's own words come once",
  );
  run.pass("T2", { says: "continue", edit: { "src/t2.ts": "two" } });
  const text = shop.file("progress.md");
  const [head = "", one = "", two = ""] = text.split(/\n(?=## )/u);
  const crlf = [head, two, entry("T2", "late"), one].join("\n").replaceAll("\n", "\r\n");
  const answer = shop.take(shop.put("progress.md", crlf));
  assert.deepEqual([answer.events, answer.refused], [["NoteAdded"], []]);
  assert.ok(shop.file("progress.md").startsWith(text.trimEnd()), "what stood there stands there");
  const forged = shop.change("progress.md", (now) =>
    now.replace("T2_DONE", "x").replace("the rest", "None"),
  );
  assert.deepEqual([forged.events, forged.refused], [[], ["ENTRY_IMMUTABLE"]]);
  assert.match(forged.admitted[0]?.refused?.pointer ?? "", /^## T[12] - Iteration 1/u);
});

test("an entry that a live pass still writes on is no change of the record", () => {
  const { run, shop } = working();
  shop.change("progress.md", (text) => `${text}\n${entry("T1", "half")}`);
  const answer = shop.change("progress.md", (text) => text.replace("half", "half and more"));
  assert.deepEqual([answer.events, answer.refused], [["EntryKept"], []]);
  assert.deepEqual(
    run.end("T1", { found: "none", report: null }),
    ["PassEnded"],
    "its beginning is no note of its own",
  );
  assert.equal(run.unit("T1").lastDid, "half and more");
});

test("who goes on writing where an entry ended that was just taken in adds his own words alone", () => {
  const { run, shop } = executing();
  const old = shop.file("progress.md");
  shop.take(shop.put("progress.md", `${old}\n${entry("T1", "by hand")}`));
  const both = `${old}\n${entry("T1", "by hand")}\nand by another\n`;
  assert.deepEqual(shop.take(shop.put("progress.md", both)).events, ["NoteAdded"]);
  assert.deepEqual(shop.take(shop.put("progress.md", both)).events, []);
  assert.deepEqual(
    run.log.flatMap(({ type, data }) => (type === "NoteAdded" ? [data.text] : [])),
    ["by hand", "and by another"],
  );
});

test("unknown keys and blocks are kept, changed and taken out by hand", () => {
  const { run, shop } = executing();
  shop.change("state.json", (text) =>
    json(text, (file) => void ((file.tasks.T2.note = [1, { a: 2 }]), (file.mine = "x"))),
  );
  shop.change("tasks.md", (text) => `${text}\n## Mine\n\nwords\n`);
  assert.deepEqual(parsed(shop.file("state.json")).tasks.T2.note, [1, { a: 2 }]);
  assert.match(shop.file("tasks.md"), /## Mine\n\nwords\n$/u);
  shop.change("state.json", (text) => json(text, (file) => void delete file.tasks.T2.note));
  shop.change("tasks.md", (text) => text.replace(/\n## Mine[\s\S]*/u, ""));
  assert.equal(parsed(shop.file("state.json")).tasks.T2.note, undefined);
  assert.equal(parsed(shop.file("state.json")).mine, "x");
  assert.doesNotMatch(shop.file("tasks.md"), /Mine/u);
  assert.equal(run.state().refused, null);
});

test("merge conflicts, headings that are gone, the other mode's plan, too much text", () => {
  const { shop } = executing();
  const marks = "\n<<<<<<< mine\n- a\n=======\n- b\n>>>>>>> theirs\n";
  for (const path of [
    "brief.md",
    "tasks.md",
    "context.md",
    "guardrails.md",
    "state.json",
    "progress.md",
  ])
    assert.deepEqual(shop.change(path, (text) => `${text}${marks}`).refused, ["FILE_BROKEN"], path);
  assert.deepEqual(shop.change("brief.md", (text) => text.replaceAll(/^## .*$/gmu, "")).refused, [
    "PLAN_FROZEN",
  ]);
  assert.deepEqual(
    new Set(shop.change("tasks.md", (text) => text.replace(/## Tasks[\s\S]*/u, "")).refused),
    new Set(["PLAN_FROZEN"]),
  );
  assert.deepEqual(shop.take(shop.put("plan.md", "# X - Phases\n")).refused, ["EDIT_UNREAD"]);
  assert.deepEqual(shop.take(shop.put("brief.md", "x".repeat(1024 * 1024 + 1))).refused, [
    "FILE_BROKEN",
  ]);
});

test("a run that is put away takes unknown keys and nothing else", () => {
  const { run, shop } = executing();
  run.ok("Cancel", {});
  run.ok("Archive", {});
  const kept = shop.change("state.json", (text) => json(text, (file) => void (file.mine = 1)));
  assert.deepEqual([kept.events, kept.refused], [["ExtrasKept"], []]);
  assert.deepEqual(shop.change("brief.md", (text) => text.replace("log in", "log out")).refused, [
    "RUN_ARCHIVED",
  ]);
});
