// Outcomes of check jobs in ultrawork: judged from the full output, recorded as an excerpt.
import type { Job, Outcome, Proof } from "../../../core/job.ts";
import { cut, judge } from "../checks.ts";
import { offBase } from "../limits.ts";
import type { About, CheckedCriterion } from "../jobs/about.ts";
import type { UltraworkCommand } from "../commands.ts";

type Checked = Extract<Outcome, { is: "checked" }>;
type Check = Extract<About, { is: "check" }>;
type Baseline = Extract<About, { is: "baseline" }>;
type Measure = Extract<About, { is: "measure" }>;

type Result = { readonly passed: boolean; readonly why: string | null; readonly hollow?: true };

const judged = (shown: CheckedCriterion, proof: Proof): Result => {
  const { passed, captured, why, hollow } = judge(shown.check, proof);
  // A captured screenshot passes; the verifier judges its content.
  return { passed: passed || captured, why, ...(hollow === undefined ? {} : { hollow }) };
};

/** Whether it held before the work is judged on the real tree only. */
const judgedBefore = (shown: CheckedCriterion, proof: Proof): Omit<Result, "hollow"> => {
  const { passed, why, hollow } = judged(shown, proof);
  return hollow === undefined ? { passed, why } : { passed: true, why };
};

/** The file of a screenshot, whose bytes are meaningless as text; null for other checks. */
const pictured = (about: Check): string | null => {
  const check = about.shown.find((shown) => shown.check.type === "screenshot")?.check;
  return check?.path ?? null;
};

export const checkRecord = (
  job: Job,
  about: Check,
  outcome: Checked,
): readonly UltraworkCommand[] =>
  outcome.proofs.slice(0, 1).map((proof) => ({
    type: "RecordCheck",
    data: {
      job: job.key,
      argv: proof.argv,
      cwd: proof.cwd,
      exit: proof.exit,
      why: proof.why,
      results: about.shown.map((shown) => ({
        task: shown.task,
        criterion: shown.criterion,
        ...judged(shown, proof),
      })),
      digest: proof.digest,
      excerpt: pictured(about) === null ? cut(proof.text) : `${proof.bytes} bytes`,
      before: proof.before,
      after: proof.after,
      head: proof.head,
      ms: proof.ms,
      artifact: pictured(about),
    },
  }));

/** Runs nothing: records that the tree is still the one that all records of the sweep show. */
export const measureRecord = (
  job: Job,
  about: Measure,
  outcome: Checked,
): readonly UltraworkCommand[] => {
  const { tree, head } = outcome.measured;
  return [
    {
      type: "RecordCheck",
      data: {
        job: job.key,
        argv: [],
        cwd: ".",
        exit: null,
        why: null,
        results: [{ task: about.task, criterion: about.criterion, passed: true, why: null }],
        digest: null,
        excerpt: "",
        before: tree,
        after: tree,
        head,
        ms: 0,
        artifact: null,
      },
    },
  ];
};

export const baselineRecord = (about: Baseline, outcome: Checked): readonly UltraworkCommand[] => {
  const off = ({ before }: Proof): boolean =>
    about.base !== undefined && before !== null && before !== about.base;
  const results = about.runs.flatMap((run, index) => {
    const proof = outcome.proofs[index];
    if (proof === undefined) return [];
    const on = about.late === true && proof.after !== null ? { tree: proof.after } : {};
    const all = run.map((shown) => ({
      criterion: shown.criterion,
      exit: proof.exit,
      ...judgedBefore(shown, proof),
      ...on,
    }));
    return off(proof) ? all.filter(({ passed }) => passed) : all;
  });
  const lost =
    outcome.proofs.length < about.runs.length
      ? "not all checks could be run before the work began"
      : null;
  const note = outcome.proofs.some(off) ? offBase : lost;
  return [
    {
      type: "RecordBaseline",
      data: {
        task: about.task,
        results: results.toSorted((a, b) => a.criterion - b.criterion),
        note,
      },
    },
  ];
};

/** A lost baseline is skipped: work doesn't wait for a result that proves nothing. */
export const baselineSkipped = (about: Baseline, why: string): readonly UltraworkCommand[] => [
  { type: "RecordBaseline", data: { task: about.task, results: [], note: `not known: ${why}` } },
];
