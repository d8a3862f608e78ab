// Table of how an agent's end is read: the command that it means, word for word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, ended, type Free } from "../../test/fixtures/stage.ts";
import { begin, did, gaveUp, named, planOf, taskOf } from "../../test/fixtures/ultrawork.ts";
import type { Outcome } from "../core/job.ts";
import { refuse, type Refusal } from "../core/refusal.ts";
import * as t from "../kit/schema.ts";
import { ultrawork } from "../protocols/ultrawork/index.ts";
import type { WorkAbout } from "./dialect.ts";
import { workerReport } from "./usual-reports.ts";

const lost = { exit: null, reason: "lost" } as const;
const long = "x".repeat(16_001);
const gone: Outcome = { ...around, is: "unstarted", why: "no program" };
/** What happened · how · and, where its report was refused, why. */
const ends: readonly (readonly [of: string, outcome: Outcome, refused?: Refusal])[] = [
  ["granted", { ...around, is: "granted" }],
  ["unstarted", gone],
  ["unstarted, forgotten", { ...gone, forgotten: true }],
  ["done", ended(did())],
  ["done, exit 1", ended(did(), { exit: 1 })],
  ["done, lost", ended(did(), lost)],
  ["no report", ended(undefined)],
  ["no report, last words", ended(undefined, { message: "all\ngood", errors: "warning" })],
  ["no report, exit 3", ended(undefined, { exit: 3, errors: "boom" })],
  ["no report, exit unknown", ended(undefined, { exit: null })],
  ["no report, lost", ended(undefined, lost)],
  ["no report, lapsed", ended(undefined, { exit: null, reason: "lapsed" })],
  ["no report, late", ended(undefined, { exit: null, reason: "timeout" })],
  ["no report, killed", ended(undefined, { exit: null, reason: "killed" })],
  ["no report, flooded", ended(undefined, { exit: null, reason: "flooded" })],
  ["several", ended(undefined, { found: "several" })],
  ["broken", ended(undefined, { found: "broken" })],
  ["misfit", ended({ status: "finished" })],
  ["auth", ended(undefined, { exit: 1, fault: { kind: "auth" } })],
  ["quota", ended(undefined, { exit: 1, fault: { kind: "quota" } })],
  ["overload", ended(undefined, { exit: 1, fault: { kind: "overload" } })],
  ["other fault", ended(undefined, { exit: 0, fault: { kind: "other" } })],
  ["refused", ended(did()), refuse("FIELD_OVERSIZED", "too long")],
  ["refused, no report", ended(undefined), refuse("FIELD_OVERSIZED", "too long")],
  ["refused, over", ended(did()), refuse("RUN_OVER", "it is over")],
  ["refused, outdated", ended(did()), refuse("JOB_UNKNOWN", "not there")],
  ["refused, long", ended(did()), refuse("FIELD_INVALID", long)],
];
const table = `
granted: BeginJob {"hosted":true,"leased":true}
unstarted: ReportFailure {"kind":"released"} no program
unstarted, forgotten: ReportFailure {"kind":"released","forgotten":true} no program
done: ReportDone {"unit":"1","summary":"did it","concerns":""}
done, exit 1: ReportFailure {"kind":"failed"} reported done, but ended with exit code 1. did it
done, lost: ReportDone {"unit":"1","summary":"did it","concerns":""}
no report: ReportFailure {"kind":"silent"} ended without a report
no report, last words: ReportFailure {"kind":"silent"} ended without a report; its last words: good
no report, exit 3: ReportFailure {"kind":"crashed"} ended with exit code 3; its last words: boom
no report, exit unknown: ReportFailure {"kind":"crashed"} exit unknown
no report, lost: ReportFailure {"kind":"lost"} its process and its spool are gone, nobody can know how it ended; it may have left changes
no report, lapsed: ReportFailure {"kind":"lapsed"} its lease ran out without a report
no report, late: ReportFailure {"kind":"timeout"} took longer than 60 minutes
no report, killed: ReportFailure {"kind":"crashed"} its process was killed
no report, flooded: ReportFailure {"kind":"crashed"} wrote more than 67108864 bytes of output and was stopped
several: ReportFailure {"kind":"garbage"} it gave two reports that differ
broken: ReportFailure {"kind":"garbage"} its report block holds no JSON, nests too deep or has a key twice
misfit: ReportFailure {"kind":"garbage"} its report isn't what its brief asks for: /status must be one of done, failed, needs_context; /summary is missing
auth: ReportFailure {"kind":"crashed","trouble":"auth"} its model server refuses the login or key (ended with exit code 1)
quota: ReportFailure {"kind":"crashed","trouble":"quota"} its limit at the model server is reached (ended with exit code 1)
overload: ReportFailure {"kind":"crashed","trouble":"overload"} its model server is overloaded (ended with exit code 1)
other fault: ReportFailure {"kind":"silent"} ended without a report (its program told of a trouble of its own)
refused: ReportFailure {"kind":"garbage"} its report was refused: FIELD_OVERSIZED: too long
refused, no report: ReportFailure {"kind":"silent"} ended without a report, and what it left doesn't stand for one: FIELD_OVERSIZED: too long
refused, over: nothing
refused, outdated: nothing
refused, long: ReportFailure {"kind":"garbage"} 16001 characters
`;
test("an agent's end is one command", async () => {
  const run = await begin(planOf(taskOf("1")));
  run.begin("task-1-1");
  const job = run.job("task-1-1");
  const told = ends.map(([of, outcome, refused]) => {
    const commands = ultrawork.report(job, outcome, refused).map(({ type, data }: Free) => {
      const { job: key, holder: _holder, reason = null, ...more } = data;
      assert.equal(key ?? job.key, job.key);
      const cut = reason?.length > 1_000 ? `${reason.length} characters` : reason;
      return [type, JSON.stringify(more), cut].filter((part) => part !== null).join(" ");
    });
    return `${of}: ${commands.join("; ") || "nothing"}`;
  });
  assert.equal(`\n${told.join("\n")}\n`, table);
});

