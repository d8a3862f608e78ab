// Tests of recovery by content and commits: proofs stay, lapse, or the work is lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { executing, pass, unit } from "../../../test/fixtures/iterative-rules.ts";
import type { Facts } from "../../core/protocol.ts";
import { recover } from "./recover.ts";
import { remarks } from "./remarks.ts";
import type { State, Unit } from "./state.ts";

const hash = "a".repeat(40);
const facts = (more: Partial<Facts> = {}): Facts => ({
  at: "2026-01-14T10:30:00.000Z",
  root: "/shop",
  folder: "/shop/x",
  repo: "shop",
  branch: "work",
  head: null,
  tree: null,
  changed: [],
  files: {},
  outputs: {},
  commits: {},
  contents: { T1: "c1", T2: "d1" },
  reached: { [hash]: true },
  ...more,
});
const development = (part: Partial<Unit> = {}): State => {
  const state = executing([unit("T1"), unit("T2")]).state();
  return {
    ...state,
    units: state.units.map((one) =>
      one.id === "T1"
        ? { ...one, stage: "settled", basis: "proven", content: "c1", commits: [hash], ...part }
        : { ...one, stage: "verify", content: "d1" },
    ),
  };
};
const found = (state: State, more: Partial<Facts>): readonly string[] =>
  recover
    .of(state, facts(more))
    .flatMap((command) =>
      command.type === "Recover"
        ? command.data.findings.map(({ unit: id, is }) => `${id} ${is}`)
        : [],
    );

test("content as it was proved stays proved, though its commits can't be reached any more", () => {
  assert.deepEqual(found(development(), { reached: { [hash]: false } }), []);
});

test("other content with its commits reachable: done stays, what is not done yet lapses", () => {
  assert.deepEqual(found(development(), { contents: { T1: "c2", T2: "d2" } }), ["T2 stale"]);
});

test("other content and a commit that HEAD can't reach: the work is lost", () => {
  assert.deepEqual(
    found(development(), { contents: { T1: "c2", T2: "d1" }, reached: { [hash]: false } }),
    ["T1 lost"],
  );
});

test("without git a file that is gone is lost work; with git a later unit may have taken it away", () => {
  const gone = { contents: { T1: null, T2: "d1" } };
  assert.deepEqual(found(development({ commits: [] }), { ...gone, repo: null, branch: "work" }), [
    "T1 lost",
  ]);
  assert.deepEqual(found(development(), gone), []);
});

test("an Output that is gone or became a stub is lost work", () => {
  const rules = executing([unit("R1")], { mode: "knowledge", domain: "research" });
  const state = rules.state();
  const done = {
    ...state,
    units: state.units.map((one): Unit => ({
      ...one,
      stage: "settled",
      basis: "proven",
      content: "c1",
    })),
  };
  const path = recover.ask(done).files?.[0] ?? "";
  assert.match(path, /^\.claude\/iterative\/.*\/outputs\/r1\.md$/u);
  assert.deepEqual(found(done, { contents: { R1: null } }), ["R1 lost"]);
  assert.deepEqual(
    found(done, { contents: { R1: "c2" }, files: { [path]: { digest: "x", text: "TODO" } } }),
    ["R1 lost"],
  );
  const text = "word ".repeat(50);
  assert.deepEqual(
    found(done, { contents: { R1: "c2" }, files: { [path]: { digest: "x", text } } }),
    [],
  );
});

test("on another branch nothing is taken back, and whoever looks is told to switch or to move the run", () => {
  const lost = { contents: { T1: "c2", T2: "d2" }, reached: { [hash]: false }, branch: "other" };
  assert.deepEqual(found(development(), lost), []);
  assert.match(
    remarks.of(development(), facts(lost))[0] ?? "",
    /^BRANCH_CHANGED: the run is on work, and other is checked out/u,
  );
  assert.deepEqual(remarks.of(development(), facts()), []);
  assert.match(
    remarks.of(development(), facts({ ...lost, branch: "work" })).join("\n"),
    /WORK_LOST: T1[^]*PROOF_STALE: T2/u,
  );
});

test("while a pass is under way nothing is asked, and nothing is taken back", () => {
  const rules = executing([unit("T1"), unit("T2")]);
  pass(rules, "T2");
  const state = rules.state();
  const busy = {
    ...state,
    units: state.units.map((one): Unit =>
      one.id === "T1" ? { ...one, stage: "settled", content: "c1" } : one,
    ),
  };
  assert.deepEqual(recover.ask(busy), {});
  assert.deepEqual(found(busy, { contents: { T1: "c2" } }), []);
});
