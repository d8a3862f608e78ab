// Events of verification: sweeps, verdicts, rework and the seal.
import * as t from "../../../kit/schema.ts";
import type { Holder } from "../../../core/row.ts";
import { own } from "../../../core/attempt-end.ts";
import { doerName } from "../../../core/doer.ts";
import { howMany, firstOf } from "../../../core/how-many.ts";
import { because, firstLine } from "../../../core/quote.ts";
import { event } from "./declare.ts";
import {
  changeCriteria,
  changeCriterion,
  changeProof,
  changeTask,
  changeTasks,
  staled,
  sweepAgain,
  withOrder,
} from "../evolve/change.ts";
import { freshTask } from "../evolve/draft.ts";
import { verdictBroken } from "../proofs.ts";
import { failed } from "./ends.ts";
import { again, byWhom, optionalName, short } from "./words.ts";
import { begun, failure, paths, maybe, count, draftTask, judgement, issue } from "../shapes.ts";
import type { Proof, State, Sweep, Task } from "../state.ts";

const closed = (sweep: Sweep): Sweep => ({
  ...sweep,
  tree: null,
  state: "none",
  running: false,
  verdict: null,
});

/** Undoes every engine proof for which `which` returns true; a person's word stays. */
const undo = (state: State, which: (proof: Proof) => boolean): State =>
  changeTasks(state, (task) =>
    changeCriteria(task, (criterion) =>
      criterion.proof !== null && which(criterion.proof) ? staled(criterion) : criterion,
    ),
  );

const unjudged = (task: Task): Task =>
  changeCriteria(task, (criterion) => {
    if (criterion.proof?.by === "person" && !criterion.proof.passed) return staled(criterion);
    return criterion.proof?.judged === true
      ? changeProof(criterion, (proof) => ({ ...proof, judged: false }))
      : criterion;
  });

const withOwnProof = (
  state: State,
  number: number,
  proof: Omit<Proof, "captured" | "stale" | "disturbed" | "unstarted" | "exit" | "why" | "digest">,
): State =>
  changeCriterion(state, state.verifyId, number, (criterion) => ({
    ...criterion,
    proof: {
      ...proof,
      captured: false,
      stale: false,
      disturbed: false,
      unstarted: 0,
      exit: null,
      why: null,
      digest: null,
    },
  }));

export const sweepOpened = event("SweepOpened", {
  means: "Every check of every task is due anew, on one tree.",
  data: { no: count, reason: t.text, voids: count, fresh: t.flag },
  line: ({ no, reason }) => `sweep ${no}${because(reason)}`,
  apply: (state, data, { at }) => {
    const opened = changeTask(changeTasks(state, unjudged), state.verifyId, (verify) => ({
      ...verify,
      status: "in_progress",
      startedAt: verify.startedAt ?? at,
    }));
    return {
      ...opened,
      sweep: {
        ...closed(state.sweep),
        no: data.no,
        voids: data.voids,
        tries: { begun: 0, failed: 0 },
        lastFailure: null,
        verifier: null,
        state: "open",
      },
      verdicts: data.fresh ? [] : state.verdicts,
    };
  },
});

export const sweepVoided = event("SweepVoided", {
  means: "The tree moved while the sweep ran: what it showed doesn't count.",
  data: { no: count, by: t.text },
  line: ({ no, by }) => `sweep ${no}, the tree was changed by ${firstLine(by)}`,
  ends: ({ by }) => [own("void", `the files were changed meanwhile by ${by}`)],
  apply: (state, data) => ({
    ...undo(
      state,
      (proof) => proof.by === "engine" && "sweep" in proof.at && proof.at.sweep === data.no,
    ),
    sweep: { ...closed(state.sweep), voids: state.sweep.voids + 1, lastVoid: data.by },
  }),
});

export const sweepPassed = event("SweepPassed", {
  means: "Every check passed on one tree.",
  data: { no: count, tree: t.text, head: maybe, count, changed: paths },
  line: ({ no, count, tree }) => `sweep ${no}, ${howMany(count, "check")} on tree ${short(tree)}`,
  refers: ({ head }) => ({ commits: optionalName(head) }),
  ends: () => [own("passed")],
  apply: (state, data, { at }) => ({
    ...withOwnProof(state, 1, {
      type: "test_result",
      command: "cairn evidence --recheck",
      passed: true,
      judged: false,
      tree: data.tree,
      head: data.head,
      at: { sweep: data.no },
      by: "engine",
      name: "engine",
      time: at,
      excerpt: `${data.count} checks passed on tree ${data.tree}`,
    }),
    sweep: { ...state.sweep, state: "passed", tree: data.tree, changed: data.changed },
  }),
});

export const verifierStarted = event("VerifierStarted", {
  means: "A verifier began.",
  data: { sweep: count, ...begun },
  line: ({ sweep, worker }) => `sweep ${sweep} ${byWhom(worker)}`,
  doer: ({ holder }) => doerName(holder),
  apply: (state, data) => {
    const verifier: Holder = { ...data.holder, name: data.worker };
    return {
      ...changeTask(state, state.verifyId, (verify) => ({
        ...verify,
        worker: data.worker,
        holder: verifier,
      })),
      sweep: {
        ...state.sweep,
        running: true,
        verifier,
        tries: { ...state.sweep.tries, begun: state.sweep.tries.begun + 1 },
      },
    };
  },
});