test("what its author can still mend is told while it works", async () => {
  const run = await begin(planOf(taskOf("1", { success_criteria: ["it is blue", "b"] })));
  run.begin("task-1-1");
  const job = run.job("task-1-1");
  const told = (report: unknown): string => {
    const { code = "", text = "", pointer = "" } = ultrawork.misfit?.(job, report) ?? {};
    return `${code} ${pointer} ${text}`.trim();
  };
  assert.deepEqual(
    [
      told({}),
      told(did()),
      told(did({ evidence: [{ criterion: 1, command: "x" }] })),
      told(
        did({
          evidence: [
            { criterion: "it is blue", path: "x" },
            { criterion: 2, command: "y" },
          ],
        }),
      ),
      told({ status: "failed", summary: "no" }),
    ],
    [
      "REPORT_MISFIT  the report doesn't fit its schema: /status is missing; /summary is missing",
      "REPORT_MISFIT  criterion 1 has no check, and the report names none: it is blue",
      "REPORT_MISFIT  criterion 2 has no check, and the report names none: b",
      "",
      "",
    ],
  );
});

const about: WorkAbout = {
  is: "work",
  unit: "1",
  kind: "task",
  auto: false,
  criteria: ["a"],
  bare: [],
  note: null,
};
test("what a dialect's own fields say counts beside work that is done, and beside no other end", async () => {
  const run = await begin(planOf(taskOf("1")));
  run.begin("task-1-1");
  const own = workerReport({ lesson: t.text }, ({ lesson }) => [
    { type: "Learn", data: { lesson } },
  ]);
  const types = (report: object): unknown => {
    const read = own.read(run.job("task-1-1"), about, {
      ...around,
      report: { ...report, lesson: "mind the gap" },
      exit: 0,
    });
    return "misfits" in read ? read.misfits : read.map(({ type }) => type);
  };
  assert.deepEqual(
    [types(did()), types(did({ evidence: [named("x")] })), types(gaveUp)],
    [["Learn", "ReportDone"], ["Learn", "ClaimEvidence", "ReportDone"], ["ReportFailure"]],
  );
});
