// Rules of a node that runs a check: only the engine begins and ends it; in doubt it is a person's question.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  engine,
  file,
  openStage,
  person,
  skill,
  type Stage,
  started,
  templateOf,
} from "../../../test/fixtures/player.ts";
import { flippedWords, noTestWords } from "../../kit/check/hollow.ts";
import type { Sender } from "../../core/protocol.ts";
import { brokenOf, eventLineOf } from "../../kit/telling.ts";
import { allEvents } from "./events.ts";
import { evidence } from "./evidence.ts";
import { view } from "./view.ts";

const broken = brokenOf(allEvents);

const agent: Sender = { kind: "agent", name: "wim", job: "node:N-001:1", fence: 1 };
const senders = [file, person, agent];
const suite = skill("N-001", { executor: "suite" });
const good = { ok: true };
const attempt = { node: "N-001", attempt: 1 };

/** The configuration maps the role of N-001 to a plain program. */
const due = async (): Promise<Stage> => {
  const text = templateOf("two", [suite, skill("N-002", { name: "Put {goal} on staging" })]);
  const stage = await openStage({ ".workflow/templates/story.json": text }, {}, ["skill:suite"]);
  stage.send("Start", { template: "story", context: { goal: "x" } });
  return stage;
};
const begun = async (): Promise<Stage> => {
  const stage = await due();
  stage.begin("node:N-001:1");
  return stage;
};

const codes = (stage: Stage, type: string, data: unknown): readonly string[] =>
  senders.map((by) => stage.refused(type, data, by).code);

test("nobody but the engine begins a check", async () => {
  const stage = await due();
  assert.deepEqual(
    codes(stage, "StartNode", { ...attempt, hosted: false }),
    Array(3).fill("CHECK_GATED"),
  );
  assert.equal(
    stage.refused("StartNode", { ...attempt, hosted: false }, engine).code,
    "CHECK_GATED",
    "a claim that the engine hands on",
  );
  assert.match(stage.refused("StartNode", attempt, file).fits ?? "", /`cairn run r1` runs it/u);
  stage.begin("node:N-001:1");
  assert.equal(stage.node("N-001").check, true);
});

test("nobody ends, binds or fills in a check that runs", async () => {
  const stage = await begun();
  assert.deepEqual(
    codes(stage, "FinishNode", { ...attempt, result: good }),
    Array(3).fill("JOB_HELD"),
  );
  assert.deepEqual(codes(stage, "BindTask", { ...attempt, task: "t1" }).slice(0, 1), [
    "CHECK_GATED",
  ]);
  assert.deepEqual(
    codes(stage, "AmendNode", { node: "N-001", artifacts: ["forged.xml"] }),
    Array(3).fill("CHECK_GATED"),
  );
});

test("a check in doubt is a person's question, whatever is said of its end", async () => {
  const stage = await begun();
  stage.send("BindTask", { ...attempt, task: "t1" }, engine);
  stage.send("DoubtNode", { ...attempt, why: "gone" }, engine);
  assert.deepEqual(
    codes(stage, "FinishNode", { ...attempt, result: good }),
    Array(3).fill("NODE_GATED"),
  );
  assert.deepEqual(
    codes(stage, "FinishTask", { task: "t1", exit: 0 }),
    Array(3).fill("NODE_GATED"),
  );
  stage.decide("ask-N-001-1", "retry");
  stage.begin("node:N-001:2");
  stage.ends("node:N-001:2", { done: "exit" });
  assert.deepEqual([stage.node("N-001").status, stage.node("N-001").how], ["completed", "exit"]);
  assert.deepEqual(
    codes(stage, "AmendNode", { node: "N-001", artifacts: ["forged.xml"] }),
    Array(3).fill("CHECK_GATED"),
  );
  assert.equal(view(stage.state()).evidence.have, 1);
});

test("what a check was told, the tree it began on and that no test ran stand in its evidence", async () => {
  const stage = await begun();
  const tree = { before: "t".repeat(40), after: "u".repeat(40), changed: [], commits: [] };
  stage.ends("node:N-001:1", { done: "exit", message: "  0 passing (2ms)\n  3 pending", tree });
  const [row] = evidence(stage.state(), stage.log);
  assert.deepEqual(
    [row?.status, row?.check, row?.proof?.tree, row?.doubts],
    ["proved", "skill:suite: x", tree.before, [noTestWords]],
  );
  stage.begin("node:N-002:1");
  stage.done("node:N-002:1", "0 passing");
  const [, work] = evidence(stage.state(), stage.log);
  assert.deepEqual(
    [work?.text, work?.check, work?.proof?.tree, work?.doubts],
    ["Put x on staging", null, null, undefined],
    "an agent's word is a claim anyway",
  );
});

