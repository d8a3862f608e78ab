// Why: an outcome is read once and for all; each row of the table (specification, section 7) that is read wrongly loses work or believes a boast.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Job, Outcome, Proof } from "../../core/job.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import type { About } from "./jobs/about.ts";
import type { IterativeCommand, IterativeCommands } from "./messages.ts";
import { misfit, report } from "./report.ts";

const jobOf = (about: About): Job => ({
  key: "k",
  about,
  subject: "T1",
  kind: "agent",
  role: "worker",
  why: null,
  begun: true,
  writes: "anything",
  reads: [],
  limits: { ms: 1, bytes: 1, tries: 1 },
  doubt: "check",
});
const passOf = (kind: "work" | "confirmation" | "verification"): Job =>
  jobOf({ is: "pass", unit: "T1", n: 3, kind, learned: "T1 iteration 2", criteria: 2 });
const tree = { before: "b", after: "a", changed: [], commits: [], headBefore: "h1", headAfter: "h2" };
const common = {
  holder: { name: "task-0a1b2c", agent: "codex", conversation: null },
  hosted: true,
  done: "report",
  tree,
  files: {},
} as const;
type Ended = Extract<Outcome, { is: "ended" }>;
const silent: Ended = {
  ...common,
  is: "ended",
  exit: 0,
  reason: "exit",
  report: null,
  found: "none",
  message: "",
  fault: null,
  output: null,
};
const says = (given: unknown, more: Partial<Ended> = {}): Ended => ({ ...silent, found: "one", report: given, ...more });
const types = (job: Job, outcome: Outcome, refused?: Refusal): readonly string[] => report(job, outcome, refused).map(({ type }) => type);
const only = <T extends keyof IterativeCommands>(type: T, job: Job, outcome: Outcome, refused?: Refusal): IterativeCommands[T]["data"] => {
  const [command, ...more] = report(job, outcome, refused);
  assert.deepEqual(more, []);
  const is = (one: IterativeCommand | undefined): one is IterativeCommands[T] => one?.type === type;
  assert.ok(is(command), `${command?.type ?? "nothing"}, not ${type}`);
  return command.data;
};
const changed = refuse("PASS_CHANGED", "it changed something");
const done = { unit: "T1", status: "done", did: "it", remaining: "None" };

test("a pass that is granted begins under a name of its own; a claimed one under its holder's", () => {
  assert.deepEqual(only("BeginPass", passOf("work"), { ...common, is: "granted" }), { unit: "T1", pass: 3, holder: "codex-0a1b2c" });
  const ana = { ...common, hosted: false, holder: { name: "ana", agent: "claude", conversation: null }, is: "granted" } as const;
  assert.equal(only("BeginPass", passOf("work"), ana).holder, "ana");
});

test("what came to nothing is taken back, and counts where the rules find that something changed", () => {
  const lost = { ...silent, exit: null, reason: "lost" } as const;
  const faulty = { ...silent, exit: 1, fault: { kind: "quota", retryAt: "2026-01-14T12:00:00.000Z" } } as const;
  for (const outcome of [
    { ...common, is: "unstarted", why: "no program" } as const,
    lost,
    { ...lost, reason: "lapsed" } as const,
    faulty,
  ]) {
    assert.deepEqual(types(passOf("work"), outcome), ["VoidPass"]);
    assert.deepEqual(types(passOf("confirmation"), outcome, changed), ["EndPass"]);
    assert.deepEqual(types(passOf("work"), outcome, refuse("PASS_STALE", "over")), []);
  }
  assert.equal(only("VoidPass", passOf("work"), faulty).not_before, "2026-01-14T12:00:00.000Z");
  assert.deepEqual(types(passOf("work"), { ...silent, fault: { kind: "other" } }), ["EndPass"]);
  assert.deepEqual(types(passOf("work"), says(done, { fault: { kind: "network" } })), ["EndPass"]);
});

test("a pass that ended is handed on unread, with what its process did and the tree as it was then", () => {
  for (const outcome of [silent, says(done), { ...silent, exit: 1 }, { ...silent, reason: "timeout", exit: null } as const]) {
    const { heard, after, unit, pass } = only("EndPass", passOf("confirmation"), outcome);
    assert.deepEqual([unit, pass, after], ["T1", 3, { tree: "a", head: "h2" }]);
    assert.deepEqual(
      [heard?.reason, heard?.exit, heard?.found, heard?.report],
      [outcome.reason, outcome.exit, outcome.found, outcome.report],
    );
  }
  const bare = { ...says(done), hosted: false, tree: { before: null, after: null, changed: [], commits: [] } };
  assert.equal("after" in only("EndPass", passOf("work"), bare), false);
});

