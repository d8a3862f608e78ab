// Tests of what is wrong with a run: the worst first, and nothing that was tried in vain or paid for nothing left out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { viewNode } from "../../../test/fixtures/shown.ts";
import { wrongLines } from "./wrong-lines.ts";
import type { ViewNode } from "../view.ts";
import { nodeName } from "./work-nodes.ts";

type Run = Parameters<typeof wrongLines>[0];
const node = (id: string, more: Partial<ViewNode> = {}): ViewNode =>
  viewNode(id, { label: `Task ${id}`, status: "ready", ...more });
const nothing: Run = {
  life: "live",
  good: null,
  nodes: [],
  jobs: [],
  evidence: { have: 0, of: 0 },
  bypasses: [],
  warnings: [],
  refused: null,
};
const found = (more: Partial<Run>) =>
  wrongLines({ ...nothing, ...more }).map(
    ({ what, name, text }) => `${name === undefined ? "" : `${name} `}${what}: ${text}`,
  );

test("nothing is wrong with a run of which nothing is known", () => {
  assert.deepEqual(found({ nodes: [node("1"), node("2", { status: "done", done: 1 })] }), []);
});

test("the worst comes first, each with the unit that it is about", () => {
  assert.deepEqual(
    found({
      refused:
        "plan.md: STATUS_WRONG, told in refused.md: no such status (at /a, line 5, column 1)",
      warnings: ["no gate"],
      bypasses: ["1 waived by ana"],
      jobs: [{ is: "doubt", subject: "2", role: "worker", why: null }],
      nodes: [
        node("3", { status: "failed", note: "its tests fail" }),
        node("4", { returned: 1, note: "attempt 1: no" }),
      ],
    }),
    [
      "task 3 failed: its tests fail – Task 3.",
      "2 in doubt: how its last attempt ended is unknown",
      "refused: An edit of plan.md by hand was not taken, and undone.",
      "task 4 returned: 1 attempt returned: attempt 1: no – Task 4",
      "warning: no gate",
      "bypassed: 1 waived by ana",
    ],
  );
});

test("the cause of a failure stands before its name, and what can't start because of it behind", () => {
  const failed = node("3", {
    status: "failed",
    note: "attempt 1: criterion 1 is red",
    cause: "src/a.js: no such file",
  });
  const after = [
    node("4", { after: ["1", "3"], status: "waiting" }),
    node("5", { after: ["4"], status: "open" }),
    node("verify", { after: ["5"], status: "waiting" }),
  ];
  assert.deepEqual(found({ nodes: [node("1"), failed, ...after] }), [
    "task 3 failed: src/a.js: no such file – Task 3. Task 4, task 5 and verify can't start.",
  ]);
  const many = ["6", "7"].map((id) => node(id, { after: ["5"], status: "waiting" }));
  assert.match(
    found({ nodes: [failed, ...after, ...many] })[0] ?? "",
    /Task 4, task 5, verify and 2 more can't start\.$/u,
  );
  const [first, ...others] = after;
  const passedOver = { ...(first ?? failed), status: "running" } as const;
  assert.doesNotMatch(
    found({ nodes: [failed, passedOver, ...others] })[0] ?? "",
    /can't start/u,
    "what follows began all the same",
  );
  assert.doesNotMatch(
    found({ life: "over", good: false, nodes: [failed, ...after] })[0] ?? "",
    /can't start/u,
  );
});

test("of a refused edit a plain sentence is told, and the file that says why; the code stands in full", () => {
  const full = "session.json: COMPLETE_GUARDED, told in refused.md: no file completes a run";
  const [line] = wrongLines({ ...nothing, refused: full });
  assert.deepEqual([line?.file, line?.full], ["refused.md", full]);
  assert.doesNotMatch(line?.text ?? "", /COMPLETE_GUARDED|line/u);
});

test("a run that changed what its checks go by says so, and what to do while it isn't merged", () => {
  const over = { life: "over", good: true, bent: ["test/price.test.js"] } as const;
  const work = { landed: 1, merged: null, dropped: false };
  assert.deepEqual(found({ ...over, work }), [
    "checks: The run changed a file that its checks go by: test/price.test.js. Read it before you merge.",
  ]);
  const merged = { ...work, merged: { whole: true } };
  assert.deepEqual(found({ ...over, bent: ["a", "b", "c", "d"], work: merged }), [
    "checks: The run changed files that its checks go by: a, b, c and 1 more.",
  ]);
});

test("a unit's name that reads as one stays, and a number gets its kind", () => {
  assert.deepEqual(
    [nodeName({ id: "N-002", kind: "node" }), nodeName({ id: "3", kind: "task" })],
    ["N-002", "task 3"],
  );
});

test("the last attempt is told, whether or not others were returned, and not of what is done", () => {
  assert.deepEqual(
    found({ nodes: [node("1", { returned: 2, last: true }), node("2", { last: true })] }),
    ["task 1 last try: 2 attempts returned – Task 1", "task 2 last try: Task 2"],
  );
  assert.deepEqual(found({ nodes: [node("1", { status: "done", done: 1, returned: 2 })] }), []);
});

test("an end with something unproved is told, in the words that are known of it", () => {
  const over = { life: "over", good: true, evidence: { have: 2, of: 5 } } as const;
  assert.deepEqual(found({ ...over, unproved: "no check was run" }), ["proofs: no check was run"]);
  assert.deepEqual(found(over), ["proofs: 3 of 5 criteria not proved"]);
  assert.deepEqual(found({ ...over, evidence: { have: 5, of: 5 } }), []);
});
