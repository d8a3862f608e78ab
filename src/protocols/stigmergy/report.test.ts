// Tests of stigmergy's report table, row by row.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Desk, openDesk, type Settings } from "../../../test/fixtures/stigmergy-desk.ts";
import {
  changing,
  checked,
  common,
  decided,
  only,
  says,
  silent,
  types,
} from "../../../test/fixtures/stigmergy-outcomes.ts";
import { prdText, qaText, storyText } from "../../../test/fixtures/stigmergy-papers.ts";
import type { Job, Outcome } from "../../core/job.ts";
import { refuse } from "../../core/refusal.ts";
import { misfit } from "./report.ts";

const unspoken = { ...silent, exit: null } as const;
const lost = { ...unspoken, reason: "lost" } as const;
const timedOut = { ...unspoken, reason: "timeout", errors: "still thinking" } as const;
const exited = { ...silent, exit: 1, errors: "boom" } as const;
const at = (): Desk => {
  const run = openDesk();
  run.execute();
  run.describe("1.1");
  return run;
};
/** The same job on its last attempt. */
const lastOf = ({ about, ...job }: Job): Job => ({
  ...job,
  about: typeof about === "object" ? { ...about, last: true } : about,
});
const workOf = (): Job => at().job("work");
const reviewOf = (): Job => {
  const run = at();
  run.build("1.1");
  run.checks();
  return run.job("review");
};
const issueOf = (): Job => {
  const run = at();
  run.fail("1.1");
  run.fail("1.1");
  return run.job("issue");
};
const planOf = (part: "brief" | "prd" | "architecture"): Job => {
  const run = openDesk();
  run.start();
  if (part !== "brief") run.brief();
  if (part === "architecture") run.prd();
  return run.job(part);
};

test("work and issues begin when they are granted; refused, nothing starts", () => {
  const granted: Outcome = { ...common, is: "granted" };
  assert.deepEqual(only("StartStory", workOf(), granted), { story: "1.1" });
  assert.deepEqual(only("TakeIssue", issueOf(), granted), { issue: "ISSUE-001" });
  assert.deepEqual(types(workOf(), granted, refuse("STORY_CROWDED", "another one is")), []);
  assert.deepEqual([types(reviewOf(), granted), types(planOf("prd"), granted)], [[], []]);
});

test("work that is reported done is finished with what the engine saw, and never by an exit code alone", () => {
  const done = only("FinishWork", workOf(), says({ files: ["claimed.ts"] }, changing("src/a.ts")));
  assert.deepEqual(
    [done.changed, done.files_modified, done.after],
    [["src/a.ts"], ["claimed.ts"], { tree: "a", head: "h2" }],
  );
  for (const job of [workOf(), reviewOf(), planOf("brief")])
    assert.deepEqual(types(job, silent), ["CountAttempt"]);
  assert.deepEqual(types(workOf(), says({}, { exit: 1 })), ["ReportFailure"]);
  assert.deepEqual(types(workOf(), says({}, { reason: "timeout", exit: null })), ["ReportFailure"]);
  assert.deepEqual(types(workOf(), { ...says({}), found: "several" }), ["CountAttempt"]);
  assert.deepEqual(types(workOf(), says({ outcome: "finished" })), ["CountAttempt"]);
});

test("what a job changed that is another's is named, and nothing is taken back", () => {
  const { summary = "" } = only(
    "FinishWork",
    workOf(),
    says(
      {},
      changing("src/a.ts", "docs/prd.md", "docs/stories/1.2.story.md", "docs/stories/1.1.story.md"),
    ),
  );
  assert.equal(
    summary,
    "it is done (also changed meanwhile, by whom is not known: docs/prd.md, docs/stories/1.2.story.md)",
  );
  const beside = (by: Settings): Job => {
    const run = openDesk();
    run.execute(by);
    run.describe("1.1");
    return run.job("work-1.1");
  };
  const both = says({}, changing("docs/prd.md", "docs/stories/1.2.story.md"));
  assert.match(
    only("FinishWork", beside({}), both).summary ?? "",
    /docs\/prd\.md, docs\/stories\/1\.2/u,
  );
  assert.match(
    only("FinishWork", beside({ concurrency: 2 }), both).summary ?? "",
    /known: docs\/prd\.md\)$/u,
    "bob is at work beside it",
  );
  const brief = only(
    "FinishBrief",
    planOf("brief"),
    says({}, changing("docs/brief.md", "docs/notes.md", "docs/prd.md", "src/a.ts")),
  );
  assert.match(brief.summary ?? "", /: docs\/prd\.md, src\/a\.ts\)$/u);
});

