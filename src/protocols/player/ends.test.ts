// Tests of a node's end: the engine's own facts (files, commit, exit) outrank a sender's.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkpoint,
  cli,
  person,
  skill,
  started,
  templateOf,
} from "../../../test/fixtures/player.ts";
import { player } from "./index.ts";

const text = templateOf("both", [
  skill("N-001"),
  checkpoint("CP-01", true),
  [cli("N-002"), skill("N-003")],
]);
const tree = { before: null, after: null, changed: [], commits: [] };

test("paths of a report are labelled missing, outside or unreadable, and files that are there have their digest", async () => {
  const seen = {
    "docs/plan.md": { is: "file", digest: "d1" },
    docs: { is: "folder", digest: null },
    "docs/none.md": { is: "missing", digest: null },
    "/repo/src": { is: "folder", digest: null },
    "link.md": { is: "outside", digest: null },
    pipe: { is: "unreadable", digest: null },
  } as const;
  const stage = await started(text, "x", seen);
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1", "", { output_path: "docs/plan.md", artifacts: Object.keys(seen) });
  assert.deepEqual(stage.node("N-001").warnings, [
    "missing: docs/none.md",
    "outside: link.md",
    "unreadable: pipe",
  ]);
  const [end] = stage.log.filter((event) => event.type === "NodeFinished");
  assert.deepEqual(end?.data.result.digests, { "docs/plan.md": "d1" });
  assert.deepEqual(
    stage.node("N-001").artifacts,
    Object.keys(seen),
    "what was said stays as it was said",
  );
  assert.deepEqual(player.view(stage.state()).warnings, [
    "N-001: missing: docs/none.md",
    "N-001: outside: link.md",
    "N-001: unreadable: pipe",
  ]);
});

test("a callback's paths are looked at, too, and what a sender says of them counts for nothing", async () => {
  const stage = await started(text, "x", { gone: { is: "missing", digest: null } });
  stage.begin("node:N-001:1");
  stage.done("node:N-001:1");
  stage.send("StartNode", { node: "N-002", attempt: 1, task: "t-1" });
  const forged = { gone: { is: "file", digest: "f" } };
  stage.send("FinishTask", { task: "t-1", exit: 0, artifacts: ["gone", "../up"], seen: forged });
  assert.deepEqual(stage.node("N-002").warnings, ["missing: gone", "outside: ../up"]);
  stage.send("StartNode", { node: "N-003", attempt: 1 });
  const result = { ok: true, exit: 0, how: "exit", output_digest: "f".repeat(64) };
  stage.send(
    "FinishNode",
    { node: "N-003", attempt: 1, result, seen: forged, commit: "c".repeat(40) },
    person,
  );
  const end = stage.log.findLast((event) => event.type === "NodeFinished");
  assert.deepEqual(
    [end?.data.result.how, end?.data.result.output_digest, end?.data.result.commit],
    ["hand", null, undefined],
  );
  assert.equal(stage.state().commit, null);
  const { evidence, claims } = player.view(stage.state());
  const words = [
    "1 completed by a report",
    "1 completed by a callback",
    "1 completed by a person's word",
  ];
  assert.deepEqual([evidence.have, evidence.of, claims], [0, 3, words]);
});

test("rollback names the commit of the last end before the checkpoint, and says that the tree stays", async () => {
  const stage = await started(text);
  const report = (node: string): object => ({ node, attempt: 1, status: "completed" });
  stage.begin("node:N-001:1");
  stage.ends("node:N-001:1", {
    found: "one",
    report: report("N-001"),
    tree: { ...tree, headAfter: "a".repeat(40) },
  });
  stage.begin("node:N-003:1");
  stage.ends("node:N-003:1", {
    found: "one",
    report: report("N-003"),
    tree: { ...tree, headAfter: "b".repeat(40) },
  });
  assert.equal(stage.state().commit, "b".repeat(40));
  stage.send("RollBack", { checkpoint: "CP-01", reason: "wrong plan" });
  const back = stage.log.at(-1);
  assert.ok(back?.type === "RunRolledBack");
  assert.deepEqual([back.data.commit, stage.state().commit], ["a".repeat(40), "a".repeat(40)]);
  assert.match(
    player.eventLine?.(back) ?? "",
    /undone .*N-003; your checkout stays as it is, then it was at commit aaaaaaaaaaaa: wrong plan$/u,
  );
  assert.deepEqual(
    player.refers?.of(stage.log.find((event) => event.type === "NodeFinished") ?? back).commits,
    ["a".repeat(40)],
  );
});