test("lessons of a report are kept; if they are refused the pass ends all the same", () => {
  const taught = says({ ...done, guardrails: [{ name: "ports", solution: "take a free one", when: null }] });
  assert.deepEqual(report(passOf("work"), taught)[0], {
    type: "AddGuardrail",
    data: { name: "ports", solution: "take a free one", learned: "T1 iteration 2" },
  });
  assert.deepEqual(types(passOf("work"), taught), ["AddGuardrail", "EndPass"]);
  assert.deepEqual(types(passOf("work"), taught, refuse("GUARDRAIL_EXCESSIVE", "100 are there")), ["EndPass"]);
  assert.deepEqual(types(passOf("work"), says({ ...done, unit: "T2", guardrails: [{ name: "x", solution: "y" }] })), ["EndPass"]);
});

const both = [
  { n: 1, met: true, how: "ran it" },
  { n: 2, met: true },
];
const gap = { severity: "major", problem: "it leaks" };
const verdict = (given: object, more: Partial<Ended> = {}): Ended =>
  says({ unit: "T1", verdict: "VERIFIED", criteria: both, gaps: [], ...given }, more);
const verifies = passOf("verification");

test("a verdict counts whole: VERIFIED with a major gap, or with a criterion not met, found gaps", () => {
  const good = only("GiveVerdict", verifies, verdict({}));
  assert.deepEqual([good.verdict, good.criteria.length, good.gaps], ["VERIFIED", 2, []]);
  assert.equal(only("GiveVerdict", verifies, verdict({ gaps: [{ ...gap, severity: "minor" }] })).verdict, "VERIFIED");
  assert.equal(only("GiveVerdict", verifies, verdict({ gaps: [gap] })).verdict, "GAPS_FOUND");
  const unmet = only("GiveVerdict", verifies, verdict({ criteria: [both[0], { n: 2, met: false, how: "it hangs" }] }));
  assert.deepEqual([unmet.verdict, unmet.gaps[0]?.problem], ["GAPS_FOUND", "criterion 2 is not met: it hangs"]);
  const found = only("GiveVerdict", verifies, verdict({ verdict: "GAPS_FOUND", criteria: [], gaps: [gap] }));
  assert.deepEqual([found.verdict, found.gaps.length], ["GAPS_FOUND", 1]);
});

test("what is no verdict is void: criteria left out, prose, another unit, a bad end, a message that says otherwise", () => {
  const voids: readonly Ended[] = [
    verdict({ criteria: [both[0]] }),
    verdict({ criteria: [both[0], both[0]] }),
    { ...silent, message: "All criteria are VERIFIED, great work!\n<signal>T1_VERIFIED</signal>" },
    verdict({ unit: "T2" }),
    verdict({}, { exit: 1 }),
    verdict({}, { reason: "timeout", exit: null }),
    verdict({}, { message: "<signal>T1_GAPS:2</signal>" }),
    { ...silent, found: "several" },
  ];
  for (const outcome of voids) {
    assert.deepEqual(types(verifies, outcome), ["VoidPass"]);
    const given = only("GiveVerdict", verifies, outcome, changed);
    assert.deepEqual([given.verdict, given.criteria], ["GAPS_FOUND", []]);
    assert.match(given.why ?? "", /^no verdict/u);
  }
});

const review = jobOf({ is: "review", n: 2, round: 1, tree: "g" });

test("a review is given with the moments around it, or the try has failed with its findings", () => {
  const data = only("GiveReview", review, says({ verdict: "REVIEW_FAIL", issues: [{ ...gap, unit: "T1", line: null }] }));
  assert.deepEqual(data, {
    round: 1,
    holder: "codex-0a1b2c",
    verdict: "REVIEW_FAIL",
    issues: [{ ...gap, unit: "T1" }],
    before: { tree: "b", head: "h1" },
    after: { tree: "a", head: "h2" },
  });
  const outside = {
    ...says({ verdict: "REVIEW_PASS", issues: [] }),
    hosted: false,
    tree: { before: null, after: null, changed: [], commits: [] },
  };
  assert.deepEqual(only("GiveReview", review, outside).before, { tree: "g", head: null });
  assert.match(only("FailAttempt", review, says({ verdict: "fine" })).why, /\/verdict must be one of REVIEW_PASS, REVIEW_FAIL/u);
  assert.deepEqual(types(review, says({ verdict: "REVIEW_PASS", issues: [] }, { exit: 1 })), ["FailAttempt"]);
  assert.deepEqual(types(review, says({ verdict: "REVIEW_PASS", issues: [] }), refuse("REVIEW_OUTDATED", "not due")), []);
  assert.deepEqual(types(review, says({ verdict: "REVIEW_PASS", issues: [] }), refuse("AUTHOR_SAME", "it worked on T1")), ["FailAttempt"]);
});

