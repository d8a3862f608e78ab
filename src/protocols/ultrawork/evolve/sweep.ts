// Why: what sweeps, verdicts, rework and the seal do to the state.
import type { Holder } from "../../../core/row.ts";
import type { Proof, State, Sweep, Task } from "../state.ts";
import {
  changeCriteria,
  changeCriterion,
  changeProof,
  changeTask,
  changeTasks,
  type Evolve,
  staled,
  withOrder,
} from "./change.ts";
import { freshTask } from "./draft.ts";
import { sweepAgain } from "./tasks.ts";

type Table = {
  readonly [
    K in
      | "SweepOpened"
      | "SweepVoided"
      | "SweepPassed"
      | "VerifierStarted"
      | "VerifierFailed"
      | "VerdictRecorded"
      | "ReworkOpened"
      | "EvidenceStaled"
      | "ProofReopened"
  ]: Evolve<K>;
};

const closed = (sweep: Sweep): Sweep => ({
  ...sweep,
  tree: null,
  state: "none",
  running: false,
  verdict: null,
});

/** Every proof of the engine's that the criterion has is undone where `which` says so; a person's word stands. */
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

const own = (
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

export const sweeps: Table = {
  SweepOpened: (state, { data, at }) => {
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
  SweepVoided: (state, { data }) => ({
    ...undo(
      state,
      (proof) => proof.by === "engine" && "sweep" in proof.at && proof.at.sweep === data.no,
    ),
    sweep: { ...closed(state.sweep), voids: state.sweep.voids + 1, lastVoid: data.by },
  }),
  SweepPassed: (state, { data, at }) => ({
    ...own(state, 1, {
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
  VerifierStarted: (state, { data }) => {
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
  VerifierFailed: (state, { data }) => ({
    ...state,
    sweep: {
      ...state.sweep,
      running: false,
      lastFailure: data.reason,
      tries: { ...state.sweep.tries, failed: state.sweep.tries.failed + (data.spent ? 1 : 0) },
    },
  }),
  VerdictRecorded: (state, { data, at }) => {
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
    return own(judged, 2, {
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
  ReworkOpened: (state, { data }) => {
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
  EvidenceStaled: (state, { data }) => ({
    ...undo(state, (proof) => proof.by !== "person"),
    sweep: {
      ...closed(state.sweep),
      voids: state.sweep.voids + 1,
      lastVoid: `the tree changed before the seal: ${data.paths.slice(0, 5).join(", ")}`,
    },
  }),
  ProofReopened: (state, { data }) => {
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
};
