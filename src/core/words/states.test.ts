// Tests of how units and runs stand: a tick for what is proved alone, and amber for what waits for a person alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isProved,
  runState,
  runStates,
  unitStateIn,
  unitStateNames,
  unitStates,
} from "./states.ts";
import type { ViewNode } from "../view.ts";

const node = (more: Partial<ViewNode> = {}): ViewNode => ({
  id: "1",
  label: "One",
  kind: "task",
  status: "open",
  after: [],
  why: null,
  done: 0,
  of: 2,
  note: null,
  ...more,
});
const alone = { run: "r", jobs: [], decisions: [] };
const is = (
  more: Partial<ViewNode>,
  around: Partial<Parameters<typeof unitStateIn>[0]> = {},
): string => unitStateIn({ ...alone, ...around })(node(more));

test("what is done is proved, or only reported; where nothing had to be proved it is done and no more", () => {
  assert.equal(is({ status: "done", done: 2 }), "proved");
  assert.equal(is({ status: "done", done: 1 }), "reported");
  assert.equal(is({ status: "done", of: 0 }), "done");
  assert.equal(is({ status: "done", waived: true }), "waived");
});

test("what was returned is red until somebody is at it again", () => {
  assert.equal(is({ status: "ready", returned: 1 }), "returned");
  assert.equal(is({ status: "running", returned: 1 }), "running");
  assert.equal(is({ status: "waiting", returned: 0 }), "waiting");
});

test("doubt is known of its job, a question of the decision about it; what failed stays so", () => {
  const jobs = [{ is: "doubt", subject: "1" }];
  const decisions = [{ run: "r", subject: "1" }];
  assert.equal(is({ status: "running" }, { jobs }), "doubt");
  assert.equal(is({ status: "waiting" }, { decisions }), "asks");
  assert.equal(is({ status: "failed" }, { decisions }), "failed");
  assert.equal(
    is({ status: "waiting" }, { decisions: [{ run: "child", subject: "1" }] }),
    "waiting",
  );
});

test("green is for proof, amber for what waits for a person, and nothing else has either", () => {
  const of = (shade: string) => [
    ...unitStateNames.filter((state) => unitStates[state].shade === shade),
    ...Object.entries(runStates).flatMap(([state, look]) => (look.shade === shade ? [state] : [])),
  ];
  assert.deepEqual(of("good"), ["proved", "done"]);
  assert.deepEqual(of("wait"), ["asks", "waits for you", "no runner"]);
  assert.deepEqual(of("doubt"), ["doubt", "in doubt"]);
});

test("a run that ended with something unproved never reads as done", () => {
  const over = { life: "over", good: true } as const;
  assert.equal(runState({ ...over, proved: true }, []), "done");
  assert.equal(runState({ ...over, proved: false }, []), "not proved");
  assert.equal(runState({ ...over, good: false, proved: true }, []), "not done");
  assert.ok(
    !isProved({ nodes: [node({ done: 1 })] }) &&
      !isProved({ nodes: [], unproved: "no check was run" }),
  );
  assert.ok(isProved({ nodes: [node({ done: 2 }), node({ of: 0 }), node({ waived: true })] }));
});

test("what needs a person comes before who else is at work", () => {
  const live = { life: "live", good: null, proved: false } as const;
  assert.equal(runState(live, ["running", "decision"]), "waits for you");
  assert.equal(runState({ ...live, life: "paused" }, ["ready"]), "paused");
  assert.equal(runState(live, ["doubt", "running"]), "running");
  assert.equal(runState(live, ["doubt", "ready"]), "in doubt");
  assert.equal(runState(live, ["ready"]), "running");
  assert.equal(runState(live, ["waiting"]), "waiting");
});
