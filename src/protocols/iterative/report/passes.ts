// Commands of a pass's outcome: taken back if nothing changed, which is the rules' to say.
import { fits } from "../../../kit/findings.ts";
import { faultWords } from "../../../core/reports/agent-fault.ts";
import type { Outcome } from "../../../core/job.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { PassAbout } from "../jobs/about.ts";
import type { IterativeCommand } from "../commands.ts";
import { passShape } from "../report-shapes.ts";
import { afterOf, type Ended, heardOf, holderName, type AgentAnswer } from "./agent-answer.ts";
import { noVerdict, verdictOf } from "./verdict.ts";

/** Why the pass may be void; null if it ended normally. */
const whyVoid = (outcome: Ended): string | null => {
  if (outcome.reason === "lost") return "its process is gone, and nobody saw how it ended";
  if (outcome.reason === "lapsed") return "whoever had it let the lease run out";
  return outcome.found === "one" || outcome.fault === null ? null : faultWords[outcome.fault.kind];
};

const voided = ({ unit, n }: PassAbout, outcome: Outcome, why: string): IterativeCommand => {
  const { turned, forgotten } = outcome.is === "unstarted" ? outcome : {};
  const retryAt = turned?.retryAt;
  const unspent =
    turned === undefined && forgotten === undefined ? {} : ({ unspent: true } as const);
  return {
    type: "VoidPass",
    data: {
      unit,
      pass: n,
      why,
      ...(retryAt === undefined ? {} : { not_before: retryAt }),
      ...unspent,
      ...afterOf(outcome),
    },
  };
};

const ended = ({ unit, n }: PassAbout, outcome: Outcome, heard: AgentAnswer): IterativeCommand => ({
  type: "EndPass",
  data: { unit, pass: n, heard, ...afterOf(outcome) },
});

/** Lessons from a valid report. */
const lessons = (
  { unit, learned }: PassAbout,
  { found, report }: Ended,
): readonly IterativeCommand[] => {
  if (found !== "one" || !fits(passShape, report) || report.unit !== unit) return [];
  return (report.guardrails ?? []).map(({ name, when, problem, solution }) => ({
    type: "AddGuardrail",
    data: { name, solution, learned, ...(when ? { when } : {}), ...(problem ? { problem } : {}) },
  }));
};

const judging = (about: PassAbout, outcome: Ended): readonly IterativeCommand[] => {
  const read = verdictOf(about, outcome);
  return [
    "why" in read
      ? voided(about, outcome, whyVoid(outcome) ?? read.why)
      : {
          type: "GiveVerdict",
          data: { unit: about.unit, pass: about.n, ...read.verdict, ...afterOf(outcome) },
        },
  ];
};

const endedPass = (about: PassAbout, outcome: Ended): readonly IterativeCommand[] => {
  if (about.kind === "verification") return judging(about, outcome);
  const why = whyVoid(outcome);
  return why === null
    ? [...lessons(about, outcome), ended(about, outcome, heardOf(outcome))]
    : [voided(about, outcome, why)];
};

/** Nothing was launched but files changed, so the pass's holder worked without reporting. */
const unheard: AgentAnswer = {
  hosted: false,
  reason: "lapsed",
  exit: null,
  fault: null,
  found: "none",
  report: null,
  message: "",
  output: null,
};

/** Commands to retry if the end was refused or its lessons were. */
const again = (
  about: PassAbout,
  outcome: Outcome,
  refused: Refusal,
): readonly IterativeCommand[] => {
  if (outcome.is === "granted" || (outcome.is !== "ended" && outcome.is !== "unstarted")) return [];
  if (about.kind === "verification")
    return refused.code === "PASS_CHANGED"
      ? [
          {
            type: "GiveVerdict",
            data: {
              unit: about.unit,
              pass: about.n,
              ...noVerdict(about, outcome),
              ...afterOf(outcome),
            },
          },
        ]
      : [];
  if (
    refused.code === "PASS_CHANGED" ||
    refused.code.startsWith("GUARDRAIL") ||
    refused.code === "FIELD_OVERSIZED"
  )
    return [ended(about, outcome, outcome.is === "ended" ? heardOf(outcome) : unheard)];
  return [];
};

export const passCommands = (
  about: PassAbout,
  outcome: Outcome,
  refused?: Refusal,
): readonly IterativeCommand[] => {
  if (refused !== undefined) return again(about, outcome, refused);
  if (outcome.is === "granted")
    return [
      { type: "BeginPass", data: { unit: about.unit, pass: about.n, holder: holderName(outcome) } },
    ];
  if (outcome.is === "unstarted") return [voided(about, outcome, outcome.why)];
  return outcome.is === "ended" ? endedPass(about, outcome) : [];
};
