// Why: what agents may report is told to them as a JSON Schema and read by the same shape, so the two cannot drift apart.
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
