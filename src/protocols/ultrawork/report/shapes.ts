// Schemas of agents' reports on ultrawork's jobs.
import * as t from "../../../kit/schema.ts";
import { evidenceTypes } from "../task.ts";

const short = t.filled(200);
const summary = t.filled(2_000);
const path = t.filled(1_024);
const id = t.filled(64);

const evidenceType = t.oneOf(evidenceTypes);

/** By its number, from 1, or by its exact text. */
const criterionName = t.either(t.wholeFrom(1, 20), t.filled(500));

const checkFields = {
  type: t.nullish(evidenceType),
  command: t.nullish(
    t.means("one command, no shell: no pipes, no redirections, nothing expanded", t.filled(4_096)),
  ),
  path: t.nullish(t.means("a file that shows it, instead of a command", t.filled(1_024))),
  cwd: t.nullish(t.most(1_024, t.text)),
  exit: t.nullish(t.wholeFrom(0, 255)),
  match: t.nullish(t.means("plain text that must be found in the output", t.most(1_000, t.text))),
  timeout_s: t.nullish(t.wholeFrom(1, 7_200)),
};
const check = t.open(checkFields);
const criterion = t.either(
  t.means("a bare criterion: somebody must name a check for it later", t.filled(500)),
  t.open({ criteria: t.filled(500), ...checkFields }),
);

const plannedTask = t.open({
  id,
  subject: short,
  success_criteria: t.mostOf(20, criterion),
  description: t.nullish(t.most(16_384, t.text)),
  complexity: t.nullish(t.oneOf(["simple", "standard", "complex"])),
  blocked_by: t.nullish(t.mostOf(400, id)),
  files: t.nullish(t.mostOf(100, path)),
});

export const planShape = t.open({
  tasks: t.mostOf(400, plannedTask),
  verify: t.nullish(t.open({ success_criteria: t.mostOf(20, criterion) })),
  decisions: t.nullish(
    t.mostOf(
      200,
      t.open({
        topic: summary,
        choice: summary,
        rationale: t.most(16_384, t.text),
        asked_user: t.flag,
      }),
    ),
  ),
});

const question = t.open({ text: summary, options: t.nullish(t.mostOf(10, t.filled(500))) });

export const explorerShape = t.open({
  summary,
  key_files: t.mostOf(200, path),
  patterns: t.mostOf(200, summary),
  constraints: t.mostOf(200, summary),
});

export const plannerShape = t.open({
  status: t.oneOf(["plan", "questions", "failed"]),
  plan: t.nullish(planShape),
  questions: t.nullish(t.mostOf(10, question)),
  reason: t.nullish(summary),
});

export const workerShape = t.open({
  task: id,
  status: t.oneOf(["done", "failed", "needs_context"]),
  summary: t.most(2_000, t.text),
  files_changed: t.nullish(t.mostOf(2_000, path)),
  commits: t.nullish(t.mostOf(200, t.filled(64, 4))),
  evidence: t.nullish(
    t.mostOf(
      100,
      t.open({
        criterion: criterionName,
        type: t.nullish(evidenceType),
        command: t.nullish(t.most(4_096, t.text)),
        path: t.nullish(path),
        output: t.nullish(t.most(16_384, t.text)),
        met: t.nullish(t.flag),
      }),
    ),
  ),
  concerns: t.nullish(t.most(16_384, t.text)),
  question: t.nullish(t.open({ text: summary, options: t.nullish(t.mostOf(10, t.filled(500))) })),
});

const severity = t.means("major if not said", t.most(50, t.text));

export const verifierShape = t.open({
  sweep: t.wholeFrom(1, 1_000_000),
  verdict: t.oneOf(["PASS", "FAIL"]),
  judgements: t.mostOf(
    8_000,
    t.open({
      task: id,
      criterion: criterionName,
      judgement: t.oneOf(["met", "unmet", "unproven"]),
      note: t.nullish(t.most(2_000, t.text)),
    }),
  ),
  issues: t.nullish(
    t.mostOf(
      100,
      t.open({
        summary,
        done_when: t.means("what can be shown once it is mended", t.filled(500)),
        severity: t.nullish(severity),
        task: t.nullish(id),
        criterion: t.nullish(criterionName),
        check: t.nullish(check),
        files: t.nullish(t.mostOf(100, path)),
      }),
    ),
  ),
  checks: t.nullish(t.mostOf(400, t.open({ task: id, criterion: criterionName, check }))),
  notes: t.nullish(t.most(16_384, t.text)),
});
