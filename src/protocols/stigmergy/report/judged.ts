// Commands of review and check outcomes.
import { findingsIn, fits } from "../../../kit/findings.ts";
import { isHollowProof } from "../../../kit/check/hollow.ts";
import { misfitReason, refusedReasons } from "../../../core/reports/misfit.ts";
import type { Job, Outcome, Proof } from "../../../core/job.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { CheckAbout, ReviewAbout } from "../jobs/about.ts";
import { failureLines, textLimit } from "../limits.ts";
import type { StigmergyCommand } from "../commands.ts";
import { reviewShape } from "../report-shapes.ts";
import { attempt, failure, unable, wordless } from "./failing.ts";
import { afterOf, beforeOf, type Ended, agentAnswer, type AgentAnswer } from "./agent-answer.ts";
import { moved } from "./strays.ts";

type Verdicts = readonly { readonly n: number; readonly met: boolean; readonly how: string }[];

/** One verdict for each criterion, or a text that says why they can't be read. */
export const verdictsOf = (report: unknown, criteria: number): Verdicts | string => {
  if (!fits(reviewShape, report)) {
    const [finding] = findingsIn(reviewShape, report);
    return `${finding?.pointer ?? ""} ${finding?.text ?? "can't be read"}`.trim();
  }
  const verdicts = (report.verdicts ?? []).map(({ n, met, how }) => ({
    n,
    met,
    how: how.slice(0, textLimit),
  }));
  const named = verdicts.map(({ n }) => n).toSorted((a, b) => a - b);
  if (named.length === criteria && named.every((n, index) => n === index + 1)) return verdicts;
  return `/verdicts must name each criterion from 1 to ${criteria} once, and name ${named.join(", ") || "none"}`;
};

const reviewed = (
  job: Job,
  about: ReviewAbout,
  outcome: Ended,
  word: Extract<AgentAnswer, { is: "reported" }>,
): readonly StigmergyCommand[] => {
  const verdicts = verdictsOf(outcome.report, about.criteria);
  if (typeof verdicts === "string")
    return wordless(job, about, { is: "unreported", why: misfitReason(verdicts) });
  const data = {
    story: about.story,
    pass: verdicts.every(({ met }) => met),
    verdicts,
    why: word.summary,
  };
  return [{ type: "SubmitReview", data: { ...data, ...beforeOf(outcome), ...afterOf(outcome) } }];
};

/** Refusals caused by the review itself rather than by concurrent changes. */
const ownFault: ReadonlySet<string> = new Set([
  "TREE_MOVED",
  "VERIFIER_UNFIT",
  "QUESTION_EXCESSIVE",
]);

export const reviewCommands = (
  job: Job,
  about: ReviewAbout,
  outcome: Outcome,
  refused?: Refusal,
): readonly StigmergyCommand[] => {
  if (outcome.is !== "ended") return [];
  // Without a limit, a reviewer that always changes the tree would be asked forever.
  const why =
    refused === undefined
      ? ""
      : `${refusedReasons(refused)}${refused.code === "TREE_MOVED" ? moved(outcome) : ""}`;
  if (refused?.code === "TREE_MOVED" && !about.last) return attempt(job, why);
  if (refused !== undefined && ownFault.has(refused.code)) return failure(about, "review", why);
  if (refused !== undefined) return [];
  const word = agentAnswer(outcome);
  if (word.is !== "reported") return wordless(job, about, word);
  return word.outcome === "done" ? reviewed(job, about, outcome, word) : unable(about, word);
};

const tail = (text: string): string =>
  text.trimEnd().split("\n").slice(-failureLines).join("\n").slice(-textLimit);

const recorded = (
  { n, runs }: CheckAbout,
  proof: Proof,
  after: { readonly tree: string | null; readonly head: string | null },
): StigmergyCommand => ({
  type: "RecordCheck",
  data: {
    n,
    runs,
    run: {
      exit: proof.exit,
      why: proof.why,
      output: proof.digest,
      excerpt: tail(proof.text),
      ...(proof.exit === 0 && isHollowProof(proof) ? { hollow: true } : {}),
    },
    before: { tree: proof.tree, head: proof.head },
    after,
  },
});

/** The program isn't installed. A missing program in a folder may be a result of the work, so it counts as the work's failure. */
const isMissing = ({ argv: [program = ""], exit, why }: Proof): boolean =>
  exit === null && why?.startsWith("cannot be started") === true && !program.includes("/");
/** Ended by something else; timeouts and excessive output count as failures. */
const isUnknown = ({ exit, why }: Proof): boolean =>
  exit === null && (why === null || /^(?:stopped|killed)/u.test(why));

/** The operator must install a missing program; because the run's roles name it, it is reported before the first launch. */
export const checkCommands = (
  job: Job,
  about: CheckAbout,
  outcome: Outcome,
  refused?: Refusal,
): readonly StigmergyCommand[] => {
  if (refused !== undefined || outcome.is !== "checked") return [];
  const [proof] = outcome.proofs;
  if (proof === undefined || isMissing(proof)) return [];
  if (isUnknown(proof) && !about.last) return attempt(job, proof.why ?? "its exit is unknown");
  return [recorded(about, proof, outcome.measured)];
};
