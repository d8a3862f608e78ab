// Command that records a verdict in ultrawork: by a non-worker, on one tree, per criterion.
import * as event from "../events.ts";
import { reason } from "../shapes.ts";
import { verdictFields } from "../found-shapes.ts";
import { command } from "./declare.ts";
import type * as t from "../../../kit/schema.ts";
import { ownOf } from "../../../core/own.ts";
import type { Sender, Stamp } from "../../../core/protocol.ts";
import { reasonMissing } from "../../../core/reason.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { isManual, readCheck } from "../checks.ts";
import { isUnsteady, judgeable } from "../jobs/due.ts";
import { textLimit } from "../limits.ts";
import { place } from "../place.ts";
import { oversized } from "../plan/read.ts";
import type { Issue, Judgement, State } from "../state.ts";
import { checkSetting } from "./claims.ts";
import {
  findCriterion,
  findTask,
  type FoundCriterion,
  involvedWith,
  roleOf,
  senderWrong,
  shownName,
  verifierInvolved,
  verifierKey,
} from "../decider/names.ts";
import { isWaived, reworkFor } from "../decider/rework.ts";
import { type Decided, type Events, isAuto, phaseWrong } from "../decider/step.ts";

type Verdict = t.DataOf<typeof verdictFields>;
const mostRounds = 2;

const locate = (
  state: State,
  task: string,
  criterion: number | string,
): FoundCriterion | Refusal => {
  const found = findTask(state, task);
  return isRefusal(found) ? found : findCriterion(found, criterion);
};

const mayJudge = (state: State, data: Verdict, by: Sender): Refusal | null => {
  const { sweep } = state;
  const fails = data.verdict === "FAIL";
  if (by.kind === "person" && fails)
    return sweep.verdict === "FAIL"
      ? refuse("VERDICT_OUTDATED", "a FAIL stands already", {
          fits: "`cairn send … GoOn`, or `cairn send … Fail`",
        })
      : null;
  if (by.kind === "person" && state.options.verifier !== "person")
    return senderWrong(
      "a person's PASS counts only where the option verifier says person",
      "FAIL with issues, or the option",
    );
  if (
    by.kind === "agent" &&
    (roleOf(state, by).is !== "verifier" || !sweep.running || by.job !== verifierKey(state))
  )
    return roleOf(state, by).is === "worker"
      ? senderWrong("a worker judges nothing", "the verifier's token")
      : refuse("VERDICT_OUTDATED", "no verdict of this verifier is awaited");
  if (
    sweep.state !== "passed" ||
    sweep.verdict !== null ||
    (data.sweep ?? sweep.no) !== sweep.no ||
    (by.kind === "agent" && data.sweep === undefined)
  )
    return refuse(
      "VERDICT_OUTDATED",
      `sweep ${data.sweep ?? "?"} isn't the one that waits for a verdict`,
      {
        fits: `sweep ${sweep.no}, once its checks passed`,
      },
    );
  const one = involvedWith(state, {
    name: by.name,
    agent: by.agent ?? null,
    conversation: by.conversation ?? null,
  });
  return one === null ? null : verifierInvolved(state, one);
};

const readJudgements = (
  state: State,
  data: Verdict,
): { readonly judgements: readonly Judgement[]; readonly findings: readonly Refusal[] } => {
  const read = data.judgements.map((one) => ({
    one,
    found: locate(state, one.task, one.criterion),
  }));
  return {
    judgements: read.flatMap(({ one, found }) =>
      isRefusal(found)
        ? []
        : [
            {
              task: found.task.id,
              criterion: found.number,
              judgement: one.judgement,
              note: one.note.slice(0, 2_000),
            },
          ],
    ),
    findings: read.flatMap(({ found }) => (isRefusal(found) ? [found] : [])),
  };
};

const keyOf = (issue: Omit<Issue, "key">): string => {
  if (issue.task !== null && issue.criterion !== null) return `${issue.task}#${issue.criterion}`;
  const file = issue.files[0];
  return issue.task !== null && file !== undefined
    ? `${issue.task}:${file}`
    : issue.summary.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
};

const readIssue = (state: State, given: Verdict["issues"][number], at: string): Issue | Refusal => {
  const task = given.task ?? null;
  const named = task === null ? null : findTask(state, task);
  if (isRefusal(named)) return { ...named, pointer: at };
  const found =
    named === null || given.criterion === null || given.criterion === undefined
      ? null
      : findCriterion(named, given.criterion);
  if (isRefusal(found)) return { ...found, pointer: at };
  const check =
    given.check === null || given.check === undefined ? null : readCheck(given.check, place(state));
  if (isRefusal(check)) return { ...check, pointer: at };
  if (isManual(check) && isAuto(state))
    return refuse(
      "PLAN_UNATTENDED",
      "an issue's manual check asks a person, and in auto mode nobody answers",
      {
        pointer: at,
        fits: "a command or a file that shows it",
      },
    );
  if (given.summary.trim() === "" || given.done_when.trim() === "")
    return refuse(
      "ISSUE_UNNAMED",
      "an issue has no summary, or doesn't say when it is mended (done_when)",
      { pointer: at },
    );
  const issue = {
    summary: given.summary.slice(0, 2_000),
    severity: given.severity,
    task,
    criterion: found?.number ?? null,
    doneWhen: given.done_when,
    check,
    files: given.files,
  };
  return { ...issue, key: keyOf(issue) };
};

