// Fuzzed outcomes of agents: each protocol's command for them fits its schema.
import { isTooDeep } from "../../../src/core/json/depth.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Job, Outcome, Result } from "../../../src/core/job.ts";
import type { Message } from "../../../src/core/message.ts";
import type { Command } from "../../../src/core/protocol.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import { commands as iterativeMessages } from "../../../src/protocols/iterative/commands.ts";
import { player } from "../../../src/protocols/player/index.ts";
import { commands as playerMessages } from "../../../src/protocols/player/commands.ts";
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import { commands as stigmergyMessages } from "../../../src/protocols/stigmergy/commands.ts";
import { ultrawork } from "../../../src/protocols/ultrawork/index.ts";
import { readCommand } from "../../../src/runtime/send/gate.ts";
import * as night from "../../fixtures/iterative-phases.ts";
import * as play from "../../fixtures/player-stages.ts";
import * as project from "../../fixtures/stigmergy-stages.ts";
import { around } from "../../fixtures/stage.ts";
import { mutatedValue } from "../mutated.ts";
import { reader } from "../reader.ts";
import type { Reader } from "../reader.ts";
import { phaseNames, runOf } from "../runs.ts";

type Rules = {
  readonly name: string;
  readonly messages: Parameters<typeof readCommand>[0];
  readonly jobs: readonly Job[];
  report(job: Job, outcome: Outcome): readonly Command[];
};

const byType = (list: readonly Message[]): Rules["messages"] =>
  new Map(list.map((message) => [message.type, message]));
/** Each kind of job once, as it is told by the key's letters. */
const kinds = (jobs: readonly Job[]): readonly Job[] => [
  ...new Map(jobs.map((job) => [job.key.replaceAll(/\d+/gu, "0"), job])).values(),
];

const { executing, working, worked, confirming, blocked, discovering, planning, researching } =
  night;
const all: readonly Rules[] = [
  {
    name: "iterative",
    messages: byType(iterativeMessages),
    jobs: kinds(
      [executing, working, worked, confirming, blocked, discovering, planning, researching].flatMap(
        (run) => iterative.jobs(run().run.state()),
      ),
    ),
    report: iterative.report,
  },
  {
    name: "player",
    messages: byType(playerMessages),
    jobs: kinds(
      [play.fresh, play.executing, play.working, play.held, play.doubted].flatMap((run) =>
        player.jobs(run().state()),
      ),
    ),
    report: player.report,
  },
  {
    name: "stigmergy",
    messages: byType(stigmergyMessages),
    jobs: kinds(
      [
        project.begun,
        project.briefed,
        project.planned,
        project.executing,
        project.awaiting,
      ].flatMap((run) => stigmergy.jobs(run().state())),
    ),
    report: stigmergy.report,
  },
  {
    name: "ultrawork",
    messages: byType(ultrawork.messages),
    jobs: kinds(phaseNames.flatMap((phase) => runOf(phase).jobs())),
    report: ultrawork.report,
  },
];

