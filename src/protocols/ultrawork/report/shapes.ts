// Why: what agents may report is told to them as a JSON Schema and read by the same shape, so the two cannot drift apart.
import { either, list, oneOf, record, text, whole, yesNo } from "../../../core/shape.ts";
import { evidenceTypes } from "../task.ts";

const short = text({ min: 1, max: 200 });
const summary = text({ min: 1, max: 2_000 });
const path = text({ min: 1, max: 1_024 });
const id = text({ min: 1, max: 64 });

const evidenceType = oneOf(evidenceTypes);

/** By its number, counted from 1, or by its exact text. */
const criterionName = either(whole(1, 20), text({ min: 1, max: 500 }), (value) =>
  typeof value === "number" ? "a" : "b",
);

const checkFields = {
  type: evidenceType,
  command: text({
    min: 1,
    max: 4_096,
    means: "one command, no shell: no pipes, no redirections, nothing expanded",
  }),
  path: text({ min: 1, max: 1_024, means: "a file that shows it, instead of a command" }),
  cwd: text({ max: 1_024 }),
  exit: whole(0, 255),
  match: text({ max: 1_000, means: "plain text that must be found in the output" }),
  timeout_s: whole(1, 7_200),
};
const check = record({}, checkFields);
const criterion = either(
  text({ min: 1, max: 500, means: "a bare criterion: somebody must name a check for it later" }),
  record({ criteria: text({ min: 1, max: 500 }) }, checkFields),
  (value) => (typeof value === "string" ? "a" : "b"),
);

const plannedTask = record(
  { id, subject: short, success_criteria: list(criterion, 20) },
  {
    description: text(),
    complexity: oneOf(["simple", "standard", "complex"]),
    blocked_by: list(id, 400),
    files: list(path, 100),
  },
);

export const planShape = record(
  { tasks: list(plannedTask, 400) },
  {
    verify: record({ success_criteria: list(criterion, 20) }),
    decisions: list(
      record({ topic: summary, choice: summary, rationale: text(), asked_user: yesNo }),
      200,
    ),
  },
);

const question = record({ text: summary }, { options: list(text({ min: 1, max: 500 }), 10) });

export const explorerShape = record({
  summary,
  key_files: list(path, 200),
  patterns: list(summary, 200),
  constraints: list(summary, 200),
});

export const plannerShape = record(
  { status: oneOf(["plan", "questions", "failed"]) },
  { plan: planShape, questions: list(question, 10), reason: summary },
);

export const workerShape = record(
  { task: id, status: oneOf(["done", "failed", "needs_context"]), summary: text({ max: 2_000 }) },
  {
    files_changed: list(path, 2_000),
    commits: list(text({ min: 4, max: 64 }), 200),
    evidence: list(
      record(
        { criterion: criterionName },
        { type: evidenceType, command: text({ max: 4_096 }), path, output: text(), met: yesNo },
      ),
      100,
    ),
    concerns: text(),
    question: record({ text: summary }, { options: list(text({ min: 1, max: 500 }), 10) }),
  },
);

const severity = text({ max: 50, means: "major if not said" });

export const verifierShape = record(
  {
    sweep: whole(1, 1_000_000),
    verdict: oneOf(["PASS", "FAIL"]),
    judgements: list(
      record(
        { task: id, criterion: criterionName, judgement: oneOf(["met", "unmet", "unproven"]) },
        { note: text({ max: 2_000 }) },
      ),
      8_000,
    ),
  },
  {
    issues: list(
      record(
        {
          summary,
          done_when: text({ min: 1, max: 500, means: "what can be shown once it is mended" }),
        },
        { severity, task: id, criterion: criterionName, check, files: list(path, 100) },
      ),
      100,
    ),
    checks: list(record({ task: id, criterion: criterionName, check }), 400),
    notes: text(),
  },
);
