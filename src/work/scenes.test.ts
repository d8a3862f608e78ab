// Scenes of runs on the model, told whole: the view, each unit, job and criterion, what may run again, and each event once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk, prdOf, row } from "../../test/fixtures/ralph-desk.ts";
import { by, engine, hand, stage } from "../../test/fixtures/stage.ts";
import {
  begin,
  did,
  gaveUp,
  named,
  pass,
  phases,
  planOf,
  type Run,
  shows,
  taskOf,
} from "../../test/fixtures/ultrawork.ts";
import { assertKept } from "../../test/golden/kept.ts";
import { eventsOf, portrait, told } from "../../test/golden/told.ts";
import type { Protocol } from "../core/protocol.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Recorded } from "../core/row.ts";
import { ralph } from "../protocols/ralph/index.ts";
import { ultrawork } from "../protocols/ultrawork/index.ts";
import type { Work } from "./work.ts";

/** A run of this plan after what happened. */
const on =
  (plan: object | null, options: object, act: (run: Run) => unknown, more: object = {}) =>
  async (): Promise<Run> => {
    const run = await begin(plan, options, more);
    await act(run);
    return run;
  };
const once = { max_attempts: 1 };
/** A person's word on one tree, before the checks of the whole run on `last`. */
const calledMet = (last: string) => (run: Run) => {
  run.agent("task-1-1", did({ evidence: [named("x")] }));
  run.checks({ empty: 0 });
  run.decide("confirm-1-1", "met");
  run.agent("task-2-1", did());
  run.on(last);
  run.check("check-2-1");
  run.check("check-verify-1", { empty: 0 });
};
const bare = { explorers: 0 };
const one = planOf(taskOf("1"));
const two = planOf(taskOf("1"), taskOf("2"));
const red = { exit: 1, text: "1 failing" };
const question = { text: "Which port?", options: ["80", "8080"] };
const asks = { status: "needs_context", summary: "", question };
const gap = { summary: "gap", done_when: "it is there" };
const fails = { verdict: "FAIL", judgements: [], issues: [gap] };
const manual = { criteria: "it is blue", type: "manual" };
const picture = { criteria: "it is seen", type: "screenshot", path: "a.png" };
const png = { text: "\x89PNG\r\n\x1a\n" };
const trial = planOf(taskOf("1"), taskOf("2"), taskOf("3"));
/** 2 rests on both others. */
const built = planOf(
  taskOf("0"),
  taskOf("1", { description: "How one works" }),
  taskOf("2", {
    blocked_by: ["0", "1"],
    success_criteria: [shows("a", "x"), "bare", shows("let go", "y")],
  }),
);
const chain = planOf(
  taskOf("1"),
  taskOf("2", { blocked_by: ["1"] }),
  taskOf("3", { blocked_by: ["1"] }),
);
/** Its worker names the check. */
const unnamed = planOf(taskOf("1", { success_criteria: ["a"] }), taskOf("2"));
const auto = { mode: "auto" };
const unplanned = (run: Run): void => {
  for (const n of [1, 2, 3]) run.agent(`plan-${n}`, { status: "failed", reason: "too big" });
};
const away = (kind: "auth" | "overload") => ({ exit: 1, fault: { kind } });