test("silence and loss are tried again below the limit, and a failure at it", () => {
  for (const [outcome, kind] of [
    [silent, "garbage"],
    [lost, "work"],
    [{ ...lost, reason: "lapsed" }, "work"],
    [{ ...exited, fault: { kind: "overload" } }, "work"],
  ] as const) {
    assert.equal(only("CountAttempt", workOf(), outcome).job, "work-1.1-1");
    const failed = only("ReportFailure", lastOf(workOf()), outcome);
    assert.deepEqual([failed.subject, failed.kind], ["story:1.1", kind]);
  }
  const refused = { ...exited, fault: { kind: "auth" } } as const;
  assert.equal(
    only("ReportFailure", lastOf(workOf()), refused).reason,
    "its model server refuses the login or key; its last words: boom",
  );
});

test("what exited or ran out of time has failed, with its last words; a reviewer's crash strikes no story", () => {
  const reason = "exit 1; its last words: boom";
  assert.deepEqual(only("ReportFailure", workOf(), exited), {
    subject: "story:1.1",
    kind: "work",
    reason,
  });
  assert.equal(only("ReportFailure", workOf(), timedOut).kind, "timeout");
  for (const reason of ["killed", "flooded"] as const)
    assert.equal(only("ReportFailure", workOf(), { ...unspoken, reason }).kind, "work");
  assert.deepEqual(only("ReportFailure", reviewOf(), exited), {
    subject: "review:1.1",
    kind: "review",
    reason,
  });
  assert.equal(only("ReportFailure", planOf("prd"), exited).subject, "prd");
  const lines = Array.from({ length: 90 }, (_, index) => `line ${index}`).join("\n");
  assert.equal(
    only("ReportFailure", workOf(), { ...exited, errors: lines }).reason.split("\n").length,
    51,
  );
  const line = `${"x".repeat(9_000_000)}the end`;
  for (const said of [
    { ...exited, errors: line },
    { ...exited, reason: "flooded", message: line } as const,
  ]) {
    const failed = only("ReportFailure", workOf(), said);
    assert.ok(
      failed.reason.length < 20_000,
      "a line without an end is cut, or it would be refused and the job begun for ever",
    );
  }
  assert.match(
    only("CountAttempt", workOf(), { ...silent, message: line }).reason,
    /^it ended without a report\nx+the end$/u,
  );
  assert.ok(only("CountAttempt", workOf(), { ...silent, message: line }).reason.length < 20_000);
});

test("who says that he failed or is blocked is believed, whatever his exit; a question goes to a person", () => {
  assert.equal(
    only("ReportFailure", workOf(), says({ outcome: "failed" }, { exit: 3 })).reason,
    "it is done",
  );
  assert.deepEqual(
    only("AskPerson", workOf(), says({ outcome: "blocked", question: "which shop?" })),
    {
      subject: "story:1.1",
      text: "which shop?",
    },
  );
  assert.equal(only("Escalate", workOf(), says({ outcome: "blocked" })).subject, "story:1.1");
  assert.equal(only("Escalate", reviewOf(), says({ outcome: "blocked" })).subject, "review:1.1");
  const asked = says({ outcome: "blocked", question: "again?" });
  assert.match(
    only("ReportFailure", workOf(), asked, refuse("QUESTION_EXCESSIVE", "thrice")).reason,
    /^QUESTION_EXCESSIVE: thrice$/u,
  );
});

test("what is refused for a job's own words counts as a failure: else the same work would begin again without end", () => {
  for (const code of ["FIELD_OVERSIZED", "FIELD_INVALID"])
    assert.equal(
      only("ReportFailure", workOf(), says({}), refuse(code, "too long")).reason,
      `${code}: too long`,
    );
});

