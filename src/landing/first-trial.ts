// Trial of checks on the base before any work, and the question to a person after a failure.
import { shortId } from "../core/words/short-id.ts";
import { decisionJob } from "../core/rules/decision.ts";
import type { DecisionOption, Job, Outcome } from "../core/job.ts";
import { type About, unready } from "./about.ts";
import { checkJob } from "./check-job.ts";
import { proofsOf, repositoryChecks } from "./checks.ts";
import type { WorkCommand } from "./commands.ts";
import { causeWords, whyLines } from "./red-causes.ts";
import type { BaseTrial, Site } from "./site.ts";

/** No unit has this name, so its jobs run on the head, which is the base at that point. */
const baseUnit = "the base";

const again: DecisionOption = {
  id: "again",
  label: "Try again",
  means:
    "cairn.config.json is read again and tried on the base. Also choose this once something outside the repository is fixed.",
  note: "may",
};
const options = ({ setup }: BaseTrial): readonly DecisionOption[] =>
  setup === undefined
    ? [
        {
          id: "expect",
          label: "Continue with failing checks",
          means:
            "Each of them may stay red until it is green for the first time. A run that ends before that is no success.",
          note: "may",
          recommended: true,
        },
        {
          id: "drop",
          label: "Continue without these checks",
          means: "This run doesn't run them.",
          note: "may",
        },
        again,
      ]
    : [
        again,
        {
          id: "drop",
          label: "Continue without setup",
          means: "This run doesn't run it.",
          note: "may",
        },
      ];

const mostLines = 12;

/** The reason why a check failed, with the failing part of its output. */
const shortly = (said: string): string => {
  const [why = "", ...output] = said.trim().split("\n");
  return [why, whyLines(output.join("\n"), mostLines)].join("\n").trim();
};

const questionOf = (trial: BaseTrial, short: string): string => {
  const { red, setup } = trial;
  const how =
    setup === undefined
      ? `these checks of the repository fail on ${short}:\n${red.map(({ name, said }) => `${name}: ${shortly(said)}`).join("\n")}`
      : `\`setup\` of cairn.config.json fails on ${short}: ${setup.trim()}`;
  return `Before any work ${how}\n${causeWords(trial)}What now? If ${setup === undefined ? "`checks`" : "`setup`"} in cairn.config.json is wrong, correct it there, then try again. If the commit is wrong, cancel this run (\`cairn stop --cancel\`), commit a fix, and start a new run.`;
};

export const baseJobs = (site: Site, paused: boolean): readonly Job[] => {
  const { base, rereads, tried } = site;
  const short = shortId(base.commit);
  const key = rereads === 0 ? short : `${short}-${rereads}`;
  const about = { unit: baseUnit, commit: base.commit } as const;
  if (tried === null)
    return [checkJob(`base-${key}`, { work: "base", ...about }, repositoryChecks(site), paused)];
  if (tried.answered) return [];
  const asked: About = { work: "red", ...about };
  const output = tried.setup === undefined ? { output: `base-${key}` } : {};
  const question = questionOf(tried, short);
  return [decisionJob(`red-${key}`, asked, baseUnit, question, options(tried), output)];
};

export const baseReport = (outcome: Outcome): readonly WorkCommand[] => {
  const within = {
    ...(outcome.fenced === undefined ? {} : { fenced: outcome.fenced }),
    ...(outcome.lacks === undefined ? {} : { lacks: outcome.lacks }),
    ...(outcome.withheld === undefined ? {} : { withheld: outcome.withheld }),
  };
  if (outcome.is === "checked")
    return [{ type: "TryBase", data: { proofs: proofsOf(outcome), ...within } }];
  if (outcome.is !== "unstarted" || !outcome.why.startsWith(unready)) return [];
  return [{ type: "TryBase", data: { proofs: [], setup: outcome.why, ...within } }];
};
