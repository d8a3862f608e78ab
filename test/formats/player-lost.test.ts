// Tests of player folders with a lost or broken template, main file or snapshot.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adopted, Source } from "../../src/core/run-files.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { ana } from "../fixtures/player-desk.ts";
import { seedTemplate, templateText } from "../fixtures/player-template.ts";
import {
  example,
  folder,
  foundOf,
  json,
  outside,
  readOf,
  seeks,
  snapshot,
  takeOver,
  templatePath,
} from "./player-folders.ts";

const text = (adopted: Adopted): string => adopted.corrections.join("\n");
const refusal = (files: Source["files"], more: Partial<Source> = {}): Refusal => {
  const answer = readOf(files, more);
  assert.ok(isRefusal(answer), JSON.stringify(answer));
  return answer;
};
test("without a template the run is to look at, and comes back as it was", () => {
  for (const bad of [
    undefined,
    "{",
    templateText({ ...seedTemplate(), edges: [{ from: "N-001", to: "N-001" }] }),
  ]) {
    const { [outside]: _, ...rest } = folder();
    const { adopted, run } = takeOver(bad === undefined ? rest : { ...rest, [outside]: bad });
    assert.match(text(adopted), /TEMPLATE_MISSING/);
    assert.equal(run.files()["session-state.json"], json(example()));
    assert.equal(run.files()["artifacts/template.json"], undefined);
    run.ok("FinishTask", { task: "gem-143514-x7k2", exit: 0 });
    const started = run.attempt(
      { type: "StartNode", data: { node: "N-003a", attempt: 1, hosted: false } },
      ana,
    );
    assert.ok(isRefusal(started));
    run.ok("RepinTemplate", {
      template: "feature-tdd-review",
      template_path: templatePath,
      template_text: templateText(seedTemplate()),
      lookup: { is: "one", names: ["feature-tdd-review"] },
    });
    assert.equal(run.state().template.body?.nodes.length, 7);
  }
});

test("the pinned copy counts before the template's file, and only a path within the working tree is looked for", () => {
  const other = templateText({ ...seedTemplate(), name: "Pinned" });
  const { run } = takeOver(folder(example(), { "artifacts/template.json": other }));
  assert.equal(run.state().template.text, other);
  assert.deepEqual(seeks(foundOf(folder())), [outside]);
  assert.deepEqual(seeks(foundOf(folder(example(), { "artifacts/template.json": other }))), []);
  const paths = ["/etc/passwd", "../x.json", "a/../../x", "~/x", ""];
  for (const path of paths)
    assert.deepEqual(seeks(foundOf(folder({ ...example(), template_path: path }))), [], path);
  assert.deepEqual(
    seeks(foundOf(folder({ ...example(), template_path: `/home/ana/shop/${templatePath}` }))),
    [outside],
  );
});

test("broken: refused with the place, and the snapshots that can be read are named", () => {
  const broken = folder(example(), {
    "session-state.json": '{\n  "session_id": ',
    "checkpoints/CP-02.json": "{",
  });
  const no = refusal(broken);
  assert.deepEqual([no.code, no.line], ["FILE_BROKEN", 2]);
  assert.match(no.fits ?? "", /--from CP-01/);
  assert.equal(refusal(broken, { options: { from: "CP-02" } }).code, "SNAPSHOT_UNKNOWN");
});

test("--from builds the run from a snapshot, paused, and its question comes again", () => {
  const cut = json(example()).slice(0, 600);
  for (const state of [cut, json(example())]) {
    const { run, adopted } = takeOver(folder(example(), { "session-state.json": state }), {
      options: { from: "CP-01" },
    });
    const now = run.state();
    assert.deepEqual(
      [
        now.status,
        now.nodes["N-001"]?.status,
        now.nodes["CP-01"]?.status,
        now.nodes["N-002"]?.status,
      ],
      ["paused", "completed", "pending", "pending"],
    );
    assert.deepEqual(now.context, example().context);
    assert.equal(adopted.quarantined.length, state === cut ? 1 : 0);
    assert.ok(run.ok("Resume").includes("CheckpointPassed"));
  }
});

test("snapshots of another session, or unreadable, are put aside, and nothing goes back to them", () => {
  const files = folder(example(), {
    "checkpoints/CP-01.json": json({ ...snapshot(), session_id: "WFR-other-20260101-000000" }),
    "checkpoints/CP-02.json": "nope",
    "checkpoints/CP-03.json": json({ ...snapshot(), checkpoint_id: "CP-03" }),
  });
  const { adopted, run } = takeOver(files);
  assert.deepEqual(
    adopted.quarantined.map(({ path, why }) => `${path} ${why.split(":")[0]}`).toSorted(),
    [
      "checkpoints/CP-01.json SESSION_FOREIGN",
      "checkpoints/CP-02.json FILE_BROKEN",
      "checkpoints/CP-03.json NODE_UNKNOWN",
    ],
  );
  assert.deepEqual(Object.keys(run.state().snapshots), []);
});