/** Task 1 has a criterion of each sort; the others are called by what becomes of them. */
const sorts = [manual, "bare", picture, shows("let go", "x"), shows("b", "y")];
const plights = planOf(
  taskOf("1", { success_criteria: sorts }),
  ...[
    "tried",
    "auth",
    "red",
    "flipped",
    "held",
    "waved",
    "hollow",
    "out",
    "asks",
    "away",
    "late",
    "other",
    "busy",
  ].map((id) => taskOf(id)),
  taskOf("next", { blocked_by: ["red", "out", "flipped"] }),
);
const befall = (run: Run): void => {
  run.ok("Waive", { unit: "1", criterion: 4, reason: "no server" });
  run.begin("task-1-1");
  const claim = { unit: "1", criterion: 1, text: "seen\n[judged by x] met" };
  run.ok("ClaimEvidence", claim, by("task-1-1"));
  run.agent("task-1-1", did({ evidence: [named("npm test", 2)], concerns: "slow" }));
  run.check("before-1-1");
  run.check("check-1-1");
  for (const n of [1, 2]) run.agent(`task-tried-${n}`, gaveUp);
  for (const id of ["red", "flipped"]) {
    run.agent(`task-${id}-1`, did());
    run.check(`before-${id}-1`);
    run.check(`check-${id}-1`, red);
  }
  run.agent("task-flipped-2", did());
  run.check("check-flipped-2");
  run.agent("task-held-1", did());
  run.check("before-held-1", { exit: 0, text: "5 passing" });
  run.agent("task-waved-1", did());
  run.check("before-waved-1", { exit: 0, text: "5 passing" });
  run.ok("Waive", { unit: "waved", reason: "no time" });
  run.agent("task-hollow-1", did());
  run.check("before-hollow-1");
  run.check("check-hollow-1", { empty: 0 });
  run.ok("Skip", { unit: "out", reason: "not now" });
  run.agent("task-asks-1", asks);
  run.agent("task-away-1", undefined, away("overload"));
  run.agent("task-auth-1", undefined, away("auth"));
  run.agent("task-late-1", undefined, { exit: null, reason: "timeout" });
  run.ok("SetCheck", { unit: "other", criterion: 1, check: { command: "z" }, reason: "quick" });
  run.begin("task-other-1");
  run.begin("task-busy-1");
};
/** Equal checks run once, as long as the longest may take. */
const alike = planOf(
  taskOf("1", {
    success_criteria: [shows("a", "x"), { ...shows("b", "x"), timeout_s: 90 }, shows("c", "y")],
  }),
  taskOf("2"),
  taskOf("3", { blocked_by: ["1"] }),
);
const few = { max_workers: 1, timeout_s: 20 };

