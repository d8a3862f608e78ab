// Stigmergy jobs beside the stories: responders to issues, and audits.
import type { Job } from "../../../core/job.ts";
import { oneLine } from "../../../core/words/quote.ts";
import { auditFile } from "../manifest.ts";
import { issueShape, workShape } from "../report-shapes.ts";
import type { State } from "../state.ts";
import { isUnsettled, workOf } from "../subjects.ts";
import { isOpenOn } from "../window.ts";
import { agentJob, attemptsOf, byHand, isLast } from "./agents.ts";
import { auditKey, issueKey } from "./keys.ts";

/** The first unsettled issue without an open question. */
export const issueJobs = (state: State): readonly Job[] => {
  const issue = state.issues.find((one) => isUnsettled(one) && !isOpenOn(state, one.subject));
  if (issue === undefined) return [];
  const { id, subject, status, summary, taken } = issue;
  const key = issueKey(state, issue);
  const story = workOf(subject);
  return [
    {
      ...agentJob(state, {
        key,
        about: {
          is: "issue",
          subject,
          issue: id,
          pinned: Object.keys(state.pinned ?? {}),
          last: isLast(state, key),
        },
        subject: id,
        role: "dexter",
        saw: `${id} is ${status}: ${oneLine(summary, 120)}`,
        minutes: "work",
        report: issueShape,
        tier: "heavy",
        doubt: "check",
        begun: byHand(state, status === "IN_PROGRESS" ? taken : null),
      }),
      ...(story === null ? {} : { mends: story }),
    },
  ];
};

export const auditJobs = (state: State): readonly Job[] =>
  state.epics
    .filter(({ audit }) => audit === "due")
    .map(({ id }) => {
      const key = auditKey(id);
      return agentJob(state, {
        key,
        about: {
          is: "audit",
          subject: "project",
          epic: id,
          tried: attemptsOf(state, key),
          last: attemptsOf(state, key) > 0,
        },
        subject: `epic ${id}`,
        role: "metis",
        saw: `epic ${id} is complete, and had trouble`,
        minutes: "story",
        report: workShape,
        tier: "light",
        writes: ["docs/audits/"],
        reads: [auditFile(id)],
      });
    });
