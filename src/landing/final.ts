// Checks that must pass again on the final head before a run counts as a success.
import { shortId } from "../core/words/short-id.ts";
import { decisionJob } from "../core/rules/decision.ts";
import type { Check, Job, Outcome } from "../core/job.ts";
import type { Finals } from "../core/protocol.ts";
import { byExit } from "../core/checks/recheck.ts";
import { checksUnit, finalOf, saidBy } from "./trials.ts";
import type { About } from "./about.ts";
import { checkJob } from "./check-job.ts";
import type { WorkCommand } from "./commands.ts";
import type { FinalTrial, Site } from "./site.ts";

const question = (site: Site, { red }: FinalTrial): Job => {
  const commit = site.head.commit;
  const short = shortId(commit);
  return decisionJob<About>(
    `final-red-${short}-${red.length}`,
    { work: "unproved", unit: checksUnit, commit },
    checksUnit,
    `All work is done, and on ${short}, where it came to, this fails that was green before:\n${red.map(({ unit, said }) => `${unit}: ${said.trim()}`).join("\n")}\nWhat now?`,
    [
      {
        id: "again",
        label: "Run it again",
        means: "What it lacked lies outside the repository, and is there now.",
        note: "may",
      },
      {
        id: "fail",
        label: "End without success",
        means: "The run ends without success. What has landed stays on its branch.",
        note: "may",
        ends: true,
      },
    ],
  );
};

/** For a program: repeats its earlier job on the head and discards changes. */
const programJob = ({ thread: _thread, report: _report, ...job }: Job, commit: string): Job => ({
  ...job,
  key: `final-${job.subject}-${shortId(commit)}`,
  about: { work: "final", unit: job.subject, commit, job: job.about } satisfies About,
  why: null,
  begun: false,
  writes: "nothing",
  reads: [],
  doubt: "retry",
});

/** Pending checks on the final head; empty: a run may end. */
export const finalJobs = (site: Site, { jobs, checks }: Finals): readonly Job[] => {
  const trial = finalOf(site);
  if (trial.failed) return [];
  if (trial.red.length > 0) return [question(site, trial)];
  const { commit } = site.head;
  const due: readonly Check[] = trial.green.includes(checksUnit)
    ? []
    : checks.map(({ check }) => check);
  const about = { work: "final", unit: checksUnit, commit } as const;
  return [
    ...(due.length === 0 ? [] : [checkJob(`final-checks-${shortId(commit)}`, about, due, false)]),
    ...jobs
      .filter(({ subject }) => !trial.green.includes(subject))
      .map((job) => programJob(job, commit)),
  ];
};

/** Commands for the result of a check on the final head; empty: it starts again. */
export const finalReport = ({ unit, commit }: About, outcome: Outcome): readonly WorkCommand[] => {
  const tried = (said: string | null): readonly WorkCommand[] => [
    { type: "TryFinal", data: { unit, commit, passed: said === null, said: said ?? "" } },
  ];
  if (outcome.is === "checked") {
    const red = outcome.proofs.find((proof) => !byExit(proof).passed);
    return tried(red === undefined ? null : saidBy(red, byExit(red).why));
  }
  if (outcome.is !== "ended" || outcome.reason === "lost") return [];
  const { done, errors = "", exit, message, reason } = outcome;
  if (reason === "exit" && exit === 0 && done === "exit") return tried(null);
  const how = reason === "exit" ? `exit ${exit ?? "unknown"}` : reason;
  return tried(
    done === "exit"
      ? `${how}\n${errors === "" ? message.slice(-2_000) : errors}`
      : "its role has a plain program no more",
  );
};