test("documents are finished by their author's word, or by what is there and reads well", () => {
  assert.deepEqual(only("FinishPrd", planOf("prd"), says({})).manifest, true);
  const wrote = (path: string, text: string, how: Partial<typeof silent> = {}): Outcome => ({
    ...silent,
    ...how,
    files: { [path]: text },
    ...changing(path),
  });
  assert.deepEqual(types(planOf("prd"), wrote("docs/prd.md", prdText())), ["FinishPrd"]);
  assert.deepEqual(types(planOf("prd"), wrote("docs/prd.md", "# nothing")), ["CountAttempt"]);
  assert.deepEqual(
    types(planOf("prd"), { ...wrote("docs/prd.md", prdText()), tree: common.tree }),
    ["CountAttempt"],
  );
  assert.deepEqual(types(planOf("prd"), wrote("docs/prd.md", prdText(), { exit: 1 })), [
    "ReportFailure",
  ]);
  const architecture = {
    "docs/architecture.md": "a",
    "docs/architecture/coding-standards.md": "s",
    "docs/architecture/qa-protocol.md": qaText(),
  };
  assert.deepEqual(
    types(planOf("architecture"), {
      ...silent,
      files: architecture,
      ...changing("docs/architecture.md"),
    }),
    ["FinishArchitecture"],
  );
  const shell = {
    ...architecture,
    "docs/architecture/qa-protocol.md": qaText(["npm test | tee log"]),
  };
  assert.deepEqual(
    types(planOf("architecture"), { ...silent, files: shell, ...changing("docs/architecture.md") }),
    ["CountAttempt"],
  );
  const run = openDesk();
  run.execute();
  assert.deepEqual(
    types(run.job("story-1.1"), wrote("docs/stories/1.1.story.md", storyText("1.1"))),
    ["RecordStoryFile"],
  );
});

test("a document that is refused is garbage, with each finding and its line as guidance", () => {
  const one = refuse("MANIFEST_INVALID", "story 2.1 stands under epic 1", {
    path: "docs/prd.md",
    line: 7,
    fits: "a heading above it",
  });
  const failed = only("ReportFailure", planOf("prd"), says({}), {
    ...one,
    more: [one, { ...one, line: 9 }],
  });
  assert.equal(failed.kind, "garbage");
  assert.match(
    failed.reason,
    /^MANIFEST_INVALID: docs\/prd\.md:7: .*\(what fits: a heading above it\)\n\w+: docs\/prd\.md:9: /u,
  );
  for (const code of ["PATH_OUTSIDE", "FILE_OVERSIZED"])
    assert.equal(
      only("ReportFailure", planOf("prd"), says({}), refuse(code, "it leads out")).kind,
      "garbage",
    );
  assert.deepEqual(types(planOf("prd"), says({}), refuse("RUN_HALTED", "stopped")), []);
});

test("a review counts whole, for the tree at its start, and not at all if that moved", () => {
  const both = [
    { n: 1, met: true, how: "ran it" },
    { n: 2, met: false, how: "it hangs" },
  ];
  const given = only("SubmitReview", reviewOf(), says({ verdicts: both }));
  assert.deepEqual(
    [given.pass, given.before, given.after],
    [false, { tree: "b", head: "h1" }, { tree: "a", head: "h2" }],
  );
  for (const verdicts of [[], both.slice(1), [both[0], both[0]], [both[0], { ...both[1], n: 3 }]]) {
    assert.deepEqual(types(reviewOf(), says({ verdicts })), ["CountAttempt"]);
    assert.equal(
      misfit(reviewOf(), { outcome: "done", summary: "x", verdicts })?.code,
      "REPORT_MISFIT",
    );
  }
  assert.equal(misfit(reviewOf(), { outcome: "done", summary: "x", verdicts: both }), null);
  assert.equal(misfit(workOf(), { outcome: "done" })?.pointer, "/summary");
  assert.deepEqual(types(reviewOf(), says({ verdicts: both }), refuse("TREE_MOVED", "it moved")), [
    "CountAttempt",
  ]);
  assert.equal(
    only(
      "ReportFailure",
      lastOf(reviewOf()),
      says({ verdicts: both }),
      refuse("TREE_MOVED", "it moved"),
    ).subject,
    "review:1.1",
  );
  const beside = says({ verdicts: both }, changing("run.log", "docs/stories/1.2.story.md"));
  assert.equal(
    only("CountAttempt", reviewOf(), beside, refuse("TREE_MOVED", "it moved")).reason,
    "TREE_MOVED: it moved: run.log",
  );
  assert.equal(
    only(
      "ReportFailure",
      reviewOf(),
      says({ verdicts: both }),
      refuse("VERIFIER_UNFIT", "worked on it"),
    ).subject,
    "review:1.1",
  );
});

