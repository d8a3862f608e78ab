// Issues opened by rule, and the halt for an unsolvable one.
import * as event from "../events.ts";
import type { Time } from "../../../core/row.ts";
import { type Entry, entry } from "../entries.ts";
import { storyIn } from "../manifest.ts";
import { saul } from "../roster.ts";
import type { IssueId, State, Subject } from "../state.ts";
import { subjectSaid, subjectWord } from "../subjects.ts";
import type { Follow } from "./step.ts";

/** The number of the next issue. */
export const nextIssue = ({ issues }: Pick<State, "issues">): IssueId => {
  const numbers = issues.map(({ id }) => Number(/^ISSUE-(\d{1,9})$/u.exec(id)?.[1] ?? 0));
  return `ISSUE-${String(Math.max(0, ...numbers) + 1).padStart(3, "0")}`;
};

/** As written, if the subject can be parsed from it; otherwise prefixed with the subject's word. */
export const issueSummary = (
  state: Pick<State, "epics">,
  subject: Subject,
  summary: string,
): string =>
  (subjectSaid(summary, (id) => storyIn(state, id) !== null) ?? "project") === subject
    ? summary
    : `${subjectWord(subject)}: ${summary}`;

/** Opens an issue by rule. `why`: without the subject's word. */
export const opening =
  (subject: Subject, why: string, refs: readonly Time[] = []): Follow =>
  (state, stamp) => {
    const id = nextIssue(state);
    const summary = issueSummary(state, subject, why);
    const told = entry(state, stamp, saul, "ESCALATION_REQUIRED", `${id} is opened. ${summary}`);
    return [event.issueOpened({ id, subject, summary, refs, entry: told })];
  };

export const firstLine = (text: string): string => text.trim().split("\n")[0]?.slice(0, 300) ?? "";

/** An unsolvable issue stops the run. `given`: an entry that already says so. */
export const halting = (
  id: IssueId,
  subject: Subject | null,
  reason: string,
  given?: Entry,
): readonly Follow[] => {
  const why = firstLine(reason);
  return [
    (now, at) => [
      event.issueUnresolved({
        id,
        reason,
        entry: given ?? entry(now, at, saul, "ISSUE_UNRESOLVED", `${id} is given up: ${why}`),
      }),
    ],
    (now, at) => [
      event.halted({
        reason: `${id}: ${why}`,
        subject,
        entry: entry(
          now,
          at,
          saul,
          "EXECUTION_HALTED",
          `Everything stops until a person goes on. ${id}: ${why}`,
        ),
      }),
    ],
  ];
};