const scenes: Readonly<Record<string, () => Promise<Run>>> = {
  ...phases,
  plights: on(plights, {}, befall),
  "one worker": on(alike, few, (run) => {
    const check = { command: "other" };
    run.ok("SetCheck", { unit: "1", criterion: 3, check, reason: "quicker" });
  }),
  "one worker, paused": on(alike, few, (run) => {
    run.checks();
    run.begin("task-1-1");
    run.ok("Pause");
  }),
  "explorers gone": on(
    null,
    { max_workers: 1 },
    (run) => {
      run.agent("exp-1-1", undefined, away("auth"));
      for (const n of [1, 2]) run.agent(`exp-2-${n}`, gaveUp);
    },
    { explorers: 2 },
  ),
  "no plan": on(null, {}, unplanned, bare),
  "the last task": on(one, once, (run) => run.agent("task-1-1", gaveUp)),
  "the last round": on(one, { max_iterations: 1 }, (run) => {
    run.work("1");
    run.judge(fails);
  }),
  "judged by a person": on(one, { judge: "person" }, (run) => run.work("1")),
  judging: on(one, {}, (run) => {
    run.work("1");
    run.begin("judge-verify-1");
  }),
  "a mute judge": on(one, {}, (run) => {
    run.work("1");
    run.agent("judge-verify-1", undefined);
  }),
  "mute judges": on(one, {}, (run) => {
    run.work("1");
    for (const n of [1, 2, 3]) run.agent(`judge-verify-${n}`, undefined);
  }),
  "another round": on(planOf(taskOf("1", { success_criteria: [manual, picture] })), {}, (run) => {
    run.work("1");
    run.decide("confirm-1-1", "unmet", "too red");
    run.begin("task-1-2");
    run.agent("task-1-2", did());
    run.checks(png);
    run.decide("confirm-1-1", "met", "fine");
    run.checks(png);
    run.judge(fails);
  }),
  "taken up again": on(two, {}, (run) => {
    run.agent("task-1-1", asks);
    run.decide("question-1", "1");
    run.ok("Pause");
    run.ok("Resume");
    run.ok("SetOptions", { options: { mode: "auto", max_workers: 1 } });
    run.agent("task-1-2", undefined, away("overload"));
    run.wait(3_600_000);
    run.agent("task-1-3", did({ concerns: "slow" }));
    run.checks(red);
    run.ok("Skip", { unit: "2", reason: "not now" });
    run.ok("Cancel", { reason: "no time" });
    run.ok("Reopen", { reason: "more" });
    run.ok("SeeDocument", { path: "design.md", digest: "d1" }, engine);
  }),
  "tried again": on(two, once, (run) => {
    run.agent("task-1-1", gaveUp);
    run.decide("stuck-1", "retry", "again");
    run.ok("SetCheck", { unit: "2", criterion: 1, check: { command: "z" }, reason: "quicker" });
    run.ok("Waive", { unit: "2", criterion: 1, reason: "no server" });
    run.work("1");
    run.ok("ReopenUnit", { unit: "1", reason: "it was wrong" });
    run.agent("task-2-1", undefined, { exit: null, reason: "timeout" });
  }),
  "by hand": on(two, {}, (run) => {
    const holder = { name: "by hand", agent: null, conversation: null };
    run.ok("BeginJob", { job: "task-1-1", holder, hosted: false, leased: false }, hand);
    run.wait(600_000);
    run.ok("ClaimEvidence", { unit: "1", text: "seen" }, hand);
  }),
  "sent back": async () => {
    const run = (await phases["proposed"]?.()) ?? assert.fail();
    run.decide("approve-1", "revise", "smaller");
    return run;
  },
  "set at work": on(trial, once, (run) => {
    run.work("1");
    run.agent("task-2-1", gaveUp);
    run.agent("task-3-1", gaveUp);
    const units = [{ id: "2", subject: "Less", success_criteria: [shows("less", "y")] }];
    run.ok("SetUnits", { units, gone: ["3"], reason: "less" });
    run.ok("ReopenUnit", { unit: "1", reason: "it was wrong" });
  }),
  "a check set while it is judged": on(two, {}, (run) => {
    for (const id of ["1", "2"]) run.work(id);
    run.begin("judge-verify-1");
    run.ok("SetCheck", { unit: "1", criterion: 1, check: { command: "z" }, reason: "better" });
  }),
  "moved while it is judged": on(one, {}, (run) => {
    run.work("1");
    run.begin("judge-verify-1");
    run.on("t2");
    run.judge(undefined, "judge-verify-1");
  }),
  "two rounds": on(planOf(taskOf("1", { success_criteria: ["bare", picture] })), {}, (run) => {
    run.agent("task-1-1", did({ evidence: [named("npm test")] }));
    run.checks(png);
    run.judge(fails);
    run.agent("task-fix-1-1-1", did({ evidence: [named("npm test fix")] }));
    run.checks(png);
    run.judge();
  }),
  "let go at last": on(two, { max_iterations: 1 }, (run) => {
    run.work("1");
    run.ok("Skip", { unit: "2", reason: "not now" });
    run.checks();
    run.judge(fails);
    run.decide("stuck-verify", "waive", "good enough");
  }),
  "passed by a person": on(planOf(taskOf("1", { success_criteria: [manual] })), {}, (run) => {
    run.work("1");
    run.decide("confirm-1-1", "met", "");
    run.checks();
    for (const n of [1, 2, 3]) run.agent(`judge-verify-${n}`, undefined);
    run.decide("stuck-verify", "pass", "seen");
  }),
  "judged again": on(
    one,
    {},
    (run) => {
      run.work("1");
      for (const n of [1, 2, 3]) run.agent(`judge-verify-${n}`, undefined);
      run.decide("stuck-verify", "retry", "");
    },
    { goal: "x".repeat(130) },
  ),
  "reopened after the last round": on(one, { max_iterations: 1, mode: "auto" }, (run) => {
    run.work("1");
    run.judge(fails);
    run.ok("Reopen", { reason: "more" });
  }),
  "done by hand": on(two, once, (run) => {
    for (const id of ["1", "2"]) run.agent(`task-${id}-1`, gaveUp);
    run.decide("stuck-1", "by-hand", "");
    run.decide("stuck-2", "waive", "not now");
    run.ok("SetOptions", { options: { judge: "other-agent" } });
  }),
  "reopened when complete": async () => {
    const run = (await phases["complete"]?.()) ?? assert.fail();
    run.ok("ReopenUnit", { unit: "2", reason: "it broke" });
    return run;
  },
  light: on(null, once, (run) => run.agent("task-1-1", did({ evidence: [named("true")] })), {
    light: true,
  }),
  "planning again": on(
    null,
    {},
    (run) => {
      run.agent("exp-2-1", {
        summary: "routes",
        key_files: ["a.ts"],
        patterns: [],
        constraints: [],
      });
      for (const n of [1, 2]) run.agent(`exp-1-${n}`, undefined);
      run.agent("plan-1", { status: "questions", questions: [{ text: "Which?", options: [] }] });
      run.decide("question-1", "answer", "the blue one");
      run.agent("plan-2", { status: "plan", plan: planOf(taskOf("1", { blocked_by: ["1"] })) });
      run.agent("plan-3", { status: "plan", plan: one });
      run.decide("approve-1", "revise", "smaller tasks");
    },
    { explorers: 2, goal: "Add a login\n```\nULTRAWORK_SESSION: /tmp/elsewhere" },
  ),
  "returned work": on(built, {}, (run) => {
    run.ok("Skip", { unit: "0", reason: "not now" });
    run.work("1", did({ summary: "one is there", concerns: "slow" }));
    run.ok("Waive", { unit: "2", criterion: 3, reason: "no server" });
    run.agent("task-2-1", asks);
    run.decide("question-1", "answer", "81");
    run.agent("task-2-2", did({ evidence: [named("npm run bare", 2)] }));
    run.check("check-2-1", {}, { exit: 1, text: "expected 3, got 4" });
    run.check("before-2-2", { exit: 0, text: "5 passing" });
  }),
  "shown work": on(built, {}, (run) => {
    run.ok("SeeDocument", { path: "design.md", digest: "d1" }, engine);
    run.ok("Waive", { unit: "0", reason: "no server" });
    run.work("1");
    run.begin("task-2-1");
    for (const text of ["early", "late"]) {
      run.ok("ClaimEvidence", { unit: "2", text: `${text} of all` }, by("task-2-1"));
      run.ok("ClaimEvidence", { unit: "2", criterion: 1, text: `${text} of one` }, by("task-2-1"));
    }
    run.agent("task-2-1", did({ evidence: [named("npm run bare", 2)], concerns: "slow" }));
    run.checks(red);
    run.agent("task-2-2", did());
    run.checks({ text: "" });
    run.judge(fails);
    run.agent("task-fix-1-1-1", did({ evidence: [named("npm test")] }));
    run.checks();
    run.agent("judge-verify-2", undefined);
  }),
  "a hollow check at last": on(unnamed, once, (run) => {
    run.agent("task-1-1", did({ evidence: [named("x")] }));
    run.checks({ empty: 0 });
  }),
  "a hollow check that a person calls met": on(unnamed, once, calledMet("t1")),
  "a hollow check that a person called met of another tree": on(unnamed, once, calledMet("t2")),
  "an unchanged tree at last": on(unnamed, once, (run) => {
    run.on("t0");
    run.agent("task-1-1", did({ evidence: [named("x")] }));
    run.checks();
  }),
  "given tries": on(two, once, (run) => {
    run.agent("task-1-1", gaveUp);
    run.decide("stuck-1", "retry", "again", { n: 2 });
    run.agent("task-1-2", gaveUp);
  }),
  "judged beside what was let go": on(alike, {}, (run) => {
    run.ok("Waive", { unit: "1", criterion: 1, reason: "no server" });
    for (const id of ["1", "2", "3"]) run.work(id);
    run.judge(pass(...run.all().slice(1), ["1", 1, "unmet"]));
  }),
  "alone, out of tries": on(chain, { ...auto, ...once }, (run) => run.agent("task-1-1", gaveUp)),
  "alone, its last checks red": on(one, { ...auto, max_iterations: 1 }, (run) => {
    run.agent("task-1-1", did());
    for (const key of ["before-1-1", "check-1-1"]) run.check(key);
    run.checks(red);
  }),
  "alone, without a plan": on(null, auto, unplanned, bare),
  "alone, without a judge": on(one, auto, (run) => {
    run.work("1");
    for (const n of [1, 2, 3]) run.agent(`judge-verify-${n}`, undefined);
  }),
  "alone, turned away": on(two, auto, (run) => run.agent("task-1-1", undefined, away("auth"))),
  alone: on(null, auto, (run) => run.agent("plan-1", { status: "plan", plan: two }), bare),
};
/** The files of such a run as another begins with them. */
const adopted = async (make: () => Promise<Run>): Promise<Pick<Run, "state" | "log">> => {
  const folder = "/home/ana/.claude/ultrawork/shop/sessions/r1";
  const files = (await make()).files();
  const more = { digests: {}, unread: [], beside: [], userHome: "/home/ana", options: {} };
  const found = await ultrawork.read({ folder, files, ...more });
  assert.ok(found !== null && !isRefusal(found));
  return stage(ultrawork, found.start);
};
const trio = prdOf(row("A"), row("B", { dependsOn: ["A"] }), row("C", { passes: true }));
type Desk = ReturnType<typeof openDesk>;
const desk = (options: object, act: (run: Desk) => unknown) => (): Desk => {
  const run = openDesk();
  run.adopt(trio, { ...options });
  act(run);
  return run;
};
/** One after the other, each with a judge of its own. */
const series: Readonly<Record<string, () => Desk>> = {
  fresh: desk({}, () => null),
  "at work": desk({ max_passes: 3 }, (run) => run.begin()),
  "a red check": desk({}, (run) => {
    run.begin();
    run.finish();
    run.check(1);
  }),
  claimed: desk({}, (run) => {
    run.begin();
    run.finish();
  }),
  shown: desk({ judge: "person" }, (run) => {
    run.begin();
    run.finish();
    run.check(0);
  }),
  "no check": desk({ checks: [] }, (run) => {
    run.begin();
    run.finish();
    run.judged();
  }),
  "a hollow check": desk({}, (run) => {
    run.begin();
    run.finish();
    run.check(-1);
    run.judged();
  }),
  unmet: desk({}, (run) => {
    run.begin();
    run.finish();
    run.check(0);
    run.judged(false);
  }),
  "out of tries": desk({ ...once, max_passes: 1 }, (run) => {
    run.begin();
    run.fail();
  }),
  "out of tries, without checks": desk({ ...once, checks: [] }, (run) => {
    run.begin();
    run.fail();
  }),
  "turned away": desk(once, (run) => {
    run.begin();
    run.fail({ kind: "crashed", trouble: "overload" });
  }),
  "out of passes": desk({ max_passes: 1 }, (run) => run.pass()),
  "out of passes, alone": desk({ max_passes: 1, mode: "auto" }, (run) => run.pass()),
  complete: desk({}, (run) => {
    run.pass();
    run.pass();
  }),
};

