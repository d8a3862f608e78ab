// Shapes of agents' reports: told to them as JSON Schemas, and read by the same.
import { report } from "../../core/json-schema.ts";
import type { Described } from "../../core/message.ts";
import { list, oneOf, record, text, whole, yesNo } from "../../core/shape.ts";
import { textLimit } from "./limits.ts";

const any = text({ max: textLimit });
const some = text({ min: 1, max: textLimit });
const severity = oneOf(["critical", "major", "minor"]);
const line = whole(0, 10_000_000);
const gapFields = { type: any, file: any, line } as const;

export const guardrailShape = record({ name: some, solution: some }, { when: any, problem: any });

/** Of work, fix, revise, test and confirmation passes alike. */
export const passShape = record(
  { unit: some, status: oneOf(["done", "continue", "blocked"]), did: any, remaining: any },
  { blockers: any, reason: any, commit: any, guardrails: list(guardrailShape, 20) },
);

export const verifyShape = record({
  unit: some,
  verdict: oneOf(["VERIFIED", "GAPS_FOUND"]),
  criteria: list(record({ n: whole(1, 1_000), met: yesNo }, { how: any }), 1_000),
  gaps: list(record({ severity, problem: some }, gapFields), 200),
});

export const reviewShape = record(
  {
    verdict: oneOf(["REVIEW_PASS", "REVIEW_FAIL"]),
    issues: list(record({ severity, problem: some }, { unit: any, ...gapFields }), 200),
  },
  { checked: any },
);

const texts = list(any, 200);
export const interviewShape = record(
  {},
  {
    questions: list(
      record({ text: some, options: texts }, { recommended: whole(0, 5), multi: yesNo }),
      6,
    ),
    brief: record(
      { outcome: some, done_when: texts },
      {
        title: any,
        domain: oneOf([
          "feature",
          "bug",
          "refactor",
          "research",
          "writing",
          "analysis",
          "planning",
        ]),
        constraints: texts,
        notes: any,
      },
    ),
  },
);

export const planShape = record(
  {
    units: list(
      record(
        { id: some, title: some, criteria: texts },
        {
          files: texts,
          output: any,
          depends: texts,
          model: oneOf(["haiku", "sonnet", "opus"]),
          max: whole(1, 100),
        },
      ),
      400,
    ),
  },
  {
    notes: any,
    context: record(
      {},
      {
        goal: any,
        approach: any,
        key_files: list(record({ path: some, text: any }), 50),
        patterns: texts,
      },
    ),
  },
);

/** Each is named as the role that hands it in. */
export const reports: readonly Described[] = [
  report("interviewer", "What the interviewer hands in: questions, or a brief.", interviewShape),
  report("planner", "What the planner hands in.", planShape),
  report("worker", "What an agent hands in that worked on a unit.", passShape),
  report("tester", "What an agent hands in that wrote a unit's tests.", passShape),
  report("verifier", "What an agent hands in that judged a unit.", verifyShape),
  report("reviewer", "What an agent hands in that judged the whole.", reviewShape),
];
