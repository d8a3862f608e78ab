// Tests of ultrawork's view: proved, claimed, waived and stuck look different.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begun,
  claimed,
  executing,
  failed,
  fold,
  proved,
  resolved,
  started,
  swept,
  task,
  verifying,
} from "../../../test/fixtures/ultrawork.ts";
import type { Proof } from "../../core/job.ts";
import { unknownWorkers } from "./criteria.ts";
import { ended, life } from "./ended.ts";
import { eventLineOf } from "../../kit/telling.ts";
import { allEvents } from "./events.ts";
import { evidence, rechecks } from "./evidence.ts";
import type { UltraworkEvent } from "./events.ts";
import { place } from "./place.ts";
import type { State } from "./state.ts";
import { nameless } from "./task.ts";
import { view } from "./view.ts";

const eventLine = eventLineOf(allEvents);

const tasks = [
  task("1", [
    ["a", "npm run a"],
    ["b", null],
  ]),
  task("2", [["c", "npm run c"]], { blockedBy: ["1"] }),
  task("3", [["d", { type: "screenshot", path: "d.png" }]]),
];
const whole: readonly UltraworkEvent[] = executing(tasks, {}, [["all", "npm test"]]);
/** `id status done/of why note`. */
const nodes = (state: State): readonly string[] =>
  view(state).nodes.map(({ id, status, done, of, why, note }) =>
    [`${id} ${status} ${done}/${of}`, why, note].filter((part) => part !== null).join(" | "),
  );

test("why a task failed is what its check found, without the criterion's words and its number", () => {
  const reason = 'criterion 1 "src/csv.js is there" (src/csv.js): no such file\nmore';
  const of = (state: ReturnType<typeof fold>) =>
    view(state).nodes.map(({ id, cause, beside }) => [id, cause, beside]);
  assert.deepEqual(
    of(fold(...whole, begun("1"), failed("1", reason), begun("3"), failed("3", "no browser"))),
    [
      ["1", "src/csv.js: no such file", undefined],
      ["2", undefined, undefined],
      ["3", "no browser", undefined],
      ["verify", undefined, true],
    ],
  );
});

test("each task shows its status, what is proved, why it waits and what went wrong last", () => {
  const returned: UltraworkEvent = {
    type: "TaskReturned",
    data: { task: "1", kind: "checks", reason: "npm run a, exit 1\nmore", spent: true },
  };
  const state = fold(
    ...whole,
    begun("1"),
    claimed("1"),
    proved("1", 1, { attempt: 1 }),
    returned,
    begun("1", 2),
    begun("3"),
    failed("3", "no browser"),
  );
  assert.deepEqual(nodes(state), [
    "1 running 0/2 | attempt 2 of 3, task-100000 (attempt 1: npm run a, exit 1)",
    "2 waiting 0/1 | waits for 1",
    "3 failed 0/1 | attempt 1: no browser",
    "verify waiting 0/1 | waits for 1, 2, 3",
  ]);
  assert.deepEqual(view(state).facts, ["interactive", "iteration 1 of 5", "wave 1 of 2"]);
});

test("an attempt that a person stopped isn't counted as returned, those before it are", () => {
  const back = (kind: "released" | "checks"): UltraworkEvent => ({
    type: "TaskReturned",
    data: { task: "1", kind, reason: "interrupted by a person", spent: kind !== "released" },
  });
  const returned = (...events: readonly UltraworkEvent[]) =>
    view(fold(...whole, begun("1"), ...events)).nodes[0]?.returned;
  assert.equal(returned(back("released")), undefined);
  assert.equal(returned(back("released"), begun("1", 2)), undefined);
  assert.equal(returned(back("checks"), begun("1", 2), back("released")), 1);
});

test("verify waits, and isn't shown at work, once its verifiers gave up", () => {
  const lost: UltraworkEvent = {
    type: "VerifierFailed",
    data: { sweep: 1, kind: "garbage", reason: "no report", spent: true },
  };
  const judged = [
    ...whole,
    resolved("1"),
    resolved("2"),
    resolved("3"),
    ...verifying,
    swept,
    lost,
    lost,
  ];
  assert.equal(nodes(fold(...judged)).at(-1), "verify running 0/1 | sweep 1");
  assert.equal(
    nodes(fold(...judged, lost)).at(-1),
    "verify waiting 0/1 | waits for an answer | sweep 1",
  );
});

test("status tells running from waiting, paused and ended", () => {
  assert.equal(view(fold(...whole)).status, "running");
  assert.equal(view(fold(...whole.slice(0, 2))).status, "waiting");
  assert.equal(view(fold(started({ planner: "hand" }))).status, "waiting");
  assert.equal(view(fold(...whole, { type: "RunPaused", data: {} })).status, "paused");
  assert.equal(view(fold(...whole, { type: "RunFailed", data: { reason: "x" } })).status, "ended");
});

test("planning shows explorers and the plan as nodes", () => {
  const explorers = [{ id: "exp-1", hint: "tests" }];
  assert.deepEqual(nodes(fold(started({ explorers }))).slice(0, 2), [
    "exp-1 ready 0/0",
    "plan open 0/0",
  ]);
  const lost: UltraworkEvent = {
    type: "ExplorerFailed",
    data: { explorer: "exp-1", final: true, kind: "lost", reason: "gone", spent: true },
  };
  assert.deepEqual(view(fold(started({ explorers }), lost)).warnings, ["explorer exp-1 failed"]);
});

const claim: UltraworkEvent = {
  type: "EvidenceClaimed",
  data: {
    task: "1",
    criterion: 1,
    criteria: "a",
    type: "command_output",
    text: "it passed",
    command: "",
    path: null,
    by: "task-x",
  },
};