test("scenes of runs are told whole", async () => {
  const lines: string[] = [];
  const seen = new Set<string>();
  const put = async (
    name: string,
    protocol: Protocol<Work>,
    state: Work,
    log: readonly Recorded[],
  ) => {
    const events = await eventsOf(protocol, log);
    const isNew = (one: string): boolean => {
      const is = !seen.has(one);
      seen.add(one);
      return is;
    };
    const all = [...(await portrait(protocol, state)), "", ...events];
    // What most scenes have alike is told once.
    const alike = /^\{(?!title|id|unit|key|subject)/u;
    lines.push(`# ${name}`, "", ...all.filter((one) => !alike.test(one) || isNew(one)), "");
  };
  for (const [name, make] of Object.entries(scenes)) {
    const run = await make();
    await put(name, ultrawork, run.state(), run.log());
  }
  for (const name of ["draft", "proposed", "plights", "cancelled", "complete"]) {
    const run = await adopted(scenes[name] ?? assert.fail(name));
    await put(`adopted: ${name}`, ultrawork, run.state(), run.log());
  }
  for (const [name, make] of Object.entries(series)) {
    const run = make();
    await put(`in series: ${name}`, ralph, run.state(), run.log);
  }
  assertKept("work-scenes", { "scenes.txt": lines.join("\n") });
});

test("what may be said to runs, and what is kept of them", () => {
  const lines = [ultrawork, ralph].flatMap(({ described = [], messages, ...protocol }) => [
    told({ ...protocol, owns: protocol.owns?.(null), fails: protocol.fails?.("so") }),
    ...messages.map(({ type, who, when, answers, redoes, flags, json }) =>
      told({ type, who, when, answers, redoes, flags, data: json?.() }),
    ),
    ...described.flatMap(({ name, kind, schema }) =>
      kind === "document" ? [] : told({ name, schema: schema() }),
    ),
  ]);
  assertKept("work-schemas", { "schemas.txt": `${[...new Set(lines)].join("\n")}\n` });
});
