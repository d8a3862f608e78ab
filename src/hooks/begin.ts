// Hook at a conversation's begin: the state of the work and the next step, in 1,500 characters.
import { isClaimable } from "../core/agents/claimable.ts";
import { evidenceWords } from "../core/words/evidence.ts";
import { jobLines } from "../core/words/job-lines.ts";
import { oneLine } from "../core/words/quote.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import type { System } from "../runtime/system.ts";
import { type Caller, liveHere } from "./caller.ts";
import { whereOf } from "./gate.ts";

/** Limit in characters for the whole text; each conversation pays for it repeatedly. */
const mostTold = 1_500;
/** Limit for a repeated brief; Codex cuts longer texts in the middle. */
const mostBrief = 8_000;
const [mostRuns, mostJobs] = [3, 4];
/** Limit in characters per job. */
const mostAbout = 120;

const runLines = async (system: System, card: Card): Promise<readonly string[]> => {
  const [view, standings] = [await system.view(card.run), await system.standings(card.run)];
  if (isRefusal(view) || isRefusal(standings)) return [];
  const { title, phase, status, facts, evidence, refused } = view;
  const jobs = jobLines(standings, mostAbout);
  const proved = evidence.of === 0 ? [] : [evidenceWords(evidence)];
  return [
    `Run ${card.run} (${card.protocol}): "${oneLine(title, 160)}"`,
    [card.life === "paused" ? "paused" : status, phase, ...facts, ...proved]
      .map((part) => oneLine(part, 80))
      .join(" · "),
    ...(refused === null ? [] : [`- a hand edit was refused: ${oneLine(refused, 120)}`]),
    ...jobs.slice(0, mostJobs).map((line) => `- ${line}`),
    ...(jobs.length > mostJobs
      ? [`- and ${jobs.length - mostJobs} more: cairn status --next ${card.run}`]
      : []),
    ...(standings.some(isClaimable)
      ? [`To take a job: cairn job claim ${card.run} JOB, or cairn's MCP tool \`claim\`.`]
      : []),
  ];
};

const ownLines = async (system: System, caller: Caller): Promise<readonly string[]> => {
  const { card, lease, standing, token } = caller;
  if (token !== null)
    return [
      `You work for the job ${lease.job} of run ${card.run}, and no other; your brief is in your task. Your report ends it.`,
    ];
  const { root, checkout } = await whereOf(system, caller);
  return [
    `This conversation has the job ${lease.job} of run ${card.run} (${oneLine(standing.job.subject, 80)}) until ${lease.until}: report it, or release it.`,
    ...(checkout === null
      ? []
      : [`Its work is done in ${oneLine(root)}: what is changed elsewhere counts for nothing.`]),
  ];
};

const fitted = (lines: readonly string[]): string => {
  const text = lines.join("\n");
  return text.length <= mostTold
    ? text
    : `${text.slice(0, mostTold - 30).replace(/\n[^\n]*$/u, "")}\nMore: cairn status`;
};

/** Repeats the brief after compaction, because a summary may drop parts of it. null: it can't be built now. */
const briefOf = async (
  system: System,
  { card, lease, standing: { job } }: Caller,
): Promise<string | null> => {
  const brief = await system.brief(card.run, job, lease.fence);
  if (isRefusal(brief)) return null;
  return brief.length <= mostBrief
    ? brief
    : `${brief.slice(0, mostBrief)}\n… the rest: cairn's tool \`read\` with what: "brief"`;
};

/** null: no run is active here. */
export const whereAmI = async (
  system: System,
  caller: Caller | null,
  compacted: boolean,
): Promise<string | null> => {
  const brief = caller !== null && compacted ? await briefOf(system, caller) : null;
  if (caller !== null && brief !== null)
    return [...(await ownLines(system, caller)), "", brief].join("\n");
  if (caller !== null && caller.token !== null) return fitted(await ownLines(system, caller));
  const runs = await liveHere(system, ["live", "paused"]);
  if (runs.length === 0) return null;
  const lines = [
    "The state of the work in this folder is kept by cairn: what it records counts, files that it writes are copies.",
  ];
  if (caller !== null) lines.push(...(await ownLines(system, caller)));
  for (const card of runs.slice(0, mostRuns)) lines.push(...(await runLines(system, card)));
  if (runs.length > mostRuns) lines.push(`And ${runs.length - mostRuns} more runs: cairn status`);
  return fitted(lines);
};