const failFindings = (
  issues: readonly Issue[],
  judgements: readonly Judgement[],
): readonly Refusal[] => [
  ...(issues.length === 0
    ? [refuse("ISSUE_UNNAMED", "a FAIL names no issue", { fits: "issues, each with done_when" })]
    : []),
  ...oversized("the list of issues", issues.length, 100, "/issues"),
  ...judgements
    .filter(
      ({ task, criterion, judgement }) =>
        judgement === "unmet" &&
        !issues.some((issue) => issue.task === task && issue.criterion === criterion),
    )
    .map(({ task, criterion }) =>
      refuse(
        "ISSUE_UNNAMED",
        `criterion ${criterion} of task ${task} is called unmet, and no issue names it`,
      ),
    ),
];

const passFindings = (
  state: State,
  issues: readonly Issue[],
  judgements: readonly Judgement[],
): readonly Refusal[] => {
  const of = new Map(judgements.map((one) => [`${one.task}#${one.criterion}`, one.judgement]));
  const gaps = judgeable(state).flatMap(({ task, number, criterion: { proof } }) => {
    const name = `${task.id}.${number}`;
    if (proof === null || proof.stale || !(proof.passed || proof.captured))
      return [`${name} has no proof`];
    return of.get(`${task.id}#${number}`) === "met"
      ? []
      : [`${name} is judged ${of.get(`${task.id}#${number}`) ?? "by nobody"}`];
  });
  return [
    ...(issues.length > 0
      ? [
          refuse("VERDICT_INCOMPLETE", "a PASS stands beside an issue", {
            fits: "FAIL, or no issue",
          }),
        ]
      : []),
    ...gaps.map((gap) =>
      refuse("VERDICT_INCOMPLETE", `PASS, and yet ${gap}`, {
        fits: "each unwaived criterion judged met on its proof",
      }),
    ),
  ];
};

/** Runs checks that the verifier names and re-asks manual confirmations that it doubts, at most two rounds for each iteration; null if there are none. */
const moreProof = (
  state: State,
  data: Verdict,
  judgements: readonly Judgement[],
  stamp: Stamp,
): Decided | null => {
  const doubted = judgements.filter(
    ({ task, criterion, judgement }) =>
      judgement === "unproven" &&
      isManual(ownOf(state.tasks, task)?.criteria[criterion - 1]?.check ?? null),
  );
  if ((data.checks.length === 0 && doubted.length === 0) || state.sweep.rounds >= mostRounds)
    return null;
  const round = state.sweep.rounds + 1;
  const sets = data.checks.map((one): Decided => {
    const found = locate(state, one.task, one.criterion);
    return isRefusal(found)
      ? found
      : checkSetting(
          state,
          found,
          { check: one.check, reason: "named by the verifier", round },
          stamp,
        );
  });
  const refused = refuseAll(sets.filter((set) => isRefusal(set)));
  if (refused !== null) return refused;
  const events = sets.flatMap((set): Events => (isRefusal(set) ? [] : set));
  const reopened: Events = doubted.map(({ task, criterion, note }) =>
    event.proofReopened({ task, criterion, reason: note, round }),
  );
  return events.length + reopened.length === 0 ? null : [...events, ...reopened];
};

export const recordVerdict = command("RecordVerdict", {
  means: "Judges the whole: by the verifier, or by a person.",
  data: verdictFields,
  who: ["agent", "person"],
  decide: (state, data, stamp) => {
    const refused = phaseWrong(state, "VERIFICATION") ?? mayJudge(state, data, stamp.by);
    if (refused !== null) return refused;
    const { judgements, findings } = readJudgements(state, data);
    const read = data.issues.map((issue, index) => readIssue(state, issue, `/issues/${index}`));
    const wrong = refuseAll([...findings, ...read.filter((one) => isRefusal(one))]);
    if (wrong !== null) return wrong;
    const issues = read.filter((one): one is Issue => !isRefusal(one));
    const more = moreProof(state, data, judgements, stamp);
    if (more !== null) return more;
    const gaps = refuseAll(
      data.verdict === "PASS"
        ? passFindings(state, issues, judgements)
        : failFindings(issues, judgements),
    );
    if (gaps !== null) return gaps;
    const person = stamp.by.kind === "person";
    const by = person
      ? stamp.by.name
      : (state.sweep.verifier?.name ?? shownName({ is: "verifier" }, stamp.by));
    const { verdict, notes } = data;
    return [
      event.verdictRecorded({
        sweep: state.sweep.no,
        verdict,
        by,
        kind: person ? "person" : "verifier",
        judgements,
        issues,
        notes: notes.slice(0, textLimit),
      }),
    ];
  },
});

export const goOn = command("GoOn", {
  label: "Continue anyway",
  means: "Continues although the same issues return, or the tree changes while it is checked.",
  data: { reason },
  who: ["person"],
  decide: (state, { reason }) => {
    const wrong = phaseWrong(state, "VERIFICATION");
    if (wrong !== null) return wrong;
    const converges = state.sweep.verdict === "FAIL";
    if (!converges && !isUnsteady(state))
      return refuse("DECISION_UNKNOWN", "neither a converge nor an unsteady decision waits");
    const missing = reasonMissing(reason);
    if (missing !== null) return missing;
    const left = converges ? state.issues.filter((issue) => !isWaived(state, issue)) : [];
    if (left.length > 0) return reworkFor(state, left, reason, true);
    return [event.sweepOpened({ no: state.sweep.no + 1, reason, voids: 0, fresh: true })];
  },
});