test("interviewer and planner: questions, a brief, a plan; else the try has failed and the next is told why", () => {
  const interview = jobOf({ is: "interview", n: 1 });
  assert.deepEqual(types(interview, says({ questions: [{ text: "Which?", options: ["a", "b"] }] })), ["AskQuestions"]);
  const brief = { outcome: "x", done_when: ["y"], notes: null };
  assert.deepEqual(only("WriteBrief", interview, says({ questions: [], brief })), { outcome: "x", done_when: ["y"] });
  assert.deepEqual(types(interview, says({})), ["FailAttempt"]);
  const plan = jobOf({ is: "plan", n: 4 });
  const units = [{ id: "T1", title: "a", criteria: ["b"], output: null }];
  assert.deepEqual(only("ProposePlan", plan, says({ units, notes: "" })), { units: [{ id: "T1", title: "a", criteria: ["b"] }] });
  const refused = refuse("GRAPH_CYCLIC", "T1 waits for itself", {
    more: [refuse("GRAPH_CYCLIC", "T1 waits for itself"), refuse("CRITERIA_EMPTY", "T2 has none")],
  });
  assert.match(only("FailAttempt", plan, says({ units }), refused).why, /GRAPH_CYCLIC[^]*CRITERIA_EMPTY: T2 has none/u);
  assert.deepEqual(only("FailAttempt", plan, { ...silent, exit: 2 }), {
    job: "planner",
    n: 4,
    why: "it ended with exit 2 and without a report",
  });
  assert.deepEqual(types(plan, { ...common, hosted: false, is: "unstarted", why: "given back" }), []);
});

const proof = (more: Partial<Proof> = {}): Proof => ({
  argv: ["x"],
  cwd: ".",
  exit: 0,
  why: null,
  ms: 1,
  digest: "d",
  bytes: 2,
  text: "ok",
  before: "t1",
  after: "t1",
  head: "h1",
  ...more,
});
const measured = { tree: "t2", head: "h2" };
const gateOf = (names: readonly string[]): Job => jobOf({ is: "gate", unit: "T1", n: 2, names });
const runs = (names: readonly string[], proofs: readonly Proof[]) =>
  only("RecordGate", gateOf(names), { ...common, is: "checked", proofs, measured }).checks.map(({ name, passed }) => `${name} ${passed}`);

test("a gate's checks are paired with their names, and an exit that nobody knows is red", () => {
  const data = only("RecordGate", gateOf(["build", "tests"]), {
    ...common,
    is: "checked",
    proofs: [proof(), proof({ exit: 1, text: Array.from({ length: 99 }, (_, line) => `line ${line}`).join("\n") })],
    measured,
  });
  assert.deepEqual([data.unit, data.n, data.before, data.after], ["T1", 2, { tree: "t1", head: "h1" }, measured]);
  assert.deepEqual([data.checks[1]?.excerpt.split("\n").length, data.checks[1]?.excerpt.split("\n")[0]], [40, "line 59"]);
  assert.deepEqual(
    runs(["a", "b", "c"], [proof(), proof({ exit: null, why: "timed out" }), proof({ exit: null, why: "cannot be started: ENOENT" })]),
    ["a true", "b false", "c false"],
  );
  assert.deepEqual(only("RecordGate", gateOf([]), { ...common, is: "checked", proofs: [], measured }).before, measured);
});

test("adding and committing are one check: a hook's no is red, nothing left to commit is not", () => {
  const two = ["committed", "committed", "tests"];
  assert.deepEqual(runs(two, [proof(), proof(), proof()]), ["committed true", "tests true"]);
  assert.deepEqual(runs(two, [proof(), proof({ exit: 1, text: "hook: no" }), proof()]), ["committed false", "tests true"]);
  assert.deepEqual(runs(two, [proof(), proof({ exit: 1, text: "On branch main\nnothing to commit, working tree clean" }), proof()]), [
    "committed true",
    "tests true",
  ]);
  assert.deepEqual(runs(two, [proof({ exit: 128 }), proof(), proof()]), ["committed false", "tests true"]);
});

