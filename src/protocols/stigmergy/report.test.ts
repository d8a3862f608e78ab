// Tests of stigmergy's reports: a job, how it ended, and the command that follows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import {
  changing,
  checked,
  common,
  decided,
  says,
  silent,
} from "../../../test/fixtures/stigmergy-outcomes.ts";
import { prdText, qaText, storyText } from "../../../test/fixtures/stigmergy-papers.ts";
import type { Job, Outcome } from "../../core/job.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { misfit, report } from "./report.ts";

const after = (...steps: readonly ((run: Desk) => unknown)[]): Desk => {
  const run = openDesk();
  for (const step of steps) step(run);
  return run;
};
const executing = (run: Desk) => run.execute();
const described = (run: Desk) => run.describe("1.1");
const built = (run: Desk) => run.build("1.1");
const failed = (run: Desk) => run.fail("1.1");
const start = (run: Desk) => run.start();
const audit = after(
  (run) => run.execute({ audit: "always" }),
  (run) => run.complete("1.1"),
  (run) => run.complete("1.2"),
);
const first = audit.job("audit");
audit.ok(
  "CountAttempt",
  { job: first.key, reason: "nothing" },
  { kind: "engine", name: "engine", job: first.key },
);
const halted = after(
  (run) => run.plan(),
  (run) => run.ok("Halt", { reason: "no power" }),
);
const jobs = {
  work: after(executing, described).job("work"),
  review: after(executing, described, built, (run) => run.checks()).job("review"),
  issue: after(executing, described, failed, failed).job("issue"),
  brief: after(start).job("brief"),
  prd: after(start, (run) => run.brief()).job("prd"),
  architecture: after(
    start,
    (run) => run.brief(),
    (run) => run.prd(),
  ).job("architecture"),
  story: after(executing).job("story-1.1"),
  check: after(executing, described, built).job("check"),
  gate: after((run) => run.plan()).job("gate"),
  halt: halted.job("halt"),
  audit: first,
  "second audit": audit.job("audit"),
};
/** The same job on its last attempt. */
const lastOf = ({ about, ...job }: Job): Job => ({
  ...job,
  about: typeof about === "object" ? { ...about, last: true } : about,
});
type Row = readonly [
  job: keyof typeof jobs | "last work" | "last review" | "last issue" | "last check",
  outcome: Outcome,
  command: string | null,
  data?: object,
  refusal?: Refusal,
];
const jobOf = (name: Row[0]): Job => {
  switch (name) {
    case "last work":
      return lastOf(jobs.work);
    case "last review":
      return lastOf(jobs.review);
    case "last issue":
      return lastOf(jobs.issue);
    case "last check":
      return lastOf(jobs.check);
    default:
      return jobs[name];
  }
};

const granted: Outcome = { ...common, is: "granted" };
const unspoken = { ...silent, exit: null } as const;
const lost = { ...unspoken, reason: "lost" } as const;
const timedOut = { ...unspoken, reason: "timeout", errors: "still thinking" } as const;
const exited = { ...silent, exit: 1, errors: "boom" } as const;
const boom = "exit 1; its last words: boom";
const blocked = says({ outcome: "blocked" });
const asks = says({ outcome: "blocked", question: "which shop?" });
const wrote = (path: string, text: string, more: object = {}): Outcome => ({
  ...silent,
  files: { [path]: text },
  ...changing(path),
  ...more,
});
const architecture = (qa: string): Outcome => ({
  ...silent,
  files: {
    "docs/architecture.md": "a",
    "docs/architecture/coding-standards.md": "s",
    "docs/architecture/qa-protocol.md": qa,
  },
  ...changing("docs/architecture.md"),
});
const both = [
  { n: 1, met: true, how: "ran it" },
  { n: 2, met: false, how: "it hangs" },
] as const;
const unfit = [[], both.slice(1), [both[0], both[0]], [both[0], { ...both[1], n: 3 }]];
const reviewed = says({ verdicts: both });
const moved = refuse("TREE_MOVED", "it moved");
const noPlace = refuse("MANIFEST_INVALID", "story 2.1 stands under epic 1", {
  path: "docs/prd.md",
  line: 7,
  fits: "a heading above it",
});
const others = says({}, changing("docs/prd.md", "docs/stories/1.2.story.md"));
const killed = checked({ exit: null, why: "killed by SIGKILL" });
const unstartable = { exit: null, why: "cannot be started: npm isn't there" };
/** A line without an end is cut, or the command would be refused and the job begun for ever. */
const endless = `${"x".repeat(9_000_000)}the end`;
const cut = /^[^]{1,20000}$/u;

