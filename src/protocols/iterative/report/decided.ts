// The command of a person's answer, from the option, its note and what the option asks besides.
import type { Outcome } from "../../../core/job.ts";
import { isRecord } from "../../../core/record.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import type { About } from "../jobs/about.ts";
import { optionsFor, type UnitOption } from "../jobs/options.ts";
import { textLimit } from "../limits.ts";
import type { IterativeCommand, IterativeCommands } from "../commands.ts";

type Decided = Extract<Outcome, { is: "decided" }>;

const any = t.most(textLimit, t.text);
const texts = t.mostOf(200, any);
const unitData = t.open({
  n: t.nullish(t.wholeFrom(1, 100)),
  criteria: t.nullish(texts),
  model: t.nullish(t.oneOf(["haiku", "sonnet", "opus"])),
});
const briefData = t.open({
  outcome: any,
  done_when: texts,
  constraints: t.nullish(texts),
  notes: t.nullish(any),
});
const criteriaData = t.open({ criteria: texts });
const answersData = t.open({ answers: texts });
const issueData = t.open({
  problem: any,
  severity: t.nullish(t.oneOf(["critical", "major", "minor"])),
  unit: t.nullish(any),
  file: t.nullish(any),
});
const issuesData = t.open({ issues: t.mostOf(200, issueData) });

type Answer = IterativeCommands["AnswerUnit"]["data"];
const isUnitOption = (option: string): option is UnitOption =>
  Object.values(optionsFor).some((all) => all.some((one) => one === option));

const stuck = (
  unit: string,
  asked: number,
  { option, note, data }: Decided,
): IterativeCommand | null => {
  if (!isUnitOption(option)) return null;
  if (data !== null && !fits(unitData, data)) return null;
  const { n, criteria, model } = data ?? {};
  const extra: Partial<Answer> = {
    ...(n ? { n } : {}),
    ...(criteria ? { criteria } : {}),
    ...(model ? { model } : {}),
  };
  return {
    type: "AnswerUnit",
    data: { unit, asked, option, ...extra, ...(note === "" ? {} : { text: note }) },
  };
};

const criteria = (unit: string, { option, note, data }: Decided): IterativeCommand | null => {
  if (option === "drop") return { type: "DropUnit", data: { unit, reason: note } };
  return option === "set" && fits(criteriaData, data)
    ? { type: "EditUnit", data: { unit, changes: { criteria: data.criteria } } }
    : null;
};

const question = (
  id: string,
  options: readonly string[],
  { option, note, data }: Decided,
): IterativeCommand | null => {
  const answer = (answers: readonly string[]): IterativeCommand => ({
    type: "AnswerQuestion",
    data: { question: id, answers },
  });
  if (option === "skip") return { type: "AnswerQuestion", data: { question: id, skip: true } };
  if (option === "other") return answer([note]);
  if (option === "several") return fits(answersData, data) ? answer(data.answers) : null;
  const chosen = options[Number(option) - 1];
  return chosen === undefined ? null : answer([chosen]);
};

type Plan = Extract<About, { is: "approve" }>;
const plan = ({ rev, proposed }: Plan, { option, note }: Decided): IterativeCommand | null => {
  if (option === "again")
    return proposed ? null : { type: "SetSettings", data: { settings: { planner: "agent" } } };
  if (option === "approve") return { type: "ApprovePlan", data: { rev } };
  return option === "reject" ? { type: "RejectPlan", data: { rev, note } } : null;
};

const brief = ({ option, data }: Decided): IterativeCommand | null => {
  if (option === "again")
    return { type: "SetSettings", data: { settings: { interviewer: "agent" } } };
  if (option !== "write" || !fits(briefData, data)) return null;
  const { outcome, done_when, constraints, notes } = data;
  return {
    type: "WriteBrief",
    data: {
      outcome,
      done_when,
      ...(constraints ? { constraints } : {}),
      ...(notes ? { notes } : {}),
    },
  };
};

const deliver = ({ option, note, data }: Decided): IterativeCommand | null => {
  const reason = note === "" ? {} : { reason: note };
  if (option === "approve") return { type: "ApproveDelivery", data: reason };
  if (option === "check-again") return { type: "RejectDelivery", data: reason };
  if (option !== "reject") return null;
  const bare = data === null || (isRecord(data) && Object.keys(data).length === 0);
  // The person's own words are the issue.
  if (bare)
    return note === ""
      ? null
      : { type: "RejectDelivery", data: { issues: [{ severity: "major", problem: note }] } };
  if (!fits(issuesData, data)) return null;
  const issues = data.issues.map(({ problem, severity, unit, file }) => ({
    severity: severity ?? "major",
    problem,
    ...(unit ? { unit } : {}),
    ...(file ? { file } : {}),
  }));
  return { type: "RejectDelivery", data: { issues, ...reason } };
};

/** Returns null if no command has such an answer. */
export const decidedCommand = (about: About, decided: Decided): IterativeCommand | null => {
  const { option, note } = decided;
  if (option === "cancel") return { type: "Cancel", data: note === "" ? {} : { reason: note } };
  switch (about.is) {
    case "question":
      return question(about.question, about.options, decided);
    case "brief":
      return brief(decided);
    case "approve":
      return plan(about, decided);
    case "stuck":
      return stuck(about.unit, about.n, decided);
    case "hand-back":
      return option === "hand-back"
        ? { type: "HandBack", data: { unit: about.unit, did: note } }
        : null;
    case "criteria":
      return criteria(about.unit, decided);
    case "judge":
      return option === "again" || option === "accept"
        ? {
            type: "AnswerReview",
            data: { asked: about.n, option, ...(note === "" ? {} : { reason: note }) },
          }
        : null;
    case "deliver":
      return deliver(decided);
    default:
      return null;
  }
};
