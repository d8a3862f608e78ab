// Shapes of what agents report, told to them as JSON Schema and read by the same.
import { report } from "../../core/json-schema.ts";
import type { Described } from "../../core/message.ts";
import { list, oneOf, record, text, whole, yesNo } from "../../core/shape.ts";
import { criteriaLimit, reportLimit, textLimit } from "./limits.ts";

const any = text({ max: textLimit });
const some = text({ min: 1, means: `at most ${reportLimit} characters are kept` });
const seen = text({ min: 1, max: textLimit, means: "what you saw" });
const outcome = oneOf(["done", "failed", "blocked"]);
const files = list(any, 1_000);

/** Of planning, story files, work and audits. */
export const workShape = record({ outcome, summary: some }, { files, question: any });
export const issueShape = record(
  { outcome, summary: some },
  { files, question: any, solution: any },
);
export const reviewShape = record(
  { outcome, summary: some },
  {
    files,
    question: any,
    verdicts: list(record({ n: whole(1, 1_000), met: yesNo, how: seen }), criteriaLimit),
  },
);

export const reports: readonly Described[] = [
  report(
    "work",
    "What a role hands in that wrote a document, a story file, an audit or a story's code.",
    workShape,
  ),
  report("review", "What the reviewer hands in that judged a story.", reviewShape),
  report("issue", "What the responder hands in that took an issue.", issueShape),
];
