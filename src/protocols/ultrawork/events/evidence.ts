// Events of evidence: baselines, claims, proofs and checks.
import * as t from "../../../kit/schema.ts";
import type { Time } from "../../../core/row.ts";
import { own } from "../../../core/attempt-end.ts";
import { because } from "../../../core/quote.ts";
import { cut, hollow } from "../checks.ts";
import { event } from "./declare.ts";
import { changeCriterion, changeTask, sweepAgain } from "../evolve/change.ts";
import { childPointer, criterionPointer } from "../files/extras.ts";
import { taskFile } from "../files/tasks.ts";
import { checkSetBroken, proofBroken } from "../proofs.ts";
import { evidenceEnd } from "./ends.ts";
import { byWhom, optionalName, outcome } from "./words.ts";
import { nameless } from "../task.ts";
import {
  baselineResult,
  check,
  chosenBy,
  count,
  evidenceFields,
  evidenceType,
  maybe,
} from "../shapes.ts";
import type { CriterionCheck, Proof, State, TaskId } from "../state.ts";

type Evidence = t.DataOf<typeof evidenceFields>;

const heldText = (results: readonly { readonly passed: boolean }[]): string =>
  `${results.filter(({ passed }) => passed).length} of ${results.length} held`;

/** A new claim's entry has its own unknown keys, not those of the previous one. */
const withoutExtras = (state: State, id: TaskId, criteria: string): State => {
  const pointers = [criterionPointer("", criteria), criterionPointer(childPointer(id), criteria)];
  const here = (extra: State["extras"][number]): boolean =>
    (extra.file === taskFile(state, id) || extra.file === "session.json") &&
    pointers.includes(extra.pointer);
  return state.extras.some(here)
    ? { ...state, extras: state.extras.filter((extra) => !here(extra)) }
    : state;
};

/** Since when it has been continuously proven; null if this is the first proof, or it was in doubt in between. */
const shownSince = (before: Proof | null, data: Evidence): string | null =>
  before !== null && before.passed && !before.stale && data.passed && "sweep" in data.at
    ? (before.since ?? before.time)
    : null;

const proofOf = (data: Evidence, at: Time, since: string | null): Proof => ({
  ...(since === null ? {} : { since }),
  type: data.type,
  command: data.command,
  passed: data.passed,
  captured: data.captured,
  ...(data.hollow === true ? { hollow: true } : {}),
  ...(data.held === undefined ? {} : { held: data.held }),
  ...(data.flipped === true ? { flipped: true } : {}),
  judged: false,
  stale: false,
  disturbed: data.disturbed,
  unstarted: data.unstarted,
  exit: data.exit,
  why: data.why,
  tree: data.tree,
  head: data.head,
  at: data.at,
  by: data.by,
  name: data.name,
  time: at,
  digest: data.digest,
  excerpt: data.content,
});

/** A worker's hollow check is refused; anyone else's is kept and reported as a warning. */
const warned = (state: State, task: string, check: CriterionCheck): readonly string[] => {
  const warning = `task ${task}: a check passes whatever was done: ${check.command ?? ""}`;
  return state.plan.warnings.includes(warning)
    ? state.plan.warnings
    : [...state.plan.warnings, warning];
};

/** A different check's earlier result says nothing about this one. */
const unmeasured = (
  state: State,
  { task: id, criterion }: { readonly task: TaskId; readonly criterion: number },
): State =>
  changeTask(state, id, ({ baseline, ...task }) => ({
    ...task,
    baseline:
      baseline === null || task.attempts === 0
        ? null
        : {
            ...baseline,
            results: baseline.results.filter((result) => result.criterion !== criterion),
          },
  }));

