// Evidence view of an ultrawork run: proof and claim side by side per criterion.
import { doubted } from "../../core/hollow.ts";
import type { Proof } from "../../core/job.ts";
import type { RecheckVerdict, Recheck } from "../../core/recheck.ts";
import type { Criterion as Row } from "../../core/view.ts";
import { isRunnable, judge, checkText } from "./checks.ts";
import { counted, ownCriteria, statusOf, unknownWorkers } from "./criteria.ts";
import { claimText } from "./files/labels.ts";
import { allTasks } from "./files/tasks.ts";
import { runOf } from "./jobs/runs.ts";
import type { Criterion, CriterionCheck, State, Task } from "./state.ts";

const proofOf = ({ proof }: Criterion): Row["proof"] =>
  proof === null
    ? null
    : {
        exit: proof.exit,
        // A person who calls it unmet proves nothing about a tree.
        tree: proof.by === "person" && !proof.passed ? null : proof.tree,
        at: proof.time,
        by: proof.name,
        digest: proof.digest,
        excerpt: proof.excerpt,
      };

/** The check with all of its expectations. */
const whole = (check: CriterionCheck): string =>
  [
    checkText(check),
    ...(check.match === undefined ? [] : [`with ${JSON.stringify(check.match)} in it`]),
    ...(check.exit === undefined || check.exit === 0 ? [] : [`exit ${check.exit} wanted`]),
  ].join(", ");

/** The engine's criterion for the verdict says that its author did none of the work, as far as the authors are known. */
const doubtsOf = (
  state: State,
  task: Task,
  { proof }: Criterion,
  index: number,
): Pick<Row, "doubts"> => {
  const who =
    task.id === state.verifyId && index === ownCriteria - 1 && proof !== null
      ? unknownWorkers(allTasks(state))
      : null;
  return who === null ? doubted(proof) : { doubts: [who] };
};

const row = (state: State, task: Task, criterion: Criterion, index: number): Row => ({
  unit: task.id,
  number: index + 1,
  text: criterion.text,
  counts: counted(state, task).includes(criterion),
  status: task.waived === null ? statusOf(criterion) : "waived",
  check: criterion.check === null ? null : whole(criterion.check),
  chosenBy: criterion.chosenBy,
  proof: proofOf(criterion),
  before: task.baseline?.results.find((result) => result.criterion === index + 1)?.passed ?? null,
  claim: claimOf(task, criterion),
  waived: waived(criterion.waived ?? task.waived),
  ...doubtsOf(state, task, criterion, index),
});

/** Evidence of an adopted folder is shown as a claim, because this run didn't observe it. */
const claimOf = (task: Task, { text, claim }: Criterion): string | null => {
  if (claim !== null) return claimText(claim.by, claim.text);
  const found = task.found.find((entry) => entry.criteria === text);
  return found === undefined ? null : `[found, not witnessed] ${found.output}`;
};

const waived = (waiver: Criterion["waived"]): string | null =>
  waiver === null ? null : `by ${waiver.by}: ${waiver.reason}`;

const units = (state: State, unit: string | undefined): readonly Task[] =>
  allTasks(state).filter((task) => unit === undefined || task.id === unit);

/** Needs only the state, not the log. */
export const evidence = (state: State, unit?: string): readonly Row[] =>
  units(state, unit).flatMap((task) =>
    task.criteria.map((criterion, index) => row(state, task, criterion, index)),
  );

const judged = (check: CriterionCheck, proof: Proof): RecheckVerdict => {
  const { passed, captured, why } = judge(check, proof);
  return { passed: passed || captured, why: why ?? (captured ? "captured" : "passed") };
};

/** Every check that the engine can run now, claimed or not, of what isn't waived. */
export const rechecks = (state: State, unit?: string): readonly Recheck[] =>
  units(state, unit).flatMap((task) =>
    task.criteria.flatMap(({ check, waived: by }, index) => {
      if (!isRunnable(check) || (by ?? task.waived) !== null) return [];
      const run = runOf(check, (check.timeout_s ?? state.options.check_timeout_s) * 1000);
      return run === null
        ? []
        : [
            {
              unit: task.id,
              number: index + 1,
              check: run,
              judge: (proof) => judged(check, proof),
            },
          ];
    }),
  );
