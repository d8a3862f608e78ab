// Tests of documents in agents' own folders: recorded by digest at the end of a pass, and at the gate.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openStory, unitOf } from "../../../test/fixtures/iterative-story.ts";
import { digest } from "../../core/hash.ts";
import { documentsIn, freePath, recordedDocuments } from "./documents.ts";

const said = `${"word ".repeat(50)}\n`;

test("texts in the agents' own folders of the run are documents, and nothing else is", () => {
  const state = { slug: "s", archive: null };
  const at = ".claude/iterative/s";
  for (const path of [
    "src/a.ts",
    `${at}/state.json`,
    `${at}/outputs`,
    ".claude/iterative/other/outputs/a.md",
    "outputs/a.md",
  ])
    assert.equal(freePath(state, path), null);
  const files = { [`${at}/outputs/a.md`]: "a", [`${at}/sources/b/c.md`]: null, "src/a.ts": "x" };
  assert.deepEqual(documentsIn(state, files), { documents: { "outputs/a.md": digest("a") } });
  assert.deepEqual(documentsIn(state, {}), {});
});

test("what a pass wrote is recorded as it ends, as it is found again at the gate, and where the run lies now", () => {
  const run = openStory({});
  run.plan(
    [{ ...unitOf("R1"), files: [], output: "outputs/a.md" }],
    { gates: [] },
    { mode: "knowledge", domain: "research", brief: { outcome: "x", done_when: ["y"] } },
  );
  const path = `.claude/iterative/${run.state().slug}/outputs/a.md`;
  run.pass("R1", { says: "done", edit: { [path]: said } });
  assert.deepEqual(recordedDocuments(run.state()), { [path]: { digest: digest(said) } });
  run.gate("R1");
  assert.deepEqual(run.last("GateRun").documents, { "outputs/a.md": digest(said) });
  const archived = { ...run.state(), archive: ".claude/iterative/archive/s-1" };
  assert.deepEqual(Object.keys(recordedDocuments(archived)), [
    ".claude/iterative/archive/s-1/outputs/a.md",
  ]);
});
