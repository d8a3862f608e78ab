// Shapes of what agents report, told to them as JSON Schema and read by the same.
import type { Described } from "../../core/message.ts";
import { report } from "../../kit/json-schema.ts";
import * as t from "../../kit/schema.ts";
import { criteriaLimit, reportLimit, textLimit } from "./limits.ts";

const any = t.most(textLimit, t.text);
const word = {
  outcome: t.oneOf(["done", "failed", "blocked"]),
  summary: t.means(`at most ${reportLimit} characters are kept`, t.filled(16_384)),
  files: t.nullish(t.mostOf(1_000, any)),
  question: t.nullish(any),
};

/** For planning, story files, work and audits. */
export const workShape = t.open(word);
export const issueShape = t.open({ ...word, solution: t.nullish(any) });
const verdict = t.open({
  n: t.wholeFrom(1, 1_000),
  met: t.flag,
  how: t.means("what you saw", t.filled(textLimit)),
});
export const reviewShape = t.open({
  ...word,
  verdicts: t.nullish(t.mostOf(criteriaLimit, verdict)),
});

export const reports: readonly Described[] = [
  report(
    "work",
    "What a role hands in that wrote a document, a story file, an audit or a story's code.",
    workShape,
  ),
  report("review", "What the reviewer hands in that judged a story.", reviewShape),
  report("issue", "What the responder hands in that took an issue.", issueShape),
];