test("counts are of what is proved; what is captured, bare, flagged, claimed or bypassed stands beside them", () => {
  const flag: UltraworkEvent = {
    type: "ClaimFlagged",
    data: { task: "1", phrase: "for now", sentence: "Good for now." },
  };
  const waived: UltraworkEvent = {
    type: "CriterionWaived",
    data: { task: "2", criterion: 1, criteria: "c", by: "ana", reason: "no server" },
  };
  const shot = proved(
    "3",
    1,
    { attempt: 1 },
    { passed: false, captured: true, type: "screenshot" },
  );
  const seen = view(fold(...whole, begun("1"), claim, flag, waived, begun("3"), shot));
  assert.deepEqual(seen.evidence, { have: 0, of: 5 });
  assert.deepEqual(seen.claims, [
    "1 to be judged",
    "1 without a check",
    '1 report with "should work" or the like',
    "1 claim of workers not proved",
  ]);
  assert.deepEqual(seen.bypasses, ["criterion 2.1 waived by ana: no server"]);
});

test("evidence holds proof and claim side by side, what held before, and the engine's own criteria", () => {
  const baseline: UltraworkEvent = {
    type: "BaselineRecorded",
    data: { task: "1", results: [{ criterion: 1, passed: true, exit: 0, why: null }], note: null },
  };
  const state = fold(...whole, baseline, begun("1"), claim, proved("1", 1, { attempt: 1 }));
  assert.deepEqual(
    view(fold(...whole, baseline)).warnings.filter((text) => text.startsWith("the check")),
    ["the check of criterion 1 of task 1 held before the work began: it shows nothing of the work"],
  );
  const [first, second] = evidence(state, "1");
  assert.deepEqual(
    [first?.status, first?.before, first?.claim, first?.proof?.exit, first?.check, first?.chosenBy],
    ["proved", true, "[claim by task-x] it passed", 0, "npm run a", "plan"],
  );
  assert.deepEqual([second?.status, second?.proof, second?.check], ["bare", null, null]);
  assert.equal(evidence(state).length, 4 + 3);
  // The total is that of status: verify's own two criteria don't count.
  assert.equal(evidence(state).filter(({ counts }) => counts).length, view(state).evidence.of);
  assert.deepEqual(
    evidence(
      fold(...whole, { type: "TaskWaived", data: { task: "2", by: "ana", reason: "no" } }),
      "2",
    )[0]?.waived,
    "by ana: no",
  );
});

test("a recheck runs what the engine can run, and is judged as the first time was", () => {
  const state = fold(...whole);
  assert.deepEqual(
    rechecks(state).map(({ unit, number }) => `${unit}.${number}`),
    ["1.1", "2.1", "3.1", "verify.3"],
  );
  assert.deepEqual(
    rechecks(state, "3").map(({ unit, number, check }) => ({ unit, number, check })),
    [{ unit: "3", number: 1, check: { read: "d.png" } }],
  );
  const ran: Proof = {
    argv: [],
    cwd: ".",
    exit: 1,
    why: null,
    ms: 1,
    digest: "",
    bytes: 0,
    text: "",
    before: null,
    after: null,
    head: null,
  };
  const [again] = rechecks(state, "1");
  assert.deepEqual(again?.judge(ran), { passed: false, why: "exit 1" });
  assert.deepEqual(again?.judge({ ...ran, exit: 0 }), { passed: true, why: "passed" });
});

test("only COMPLETE is a good end; waivers are named, a failure says why", () => {
  assert.equal(ended(fold(...whole)), null);
  const finished = fold(...whole, begun("1"), resolved("1"), ...verifying, swept, {
    type: "RunCompleted",
    data: { tree: "tree-a", head: null },
  });
  assert.deepEqual(ended(finished), {
    good: true,
    summary: "Add a login: 0 of 5 criteria proved",
    output: "~/.claude/ultrawork/shop/sessions/abc/session.json",
    artifacts: ["src/a.ts"],
  });
  assert.deepEqual(
    [ended(fold(...whole, { type: "RunFailed", data: { reason: "no way" } }))].map((end) => [
      end?.good,
      end?.summary,
    ]),
    [[false, "Add a login: failed: no way"]],
  );
});

test("life and place follow pause, end and archive", () => {
  const over: readonly UltraworkEvent[] = [
    ...whole,
    { type: "RunCancelled", data: { reason: null } },
  ];
  const archived = fold(...over, { type: "RunArchived", data: {} });
  assert.deepEqual(
    [
      life(fold(...whole)),
      life(fold(...whole, { type: "RunPaused", data: {} })),
      life(fold(...over)),
      life(archived),
    ],
    ["live", "paused", "over", "archived"],
  );
  assert.equal(place(archived), "~/.claude/ultrawork/shop/archive/abc");
});

test("whose work nobody knows, of that nobody says that another did it", () => {
  const byHand: UltraworkEvent = {
    type: "TaskStarted",
    data: {
      task: "1",
      job: "task-1-1",
      attempt: 1,
      leased: false,
      worker: nameless,
      holder: { name: nameless, agent: null, conversation: null },
    },
  };
  const state = fold(...whole, byHand, proved("1", 1, { attempt: 1 }));
  assert.equal(unknownWorkers(Object.values(state.tasks)), "who did task 1 isn't known");
  const stamp = {
    version: 1,
    at: state.updatedAt,
    by: { kind: "file", name: "file" },
    cause: "c",
  } as const;
  assert.equal(eventLine({ ...byHand, ...stamp }), "task 1, attempt 1 by hand");
});
