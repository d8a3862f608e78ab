// Effects of a spent budget: the jobs that it blocks, and the question to a person.
import { decisionJob } from "../core/rules/decision.ts";
import type { DecisionOption, Job, Outcome } from "../core/job.ts";
import type { Command, Protocol } from "../core/protocol.ts";
import { isRecord } from "../core/json/record.ts";
import { amountText, usedText } from "./amounts.ts";
import { fitting } from "./limits.ts";
import { type Budget, heldWords, isHeld, spentUnits } from "./spent.ts";

type About = { readonly budget: "spent" };
export const isAbout = ({ about }: Pick<Job, "about">): boolean =>
  isRecord(about) && about["budget"] === "spent";

const options: readonly DecisionOption[] = [
  {
    id: "raise",
    label: "Raise the budget",
    means:
      'The run continues. The limit that is used up grows by its first amount, or to what you enter, such as "10usd 5h".',
    note: "may",
    fields: {
      type: "object",
      properties: { budget: { type: "string", description: fitting } },
      additionalProperties: false,
    },
  },
  {
    id: "finish",
    label: "Finish running jobs, then stop",
    means: "Jobs under way end, and land if they are proved. Then the run is cancelled.",
    note: "may",
    ends: true,
  },
  {
    id: "stop",
    label: "Stop now",
    means: "The run is cancelled at once, and agents under way are stopped. What has landed stays.",
    note: "may",
    ends: true,
  },
];

/** Omits unknown amounts instead of counting them as zero. */
const knownText = ({ spent, untold }: Budget): string => {
  const isKnown = (unit: "usd" | "tokens"): boolean => untold[unit].length === 0 || spent[unit] > 0;
  const parts = [
    amountText("jobs", spent.jobs),
    `${amountText("ms", spent.ms)} of agents' time`,
    ...(["tokens", "usd"] as const).flatMap((unit) =>
      isKnown(unit)
        ? [`${untold[unit].length === 0 ? "" : "at least "}${amountText(unit, spent[unit])}`]
        : [],
    ),
  ];
  return parts.join(", ");
};

const questionOf = (budget: Budget): string => {
  const { limits, spent, stop } = budget;
  const own = spentUnits(budget).length > 0 || stop === null;
  const whose = own
    ? "The run's budget is used up"
    : `The project's budget for ${stop.day} is used up, by all its runs`;
  const used = own ? usedText(limits, spent) : usedText(stop.limits, stop.used);
  return `${whose}: ${used}. Nothing new starts.\nThis run used ${knownText(budget)}.\nWhat now?`;
};

/** Describes which agents a limit can't bind because their programs don't report that unit. null: none. */
export const unboundText = ({ usd, tokens }: Budget["untold"]): string | null => {
  const parts = [
    ...(usd.length === 0
      ? []
      : [
          `what ${usd.join(", ")} costs isn't told, so a limit in usd can't bind there (\`prices\` in cairn.config.json, where tokens are told)`,
        ]),
    ...(tokens.length === 0
      ? []
      : [`${tokens.join(", ")} doesn't tell tokens, so a limit of them can't bind there`]),
  ];
  return parts.length === 0
    ? null
    : `${parts.join("; ")}. Limits of time and jobs bind all agents.`;
};

/** The same, for limits of units already in use. */
export const unbound = ({ untold, limits }: Budget): string | null =>
  unboundText({
    usd: limits.usd === undefined ? [] : untold.usd,
    tokens: limits.tokens === undefined ? [] : untold.tokens,
  });

const isNew = ({ kind, why, begun }: Job): boolean => kind === "agent" && why === null && !begun;

/** Applies the budget to jobs: adds why a job may not begin, and one question to a person if any job waits for that. */
export const heldJobs = (budget: Budget, jobs: readonly Job[]): readonly Job[] => {
  if (!isHeld(budget) || !jobs.some(isNew)) return jobs;
  const why = heldWords(budget);
  const held = jobs.map((job) => (isNew(job) ? { ...job, why } : job));
  if (budget.finish !== null) return held;
  return [
    ...held,
    decisionJob<About>(
      `budget-${budget.answers + 1}`,
      { budget: "spent" },
      "budget",
      questionOf(budget),
      options,
    ),
  ];
};

/** Translates a person's answer into commands. */
export const answered = (
  { verbs }: Pick<Protocol, "verbs">,
  outcome: Outcome,
): readonly Command[] => {
  if (outcome.is !== "decided") return [];
  const { data, note, option } = outcome;
  const reason = note.trim() === "" ? {} : { reason: note };
  if (option === "raise") {
    const said = isRecord(data) ? data["budget"] : undefined;
    if (said !== undefined && typeof said !== "string") return [];
    return [
      { type: "RaiseBudget", data: { ...reason, ...(said === undefined ? {} : { budget: said }) } },
    ];
  }
  const answer: Command = { type: "AnswerBudget", data: { answer: option, ...reason } };
  return option === "stop" ? [answer, cancelled(verbs, note)] : [answer];
};

/** The command of a person who cancels the run. */
export const cancelled = (verbs: Protocol["verbs"], reason: string): Command => ({
  type: verbs["cancel"] ?? "Cancel",
  data: { reason: reason.trim() === "" ? "its budget is used up" : reason },
});
