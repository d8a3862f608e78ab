// Shapes of agents' reports: told to them as JSON Schemas, and read by the same.
import type { Described } from "../../core/message.ts";
import { report } from "../../kit/json-schema.ts";
import * as t from "../../kit/schema.ts";
import { textLimit } from "./limits.ts";

const any = t.most(textLimit, t.text);
const some = t.filled(textLimit);
const texts = t.mostOf(200, any);
const maybe = t.nullish(any);
const maybeTexts = t.nullish(texts);
const issue = { severity: t.oneOf(["critical", "major", "minor"]), problem: some };
const place = { type: maybe, file: maybe, line: t.nullish(t.wholeFrom(0, 10_000_000)) };

const guardrail = t.open({ name: some, solution: some, when: maybe, problem: maybe });

/** For work, fix, revise, test and confirmation passes. */
export const passShape = t.open({
  unit: some,
  status: t.oneOf(["done", "continue", "blocked"]),
  did: any,
  remaining: any,
  blockers: maybe,
  reason: maybe,
  commit: maybe,
  guardrails: t.nullish(t.mostOf(20, guardrail)),
});

export const verifyShape = t.open({
  unit: some,
  verdict: t.oneOf(["VERIFIED", "GAPS_FOUND"]),
  criteria: t.mostOf(1_000, t.open({ n: t.wholeFrom(1, 1_000), met: t.flag, how: maybe })),
  gaps: t.mostOf(200, t.open({ ...issue, ...place })),
});

export const reviewShape = t.open({
  verdict: t.oneOf(["REVIEW_PASS", "REVIEW_FAIL"]),
  issues: t.mostOf(200, t.open({ ...issue, unit: maybe, ...place })),
  checked: maybe,
});

const question = t.open({
  text: some,
  options: texts,
  recommended: t.nullish(t.wholeFrom(0, 5)),
  multi: t.nullish(t.flag),
});
const brief = t.open({
  outcome: some,
  done_when: texts,
  title: maybe,
  domain: t.nullish(
    t.oneOf(["feature", "bug", "refactor", "research", "writing", "analysis", "planning"]),
  ),
  constraints: maybeTexts,
  notes: maybe,
});
export const interviewShape = t.open({
  questions: t.nullish(t.mostOf(6, question)),
  brief: t.nullish(brief),
});

const unit = t.open({
  id: some,
  title: some,
  criteria: texts,
  files: maybeTexts,
  output: maybe,
  depends: maybeTexts,
  model: t.nullish(t.oneOf(["haiku", "sonnet", "opus"])),
  max: t.nullish(t.wholeFrom(1, 100)),
});
const context = t.open({
  goal: maybe,
  approach: maybe,
  key_files: t.nullish(t.mostOf(50, t.open({ path: some, text: any }))),
  patterns: maybeTexts,
});
export const planShape = t.open({
  units: t.mostOf(400, unit),
  notes: maybe,
  context: t.nullish(context),
});

/** Each is named after the role that submits it. */
export const reports: readonly Described[] = [
  report("interviewer", "What the interviewer hands in: questions, or a brief.", interviewShape),
  report("planner", "What the planner hands in.", planShape),
  report("worker", "What an agent hands in that worked on a unit.", passShape),
  report("tester", "What an agent hands in that wrote a unit's tests.", passShape),
  report("verifier", "What an agent hands in that judged a unit.", verifyShape),
  report("reviewer", "What an agent hands in that judged the whole.", reviewShape),
];