const rows: readonly Row[] = [
  // what is granted
  ["work", granted, "StartStory", { story: "1.1" }],
  ["issue", granted, "TakeIssue", { issue: "ISSUE-001" }],
  ["work", granted, null, {}, refuse("STORY_CROWDED", "another one is")],
  ["review", granted, null],
  ["prd", granted, null],
  // work that is reported done, with what the engine saw; never by an exit code alone
  [
    "work",
    says({ files: ["claimed.ts"] }, changing("src/a.ts")),
    "FinishWork",
    {
      changed: ["src/a.ts"],
      files_modified: ["claimed.ts"],
      after: { tree: "a", head: "h2" },
    },
  ],
  ["work", silent, "CountAttempt", { job: "work-1.1-1" }],
  ["review", silent, "CountAttempt"],
  ["brief", silent, "CountAttempt"],
  ["work", says({}, { exit: 1 }), "ReportFailure"],
  ["work", says({}, { reason: "timeout", exit: null }), "ReportFailure"],
  ["work", { ...says({}), found: "several" }, "CountAttempt"],
  ["work", says({ outcome: "finished" }), "CountAttempt"],
  // what it changed that is another's is named
  [
    "work",
    says({}, changing("src/a.ts", "docs/prd.md", "docs/stories/1.1.story.md")),
    "FinishWork",
    { summary: "it is done (also changed: docs/prd.md)" },
  ],
  ["work", others, "FinishWork", { summary: /: docs\/prd\.md, docs\/stories\/1\.2/u }],
  [
    "brief",
    says({}, changing("docs/brief.md", "docs/notes.md", "docs/prd.md", "src/a.ts")),
    "FinishBrief",
    { summary: /: docs\/prd\.md, src\/a\.ts\)$/u },
  ],
  // silence and loss are tried again below the limit, and a failure at it
  ["work", lost, "CountAttempt"],
  ["work", { ...lost, reason: "lapsed" }, "CountAttempt"],
  ["work", { ...exited, fault: { kind: "overload" } }, "CountAttempt"],
  ["last work", silent, "ReportFailure", { subject: "story:1.1", kind: "garbage" }],
  ["last work", lost, "ReportFailure", { subject: "story:1.1", kind: "work" }],
  ["last work", { ...lost, reason: "lapsed" }, "ReportFailure", { kind: "work" }],
  ["last work", { ...exited, fault: { kind: "overload" } }, "ReportFailure", { kind: "work" }],
  [
    "last work",
    { ...exited, fault: { kind: "auth" } },
    "ReportFailure",
    { reason: "its model server refuses the login or key; its last words: boom" },
  ],
  // what exited or ran out of time has failed, with its last words; a review strikes no story
  ["work", exited, "ReportFailure", { subject: "story:1.1", kind: "work", reason: boom }],
  ["work", timedOut, "ReportFailure", { kind: "timeout" }],
  ["work", { ...unspoken, reason: "killed" }, "ReportFailure", { kind: "work" }],
  ["work", { ...unspoken, reason: "flooded" }, "ReportFailure", { kind: "work" }],
  ["review", exited, "ReportFailure", { subject: "review:1.1", kind: "review", reason: boom }],
  ["prd", exited, "ReportFailure", { subject: "prd" }],
  [
    "work",
    { ...exited, errors: Array.from({ length: 90 }, (_, at) => `line ${at}`).join("\n") },
    "ReportFailure",
    { reason: /^(?:.*\n){50}.*$/u },
  ],
  ["work", { ...exited, errors: endless }, "ReportFailure", { reason: cut }],
  ["work", { ...exited, reason: "flooded", message: endless }, "ReportFailure", { reason: cut }],
  [
    "work",
    { ...silent, message: endless },
    "CountAttempt",
    { reason: /^it ended without a report\nx{1,20000}the end$/u },
  ],
  // who says that he failed or is blocked is believed; a question goes to a person
  ["work", says({ outcome: "failed" }, { exit: 3 }), "ReportFailure", { reason: "it is done" }],
  ["work", asks, "AskPerson", { subject: "story:1.1", text: "which shop?" }],
  ["work", blocked, "Escalate", { subject: "story:1.1" }],
  ["review", blocked, "Escalate", { subject: "review:1.1" }],
  [
    "work",
    asks,
    "ReportFailure",
    { reason: "QUESTION_EXCESSIVE: thrice" },
    refuse("QUESTION_EXCESSIVE", "thrice"),
  ],
  // its own words refused are a failure: else the same work would begin again without end
  [
    "work",
    says({}),
    "ReportFailure",
    { reason: "FIELD_OVERSIZED: too long" },
    refuse("FIELD_OVERSIZED", "too long"),
  ],
  ["work", says({}), "ReportFailure", { reason: /^FIELD/u }, refuse("FIELD_INVALID", "too long")],
  // documents are finished by their author's word, or by what is there and reads well
  ["prd", says({}), "FinishPrd", { manifest: true }],
  ["prd", wrote("docs/prd.md", prdText()), "FinishPrd"],
  ["prd", wrote("docs/prd.md", "# nothing"), "CountAttempt"],
  ["prd", wrote("docs/prd.md", prdText(), { tree: common.tree }), "CountAttempt"],
  ["prd", wrote("docs/prd.md", prdText(), { exit: 1 }), "ReportFailure"],
  ["architecture", architecture(qaText()), "FinishArchitecture"],
  ["architecture", architecture(qaText(["npm test | tee log"])), "CountAttempt"],
  ["story", wrote("docs/stories/1.1.story.md", storyText("1.1")), "RecordStoryFile"],
  // a document that is refused is garbage, with each finding and its line as guidance
  [
    "prd",
    says({}),
    "ReportFailure",
    {
      kind: "garbage",
      reason:
        /^MANIFEST_INVALID: docs\/prd\.md:7: .*\(what fits: a heading above it\)\n\w+: docs\/prd\.md:9: /u,
    },
    { ...noPlace, more: [noPlace, { ...noPlace, line: 9 }] },
  ],
  ["prd", says({}), "ReportFailure", { kind: "garbage" }, refuse("PATH_OUTSIDE", "it leads out")],
  ["prd", says({}), "ReportFailure", { kind: "garbage" }, refuse("FILE_OVERSIZED", "it's long")],
  ["prd", says({}), null, {}, refuse("RUN_HALTED", "stopped")],
  // a review counts whole, for the tree at its start, and not at all if that moved
  [
    "review",
    reviewed,
    "SubmitReview",
    { pass: false, before: { tree: "b", head: "h1" }, after: { tree: "a", head: "h2" } },
  ],
  ...unfit.map((verdicts): Row => ["review", says({ verdicts }), "CountAttempt"]),
  ["review", reviewed, "CountAttempt", {}, moved],
  ["last review", reviewed, "ReportFailure", { subject: "review:1.1" }, moved],
  [
    "review",
    says({ verdicts: both }, changing("run.log", "docs/stories/1.2.story.md")),
    "CountAttempt",
    { reason: "TREE_MOVED: it moved: run.log" },
    moved,
  ],
  [
    "review",
    reviewed,
    "ReportFailure",
    { subject: "review:1.1" },
    refuse("VERIFIER_UNFIT", "worked on it"),
  ],
  // an issue is resolved by a solution, and given up by everything else that is known
  ["issue", says({ solution: "the other key" }), "ResolveIssue", { solution: "the other key" }],
  ["issue", says({}), "ResolveIssue", { solution: "it is done" }],
  ["issue", says({ outcome: "failed" }), "GiveUpIssue"],
  ["issue", blocked, "GiveUpIssue"],
  ["issue", exited, "GiveUpIssue"],
  ["issue", timedOut, "GiveUpIssue"],
  ["issue", asks, "AskPerson", { subject: "story:1.1", text: "which shop?" }],
  ["issue", silent, "CountAttempt"],
  ["last issue", lost, "GiveUpIssue"],
  // an audit is left out the second time that nothing came of it
  ["audit", says({}), "FinishAudit", { epic: 1 }],
  ...[silent, exited, says({ outcome: "failed" })].map((outcome): Row => [
    "audit",
    outcome,
    "CountAttempt",
  ]),
  ...["DOC_MISSING", "PATH_OUTSIDE", "FILE_OVERSIZED"].map((code): Row => [
    "audit",
    says({}),
    "CountAttempt",
    {},
    refuse(code, "not there"),
  ]),
  ["second audit", silent, "SkipAudit"],
  // a check is recorded as it ran; an exit that nobody knows only at the limit
  ["check", checked(), "RecordCheck", { run: { exit: 0, why: null, output: "d", excerpt: "ok" } }],
  ["check", checked({ exit: null, why: "timed out" }), "RecordCheck"],
  ["check", killed, "CountAttempt"],
  ["last check", killed, "RecordCheck"],
  ["check", checked(unstartable), null],
  ["check", checked({ ...unstartable, argv: ["./test.sh"] }), "RecordCheck"],
  // each decision is one command with what was asked
  [
    "gate",
    decided("approve", "good"),
    "PassGate",
    { gate: "blueprint", asked: 1, note: "good", without_checks: false },
  ],
  ["gate", decided("approve-unchecked", "no code"), "PassGate", { without_checks: true }],
  [
    "gate",
    decided("redo-prd", "too much"),
    "RefuseGate",
    { gate: "blueprint", asked: 1, redo: "prd", reason: "too much" },
  ],
  ["gate", decided("yes"), null],
  [
    "halt",
    decided("retry", "try now"),
    "Unhalt",
    { choice: "retry", asked: halted.state().entries, guidance: "try now" },
  ],
  ["halt", decided("cancel"), "Cancel"],
];
for (const [at, [name, outcome, command, data = {}, refusal]] of rows.entries())
  test(`${at + 1}: ${name}, ${outcome.is}: ${command ?? "nothing"}`, () => {
    const told = report(jobOf(name), outcome, refusal);
    assert.deepEqual(
      told.map(({ type }) => type),
      command === null ? [] : [command],
    );
    const given = new Map(Object.entries(told[0]?.data ?? {}));
    for (const [key, wanted] of Object.entries(data))
      if (wanted instanceof RegExp) assert.match(String(given.get(key)), wanted);
      else assert.deepEqual(given.get(key), wanted, key);
  });

test("a report that misfits is told while its author can still mend it", () => {
  for (const verdicts of unfit)
    assert.equal(
      misfit(jobs.review, { outcome: "done", summary: "x", verdicts })?.code,
      "REPORT_MISFIT",
    );
  assert.equal(misfit(jobs.review, { outcome: "done", summary: "x", verdicts: both }), null);
  assert.equal(misfit(jobs.work, { outcome: "done" })?.pointer, "/summary");
});