export const baselineRecorded = event("BaselineRecorded", {
  means: "What already held before the work on a task began: never a proof.",
  data: { task: t.text, results: t.list(baselineResult), note: maybe },
  line: ({ task, results, note }) => `task ${task}, ${heldText(results)} before${because(note)}`,
  ends: ({ results, note }) => [own("over", note ?? `${heldText(results)} before the work`)],
  apply: (state, data) =>
    changeTask(state, data.task, (task) => {
      const known =
        task.baseline?.results.filter(
          ({ criterion }) => !data.results.some((one) => one.criterion === criterion),
        ) ?? [];
      return {
        ...task,
        baseline: { results: [...known, ...data.results], note: task.baseline?.note ?? data.note },
      };
    }),
});

export const evidenceClaimed = event("EvidenceClaimed", {
  means: "Somebody said that something holds: a claim, never a proof.",
  data: {
    task: t.text,
    criterion: t.maybe(count),
    criteria: t.text,
    type: evidenceType,
    text: t.text,
    command: t.text,
    path: maybe,
    by: t.text,
    extras: t.optional(t.list(t.pair(t.text, t.text))),
  },
  line: ({ task, criterion, by, text }) =>
    `task ${task}${criterion === null ? "" : ` criterion ${criterion}`}, a claim ${by === nameless ? by : `of ${by}`}${because(text)}`,
  apply: (state, data, { at }) => {
    if (data.criterion === null) return state;
    const { by, type, text, command, extras = [] } = data;
    return changeCriterion(
      withoutExtras(state, data.task, data.criteria),
      data.task,
      data.criterion,
      (criterion) => ({
        ...criterion,
        claim: { by, type, text: cut(text), command, time: at, extras },
      }),
    );
  },
});

export const evidenceRecorded = event("EvidenceRecorded", {
  means: "The engine ran a check, or a person confirmed a criterion.",
  data: evidenceFields,
  line: (data) => `task ${data.task} criterion ${data.criterion} ${outcome(data)}`,
  refers: ({ digest, head }) => ({ outputs: optionalName(digest), commits: optionalName(head) }),
  ends: (data) => [evidenceEnd(data)],
  broken: proofBroken,
  apply: (state, data, { at }) => {
    const proved = changeCriterion(state, data.task, data.criterion, (criterion) => ({
      ...criterion,
      proof: proofOf(data, at, shownSince(criterion.proof, data)),
      runs: criterion.runs + ("attempt" in data.at && data.by === "engine" ? 1 : 0),
      answers: criterion.answers + (data.by === "person" ? 1 : 0),
    }));
    const first = "sweep" in data.at && data.by === "engine" && state.sweep.tree === null;
    return first ? { ...proved, sweep: { ...proved.sweep, tree: data.before } } : proved;
  },
});

export const checkSet = event("CheckSet", {
  means: "A criterion got a check, or another one; its proof is gone.",
  data: {
    task: t.text,
    criterion: count,
    check,
    chosenBy,
    reason: t.text,
    by: t.text,
    round: t.maybe(count),
  },
  line: ({ task, criterion, check, by }) =>
    `task ${task} criterion ${criterion} ${byWhom(by)}${because(check.command ?? check.path ?? check.type)}`,
  broken: checkSetBroken,
  apply: (state, data, { at }) => {
    const before = state.tasks[data.task]?.criteria[data.criterion - 1];
    const set = sweepAgain(
      changeCriterion(unmeasured(state, data), data.task, data.criterion, (criterion) => ({
        ...criterion,
        check: data.check,
        chosenBy: data.chosenBy,
        proof: null,
      })),
    );
    const told = hollow(data.check)
      ? { ...set, plan: { ...set.plan, warnings: warned(set, data.task, data.check) } }
      : set;
    const rounds =
      data.round === null ? told : { ...told, sweep: { ...told.sweep, rounds: data.round } };
    if (
      data.chosenBy !== "person" ||
      state.phase === "PLANNING" ||
      before === undefined ||
      before.check === null
    )
      return rounds;
    const bypass = {
      what: "criterion changed" as const,
      task: data.task,
      criterion: data.criterion,
      text: before.text,
      by: data.by,
      reason: data.reason,
      at,
    };
    return { ...rounds, bypasses: [...rounds.bypasses, bypass] };
  },
});