test("a check's evidence names the files that checks go by and that nodes before it changed", async () => {
  const text = templateOf("two", [skill("N-001"), skill("N-002", { executor: "suite" })]);
  const stage = await openStage({ ".workflow/templates/story.json": text }, {}, ["skill:suite"]);
  stage.send("Start", { template: "story", context: { goal: "x" } });
  const changed = ["src/a.ts", "test/a.test.ts", "package.json"].map((path) => ({
    path,
    how: "modified" as const,
  }));
  const tree = { before: "t", after: "u", changed, commits: [] };
  stage.begin("node:N-001:1");
  stage.ends("node:N-001:1", { found: "one", report: { ...attempt, status: "completed" }, tree });
  stage.begin("node:N-002:1");
  stage.ends("node:N-002:1", { done: "exit" });
  assert.deepEqual(
    evidence(stage.state(), stage.log).map(({ doubts }) => doubts),
    [undefined, ["nodes before it changed files that checks go by: test/a.test.ts, package.json"]],
  );
});

test("a person may still change what a check is told, and the record names him", async () => {
  const stage = await due();
  stage.send("ChangeContext", { name: "goal", value: "y" });
  const last = stage.log.at(-1);
  assert.ok(last !== undefined);
  assert.equal(eventLineOf(allEvents)(last), "goal, by person:ana: y");
});

test("a callback is somebody's word: it ends a node, and proves nothing", async () => {
  const stage = await openStage({
    ".workflow/templates/story.json": templateOf("one", [skill("N-001")]),
  });
  stage.send("Start", { template: "story", context: { goal: "x" } });
  stage.send("StartNode", { ...attempt, hosted: false, task: "t1" }, file);
  stage.send("FinishTask", { task: "t1", exit: 0 });
  assert.deepEqual(view(stage.state()).evidence, { have: 0, of: 1 });
  assert.deepEqual(
    evidence(stage.state(), stage.log).map(({ status, claim }) => [status, claim]),
    [["unproved", "[claim by N-001] completed by a callback"]],
  );
});

test("a check that failed and passes on the same tree says so in its evidence", async () => {
  const tree = { before: "t".repeat(40), after: "t".repeat(40), changed: [], commits: [] };
  const again = async (second: string): Promise<readonly string[]> => {
    const stage = await begun();
    stage.ends("node:N-001:1", { done: "exit", exit: 1, tree });
    stage.decide("ask-N-001-1", "retry");
    stage.begin("node:N-001:2");
    stage.ends("node:N-001:2", {
      done: "exit",
      message: "1 passing",
      tree: { ...tree, before: second },
    });
    return evidence(stage.state(), stage.log)[0]?.doubts ?? [];
  };
  assert.deepEqual(await again(tree.before), [flippedWords]);
  assert.deepEqual(await again("u".repeat(40)), []);
});

test("a check that passed without exit 0, or began or ended by somebody's word, is forged", async () => {
  const stage = await due();
  const waiting = stage.state();
  stage.begin("node:N-001:1");
  const running = stage.state();
  stage.ends("node:N-001:1", { done: "exit" });
  const start =
    stage.log.find((event) => event.type === "NodeStarted") ?? assert.fail("it didn't begin");
  const end =
    stage.log.find((event) => event.type === "NodeFinished") ?? assert.fail("it didn't end");
  assert.deepEqual([broken(waiting, start), broken(running, end)], [null, null]);
  assert.match(broken(waiting, { ...start, by: person }) ?? "", /only the engine begins a check/u);
  assert.match(broken(running, { ...end, by: agent }) ?? "", /only the engine ends a check/u);
  const { result } = end.data;
  for (const exit of [1, null])
    assert.match(
      broken(running, { ...end, data: { ...end.data, result: { ...result, exit } } }) ?? "",
      /passed with exit/u,
    );
});

test("a nested run that ended well has no exit code, and is not forged", async () => {
  const nested = {
    id: "N-001",
    type: "command",
    executor: "cairn:ultrawork",
    args_template: "{goal}",
  };
  const stage = await started(templateOf("nest", [nested, skill("N-002")]), "x");
  stage.child("child:N-001:1", "c1", null);
  const running = stage.state();
  stage.child("child:N-001:1", "c1", {
    good: true,
    summary: "2 of 2",
    output: null,
    artifacts: [],
  });
  const end =
    stage.log.find((event) => event.type === "NodeFinished") ?? assert.fail("it didn't end");
  assert.equal(broken(running, end), null);
  assert.match(broken(running, { ...end, by: agent }) ?? "", /only the engine ends a check/u);
});