test("an issue is resolved by a solution and given up by everything else that is known", () => {
  assert.equal(
    only("ResolveIssue", issueOf(), says({ solution: "use the other key" })).solution,
    "use the other key",
  );
  assert.equal(only("ResolveIssue", issueOf(), says({})).solution, "it is done");
  for (const outcome of [
    says({ outcome: "failed" }),
    says({ outcome: "blocked" }),
    exited,
    timedOut,
  ])
    assert.deepEqual(types(issueOf(), outcome), ["GiveUpIssue"]);
  assert.deepEqual(only("AskPerson", issueOf(), says({ outcome: "blocked", question: "why?" })), {
    subject: "story:1.1",
    text: "why?",
  });
  assert.deepEqual(
    [types(issueOf(), silent), types(lastOf(issueOf()), lost)],
    [["CountAttempt"], ["GiveUpIssue"]],
  );
});

test("an audit is left out the second time that nothing came of it", () => {
  const run = openDesk();
  run.execute({ audit: "always" });
  run.complete("1.1");
  run.complete("1.2");
  const first = run.job("audit");
  assert.equal(only("FinishAudit", first, says({})).epic, 1);
  for (const outcome of [silent, exited, says({ outcome: "failed" })])
    assert.deepEqual(types(first, outcome), ["CountAttempt"]);
  for (const code of ["DOC_MISSING", "PATH_OUTSIDE", "FILE_OVERSIZED"])
    assert.deepEqual(types(first, says({}), refuse(code, "not there")), ["CountAttempt"]);
  run.ok(
    "CountAttempt",
    { job: first.key, reason: "nothing" },
    { kind: "engine", name: "engine", job: first.key },
  );
  assert.deepEqual(types(run.job("audit"), silent), ["SkipAudit"]);
});

test("a check is recorded as it ran; an exit that nobody knows only at the limit, a program that isn't there never", () => {
  const run = at();
  run.build("1.1");
  const job = run.job("check");
  assert.deepEqual(only("RecordCheck", job, checked()).run, {
    exit: 0,
    why: null,
    output: "d",
    excerpt: "ok",
  });
  assert.deepEqual(types(job, checked({ exit: null, why: "timed out" })), ["RecordCheck"]);
  assert.deepEqual(types(job, checked({ exit: null, why: "killed by SIGKILL" })), ["CountAttempt"]);
  assert.deepEqual(types(lastOf(job), checked({ exit: null, why: "killed by SIGKILL" })), [
    "RecordCheck",
  ]);
  const unstartable = { exit: null, why: "cannot be started: npm isn't there" };
  assert.deepEqual(types(job, checked(unstartable)), []);
  assert.deepEqual(types(job, checked({ ...unstartable, argv: ["./test.sh"] })), ["RecordCheck"]);
});

test("each decision is one command with what was asked", () => {
  const run = openDesk();
  run.plan();
  const gate = run.job("gate");
  assert.deepEqual(only("PassGate", gate, decided("approve", "good")), {
    gate: "blueprint",
    asked: 1,
    note: "good",
    without_checks: false,
  });
  assert.equal(
    only("PassGate", gate, decided("approve-unchecked", "documents only")).without_checks,
    true,
  );
  assert.deepEqual(only("RefuseGate", gate, decided("redo-prd", "too much")), {
    gate: "blueprint",
    asked: 1,
    redo: "prd",
    reason: "too much",
  });
  assert.deepEqual(types(gate, decided("yes")), []);
  run.ok("Halt", { reason: "no power" });
  assert.deepEqual(only("Unhalt", run.job("halt"), decided("retry", "try now")), {
    choice: "retry",
    asked: run.state().entries,
    guidance: "try now",
  });
  assert.deepEqual(only("Cancel", run.job("halt"), decided("cancel")), {});
});