const unit = {
  id: "T1",
  title: "t",
  criteria: ["c"],
  files: ["a"],
  output: "o",
  depends: [],
  model: "opus",
  max: 3,
};
const reports: readonly unknown[] = [
  {
    unit: "T1",
    status: "done",
    did: "d",
    remaining: "r",
    blockers: "b",
    reason: "r",
    commit: "c0ffee1",
    guardrails: [{ name: "n", solution: "s" }],
  },
  {
    unit: "T1",
    verdict: "GAPS_FOUND",
    criteria: [{ n: 1, met: false, how: "h" }],
    gaps: [{ severity: "major", problem: "p", line: 3 }],
  },
  {
    verdict: "REVIEW_FAIL",
    issues: [{ severity: "minor", problem: "p", unit: "T1" }],
    checked: "c",
  },
  {
    questions: [{ text: "which?", options: ["a", "b"], recommended: 1 }],
    brief: { outcome: "o", done_when: ["d"], domain: "bug" },
  },
  {
    units: [unit],
    notes: "n",
    context: { goal: "g", key_files: [{ path: "a", text: "t" }], patterns: ["p"] },
  },
  {
    node: "N-002",
    attempt: 1,
    status: "failed",
    session_id: "s",
    output_path: "o.md",
    artifacts: ["a"],
    summary: "s",
    error: "e",
  },
  {
    outcome: "done",
    summary: "s",
    files: ["a"],
    question: "q",
    solution: "s",
    verdicts: [{ n: 1, met: true, how: "seen" }],
  },
  { summary: "s", key_files: ["a"], patterns: ["p"], constraints: ["c"] },
  {
    status: "plan",
    plan: {
      tasks: [
        {
          id: "1",
          subject: "s",
          success_criteria: ["c", { criteria: "d", command: "npm test" }],
        },
      ],
    },
  },
  {
    status: "done",
    summary: "s",
    evidence: [{ criterion: 1, type: "manual", output: "t" }],
    concerns: "n",
  },
  {
    verdict: "FAIL",
    judgements: [{ task: "1", criterion: 1, judgement: "unmet" }],
    issues: [{ summary: "s", done_when: "d" }],
  },
  null,
];

type Ended = Extract<Result, { is: "ended" }>;
const ends: fc.Arbitrary<Ended> = fc.constantFrom(...reports).chain((report) =>
  fc.record({
    is: fc.constant("ended"),
    exit: fc.constantFrom(0, 1, null),
    reason: fc.constantFrom("exit", "timeout", "killed", "flooded", "lapsed", "lost"),
    report: fc.oneof(fc.constant(report), mutatedValue([report])),
    found: fc.constantFrom("one", "one", "one", "none", "broken", "several", "foreign"),
    message: fc.constantFrom("", "T1_DONE", "x".repeat(70_000), "Session: a\n\u0000\ud800"),
    errors: fc.constantFrom("", "[CCW_EXEC_ID=b] no such key"),
    refused: fc.constantFrom("", "REPORT_MISFIT: /task is missing"),
    fault: fc.constantFrom(null, { kind: "quota", retryAt: "2026-01-09T12:00:00.000Z" }),
    output: fc.constantFrom(null, "d1"),
  } satisfies {
    readonly [K in Exclude<keyof Ended, "conversation" | "usage">]: fc.Arbitrary<Ended[K]>;
  }),
);
const proof = {
  argv: ["npm", "test"],
  cwd: ".",
  exit: 1,
  why: null,
  ms: 1,
  digest: "d",
  bytes: 3,
  text: "x".repeat(70_000),
  tree: "a",
  head: null,
};
const results: fc.Arbitrary<Result> = fc.oneof(
  { weight: 6, arbitrary: ends },
  fc.constantFrom<Result>(
    { is: "granted" },
    { is: "unstarted", why: "y".repeat(70_000) },
    { is: "checked", proofs: [], measured: { tree: "a", head: null } },
    {
      is: "checked",
      proofs: [proof, { ...proof, exit: null, why: "timed out" }],
      measured: { tree: null, head: null },
    },
  ),
);

export const reportReaders: readonly Reader[] = all.map(({ name, messages, jobs, report }) =>
  reader(
    `what ${name} makes of an outcome`,
    30,
    fc.record({
      job: fc.constantFrom(...jobs),
      result: results,
      hosted: fc.boolean(),
      text: fc.constantFrom("", "# Notes\n\nx\n", "{}"),
    }),
    ({ job, result, hosted, text }) => {
      const files = Object.fromEntries(job.reads.map((path) => [path, text]));
      for (const command of report(job, { ...around, hosted, files, ...result })) {
        const read = readCommand(messages, name, command);
        if (isRefusal(read)) assert.ok(isTooDeep(command.data), `${command.type}: ${read.text}`);
        // Its defaults come beside what is said.
        else assert.deepEqual({ ...Object(read.data), ...Object(command.data) }, read.data);
      }
    },
  ),
);
