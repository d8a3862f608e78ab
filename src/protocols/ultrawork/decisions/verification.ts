// Decisions during verification: the verdict, and whether to continue without progress.
import type { Answer } from "../../../core/decision.ts";
import { fenced } from "../../../core/quote.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import { issueText } from "../brief/listed.ts";
import { allTasks } from "../files/tasks.ts";
import type { verdictFields } from "../found-shapes.ts";
import { confirmations, isConverging, isUnsteady, judgeable } from "../jobs/due.ts";
import type { State } from "../state.ts";
import { decision, fail, goOn, proofs } from "./declare.ts";

const issuesShape = t.open({
  issues: t.mostOf(
    100,
    t.open({
      summary: t.filled(2_000),
      done_when: t.filled(500),
      task: t.nullish(t.most(16_384, t.text)),
      criterion: t.nullish(t.wholeFrom(1, 20)),
      files: t.nullish(t.mostOf(100, t.most(16_384, t.text))),
    }),
  ),
});
const issueFields = {
  type: "object",
  properties: {
    issues: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          summary: { type: "string", minLength: 1 },
          done_when: { type: "string", minLength: 1 },
          task: { type: "string" },
          criterion: { type: "integer", minimum: 1 },
          files: { type: "array", items: { type: "string" } },
        },
        required: ["summary", "done_when"],
      },
    },
  },
  required: ["issues"],
};

/** A note alone becomes one issue, fixed once it no longer applies. */
const issues = ({ data, note }: Answer): t.DataOf<typeof verdictFields>["issues"] => {
  const severity = "major";
  if (fits(issuesShape, data))
    return data.issues.map(({ summary, done_when, task, criterion, files }) => ({
      summary,
      severity,
      ...(task ? { task } : {}),
      ...(criterion ? { criterion } : {}),
      done_when,
      files: files ?? [],
    }));
  if (note === "") return [];
  return [{ summary: note.slice(0, 2_000), severity, done_when: note.slice(0, 500), files: [] }];
};

const isVerified = ({ phase }: State): boolean => phase === "VERIFICATION";

export const convergence = decision("converge", {
  asks: (state) =>
    isVerified(state) && isConverging(state)
      ? {
          key: `converge-${state.iteration}`,
          about: { is: "converge" },
          subject: "verify",
          question: "The same issue stands in three verdicts running. Go on?",
        }
      : null,
  options: {
    "go-on": {
      label: "Run another iteration",
      means: "It works on the issues that aren't waived.",
      note: "must",
      then: goOn,
    },
    fail,
  },
  shows: (state) =>
    `Issues of the last verdict:\n\n${fenced(state.issues.map(issueText).join("\n"))}`,
});

export const unsteadiness = decision("unsteady", {
  asks: (state) =>
    isVerified(state) && !isConverging(state) && isUnsteady(state)
      ? {
          key: `unsteady-${state.sweep.no}`,
          about: { is: "unsteady" },
          subject: "verify",
          question: `The tree doesn't hold still while the checks run: ${state.sweep.lastVoid ?? "changed from outside"}. Try again?`,
        }
      : null,
  options: {
    again: { label: "Verify again", means: "A new sweep begins.", note: "must", then: goOn },
    fail,
  },
  shows: ({ sweep }) => (sweep.lastVoid === null ? null : fenced(sweep.lastVoid)),
});

/** It waits only for a person's verdict. */
const isJudged = (state: State): boolean =>
  isVerified(state) &&
  !isConverging(state) &&
  !isUnsteady(state) &&
  state.options.verifier === "person" &&
  state.sweep.state === "passed" &&
  state.sweep.verdict === null &&
  confirmations(state).length === 0;

export const verdict = decision("verdict", {
  asks: (state) =>
    isJudged(state)
      ? {
          key: `verdict-${state.sweep.no}`,
          about: {
            is: "verdict",
            sweep: state.sweep.no,
            criteria: judgeable(state).map(({ task, number }) => ({
              task: task.id,
              criterion: number,
            })),
          },
          subject: "verify",
          question: "Every check passed on this tree. Is every criterion met?",
        }
      : null,
  options: {
    pass: {
      label: "Accept all criteria",
      means: "All count as met, in your name. The run is sealed if the tree is still the same.",
      note: "may",
      then: ({ sweep, criteria }, { note }) => ({
        type: "RecordVerdict",
        data: {
          sweep,
          verdict: "PASS",
          judgements: criteria.map((named) => ({ ...named, judgement: "met", note: "" })),
          issues: [],
          checks: [],
          notes: note,
        },
      }),
    },
    fail: {
      label: "Report issues",
      means: "Each issue becomes a fix task, or the run fails if no iteration is left.",
      note: "may",
      fields: issueFields,
      then: ({ sweep }, answer) => ({
        type: "RecordVerdict",
        data: {
          sweep,
          verdict: "FAIL",
          judgements: [],
          issues: issues(answer),
          checks: [],
          notes: answer.note,
        },
      }),
    },
  },
  shows: (state) =>
    allTasks(state)
      .map((task) => proofs(task))
      .join("\n\n"),
});