export const verifierFailed = event("VerifierFailed", {
  means: "A verifier ended without a verdict.",
  data: { sweep: count, ...failure },
  line: ({ sweep, kind, reason, trouble }) =>
    `verifier, sweep ${sweep}${because(reason) || `: ${kind}`}${again(trouble)}`,
  news: "failed",
  ends: ({ kind, reason }) => [failed(kind, reason)],
  apply: (state, data) => ({
    ...state,
    sweep: {
      ...state.sweep,
      running: false,
      lastFailure: data.reason,
      tries: { ...state.sweep.tries, failed: state.sweep.tries.failed + (data.spent ? 1 : 0) },
    },
  }),
});

export const verdictRecorded = event("VerdictRecorded", {
  means: "The whole was judged; a FAIL names its issues.",
  data: {
    sweep: count,
    verdict: t.oneOf(["PASS", "FAIL"]),
    by: t.text,
    kind: t.oneOf(["engine", "verifier", "person"]),
    judgements: t.list(judgement),
    issues: t.list(issue),
    notes: t.text,
  },
  line: ({ verdict, by, sweep, issues }) =>
    `${verdict} ${byWhom(by)} on sweep ${sweep}${issues.length === 0 ? "" : `, ${howMany(issues.length, "issue")}${because(issues[0]?.summary ?? null)}`}`,
  news: "ends",
  ends: ({ verdict, issues }) => [
    own(
      "judged",
      verdict === "PASS"
        ? "all criteria are met"
        : `${howMany(issues.length, "issue")}${because(issues[0]?.summary ?? null)}`,
    ),
  ],
  broken: verdictBroken,
  apply: (state, data, { at }) => {
    const sweep: Sweep = { ...state.sweep, running: false, verdict: data.verdict };
    if (data.verdict === "FAIL") {
      const counted = {
        iteration: state.iteration,
        by: data.by,
        keys: data.issues.map((issue) => issue.key),
      };
      return { ...state, sweep, issues: data.issues, verdicts: [...state.verdicts, counted] };
    }
    const met = new Set(
      data.judgements
        .filter(({ judgement }) => judgement === "met")
        .map(({ task, criterion }) => `${task}#${criterion}`),
    );
    const judged = changeTasks({ ...state, sweep, issues: [] }, (task) => ({
      ...task,
      criteria: task.criteria.map((criterion, index) =>
        met.has(`${task.id}#${index + 1}`)
          ? changeProof(criterion, (proof) => ({
              ...proof,
              judged: true,
              passed: proof.passed || proof.captured,
            }))
          : criterion,
      ),
    }));
    return withOwnProof(judged, 2, {
      type: "manual",
      command: "",
      passed: true,
      judged: true,
      tree: state.sweep.tree,
      head: null,
      at: { sweep: data.sweep },
      by: data.kind === "person" ? "person" : "verifier",
      name: data.by,
      time: at,
      excerpt: data.notes === "" ? "PASS" : data.notes,
    });
  },
});

export const reworkOpened = event("ReworkOpened", {
  means: "A new iteration began, with one fix task for each issue.",
  data: {
    iteration: count,
    tasks: t.list(draftTask),
    reason: t.text,
    fresh: t.flag,
  },
  line: ({ iteration, tasks }) => `iteration ${iteration}: ${tasks.map(({ id }) => id).join(", ")}`,
  news: "again",
  apply: (state, data) => {
    const added = Object.fromEntries(
      data.tasks.map((draft) => [draft.id, freshTask(draft, state.options.max_attempts)]),
    );
    const more = withOrder({ ...state, tasks: { ...state.tasks, ...added } }, [
      ...state.order,
      ...data.tasks.map((draft) => draft.id),
    ]);
    return {
      ...changeTask(more, state.verifyId, (verify) => ({ ...verify, status: "open" })),
      phase: "EXECUTION",
      iteration: data.iteration,
      sweep: { ...closed(state.sweep), voids: 0, rounds: 0, lastVoid: null },
      verdicts: data.fresh ? [] : state.verdicts,
    };
  },
});

export const evidenceStaled = event("EvidenceStaled", {
  means: "The tree changed before the seal: proofs and verdict are of an older one.",
  data: { was: maybe, is: maybe, paths },
  line: ({ paths }) => firstOf(paths, 3),
  apply: (state, data) => ({
    ...undo(state, (proof) => proof.by !== "person"),
    sweep: {
      ...closed(state.sweep),
      voids: state.sweep.voids + 1,
      lastVoid: `the tree changed before the seal: ${data.paths.slice(0, 5).join(", ")}`,
    },
  }),
});

export const proofReopened = event("ProofReopened", {
  means: "The verifier doubts a person's word: the person is asked again.",
  data: { task: t.text, criterion: count, reason: t.text, round: t.maybe(count) },
  line: ({ task, criterion, reason }) => `task ${task} criterion ${criterion}${because(reason)}`,
  apply: (state, data) => {
    const reopened = sweepAgain(
      changeCriterion(state, data.task, data.criterion, (criterion) => ({
        ...criterion,
        proof: null,
      })),
    );
    return data.round === null
      ? reopened
      : { ...reopened, sweep: { ...reopened.sweep, rounds: data.round } };
  },
});
