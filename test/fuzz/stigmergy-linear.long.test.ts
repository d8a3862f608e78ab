// Tests of linear time in the stigmergy reader on a megabyte of hostile state file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { admit } from "../../src/protocols/stigmergy/admit/edits.ts";
import { admitting } from "../../src/protocols/stigmergy/admitting.ts";
import type { Free } from "../fixtures/stigmergy-edits.ts";
import { awaiting, executing, planning } from "../fixtures/stigmergy-stands.ts";
import { taken } from "../fixtures/taken.ts";

const many = <T>(count: number, of: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => of(index));
const entry = (n: number): Free => ({
  timestamp: "",
  agent_id: "a",
  signal: "ESCALATION_REQUIRED",
  summary: `1.1 ${n}`,
  files_modified: [],
});
const issue = (n: number): Free => ({
  issue_id: `I-${n}`,
  timestamp: "",
  status: "OPEN",
  summary: "x",
  history_ref: [],
});
const story = (n: number, status = "PENDING"): Free => ({ story_id: `s${n}`, title: "t", status });

const documents: Readonly<Record<string, (file: Free) => unknown>> = {
  "new entries": (file) => file.history.push(...many(12_000, entry)),
  "two hundred entries": (file) => file.history.push(...many(200, entry)),
  "entries of no type": (file) =>
    void (file.history = [file.history[0], ...many(200_000, () => 1)]),
  "the first entry, often": (file) => file.history.push(...many(6_000, () => file.history[0])),
  issues: (file) => file.issue_log.push(...many(10_000, issue)),
  "issues of one name": (file) => file.issue_log.push(...many(10_000, () => issue(1))),
  "issues of no type": (file) => void (file.issue_log = many(200_000, () => null)),
  stories: (file) =>
    file.project_manifest.epics.push({
      epic_id: 9,
      title: "t",
      status: "PENDING",
      stories: many(15_000, (n) => story(n)),
    }),
  "stories in odd words": (file) =>
    file.project_manifest.epics.push({
      epic_id: 9,
      title: "t",
      status: "PENDING",
      stories: many(15_000, (n) => story(n, "DONE")),
    }),
  "stories of one name": (file) =>
    file.project_manifest.epics.push({
      epic_id: 9,
      title: "t",
      status: "PENDING",
      stories: many(15_000, () => story(1)),
    }),
  epics: (file) =>
    file.project_manifest.epics.push(
      ...many(10_000, (n) => ({ epic_id: n + 9, title: "t", status: "COMPLETE", stories: [] })),
    ),
  "keys of its own": (file) =>
    Object.assign(file, Object.fromEntries(many(60_000, (n) => [`key${n}`, n]))),
  "one long key": (file) => void (file.mood = "x".repeat(1_000_000)),
  references: (file) =>
    file.issue_log.push({ ...issue(1), history_ref: many(60_000, (n) => `t${n}`) }),
  "a long signal": (file) => void (file.system_signal = "1.1".repeat(300_000)),
};

/** Far above what any of them takes, far below the square. */
const limit = 10_000;
for (const [name, make] of Object.entries({ awaiting, executing, planning }))
  for (const [what, by] of Object.entries(documents))
    test(`a megabyte of ${what} (${name})`, () => {
      const { run, edits } = make();
      const file = edits.file();
      by(file);
      const facts = run.world.facts(admitting(run.state(), []), run.now());
      const text = JSON.stringify(file);
      const took = taken(() =>
        assert.equal(
          admit(run.state(), [{ path: "state.json", text, before: null }], facts, run.log).length,
          1,
        ),
      );
      assert.ok(took < limit, `${what} took ${Math.round(took)} ms`);
    });