test("a gate that was stopped on the way says nothing, and is run anew", () => {
  assert.deepEqual(types(gateOf(["a"]), { ...silent, reason: "killed", exit: null }), []);
  assert.deepEqual(types(jobOf({ is: "archive" }), { ...common, is: "checked", proofs: [], measured }), ["RecordArchive"]);
});

test("each answer of a person is one command", () => {
  const decided = (about: About, option: string, note = "", data: unknown = null): IterativeCommand | undefined =>
    report(jobOf(about), { ...common, is: "decided", option, note, data })[0];
  const stuck: About = { is: "stuck", unit: "T4", n: 2 };
  const rows: readonly (readonly [IterativeCommand | undefined, IterativeCommand])[] = [
    [decided({ is: "approve", rev: 3, proposed: true }, "approve"), { type: "ApprovePlan", data: { rev: 3 } }],
    [decided({ is: "approve", rev: 3, proposed: true }, "reject", "smaller"), { type: "RejectPlan", data: { rev: 3, note: "smaller" } }],
    [decided({ is: "approve", rev: 3, proposed: true }, "cancel"), { type: "Cancel", data: {} }],
    [decided({ is: "approve", rev: 0, proposed: false }, "again"), { type: "SetSettings", data: { settings: { planner: "agent" } } }],
    [
      decided({ is: "question", question: "q1", options: ["a", "b"] }, "2"),
      { type: "AnswerQuestion", data: { question: "q1", answers: ["b"] } },
    ],
    [
      decided({ is: "question", question: "q1", options: [] }, "other", "c"),
      { type: "AnswerQuestion", data: { question: "q1", answers: ["c"] } },
    ],
    [decided({ is: "question", question: "q1", options: [] }, "skip"), { type: "AnswerQuestion", data: { question: "q1", skip: true } }],
    [
      decided({ is: "question", question: "q1", options: [] }, "several", "", { answers: ["a", "b"] }),
      { type: "AnswerQuestion", data: { question: "q1", answers: ["a", "b"] } },
    ],
    [
      decided({ is: "brief" }, "write", "", { outcome: "x", done_when: ["y"] }),
      { type: "WriteBrief", data: { outcome: "x", done_when: ["y"] } },
    ],
    [decided(stuck, "raise", "", { n: 3 }), { type: "AnswerUnit", data: { unit: "T4", asked: 2, option: "raise", n: 3 } }],
    [
      decided(stuck, "accept", "no rate limit yet"),
      { type: "AnswerUnit", data: { unit: "T4", asked: 2, option: "accept", text: "no rate limit yet" } },
    ],
    [
      decided(stuck, "simplify", "", { criteria: ["less"], n: 2 }),
      { type: "AnswerUnit", data: { unit: "T4", asked: 2, option: "simplify", n: 2, criteria: ["less"] } },
    ],
    [
      decided(stuck, "model", "", { model: "opus" }),
      { type: "AnswerUnit", data: { unit: "T4", asked: 2, option: "model", model: "opus" } },
    ],
    [decided({ is: "hand-back", unit: "T4" }, "hand-back", "mended"), { type: "HandBack", data: { unit: "T4", did: "mended" } }],
    [decided({ is: "judge", n: 1 }, "accept", "enough"), { type: "AnswerReview", data: { asked: 1, option: "accept", reason: "enough" } }],
    [decided({ is: "deliver" }, "approve", "fine"), { type: "ApproveDelivery", data: { reason: "fine" } }],
    [decided({ is: "deliver" }, "check-again"), { type: "RejectDelivery", data: {} }],
    [
      decided({ is: "deliver" }, "reject", "", { issues: [{ problem: "slow", unit: "T1" }] }),
      { type: "RejectDelivery", data: { issues: [{ severity: "major", problem: "slow", unit: "T1" }] } },
    ],
  ];
  for (const [given, wanted] of rows) assert.deepEqual(given, wanted);
});

test("a report that can't be read is told while its author can still mend it", () => {
  assert.equal(misfit(passOf("work"), done), null);
  assert.equal(misfit(passOf("work"), { ...done, unit: "T2" })?.code, "REPORT_MISFIT");
  assert.match(misfit(passOf("work"), { ...done, status: "finished" })?.text ?? "", /\/status must be one of done, continue, blocked/u);
  assert.equal(misfit(verifies, { unit: "T1", verdict: "VERIFIED", criteria: both, gaps: [] }), null);
  assert.equal(misfit(verifies, done)?.code, "REPORT_MISFIT");
});
