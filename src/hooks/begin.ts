// Hook at a conversation's begin: the state of the work and the next step, in 1,500 characters.
import { isClaimable } from "../core/agents/claimable.ts";
import { evidenceWords } from "../core/words/evidence.ts";
import { jobLines } from "../core/words/job-lines.ts";
import { oneLine } from "../core/words/quote.ts";
import { newestFirst } from "../core/newest.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import type { System } from "../runtime/system.ts";
import type { Caller } from "./caller.ts";

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

const ownLine = ({ card, lease }: Caller): string =>
  `You work for the job ${lease.job} of run ${card.run}, and no other; your brief is in your task. Your report ends it.`;

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

/** Live and paused runs of this working tree, most recently changed first. */
const liveHere = async (system: System): Promise<readonly Card[]> =>
  newestFirst(
    (await system.runs({ life: ["live", "paused"] })).filter(
      (card) => system.rootOf(card) === system.root,
    ),
  );

/** null: no run is active here. */
export const whereAmI = async (
  system: System,
  caller: Caller | null,
  compacted: boolean,
): Promise<string | null> => {
  if (caller !== null) {
    const brief = compacted ? await briefOf(system, caller) : null;
    return brief === null ? ownLine(caller) : [ownLine(caller), "", brief].join("\n");
  }
  const runs = await liveHere(system);
  if (runs.length === 0) return null;
  const lines = [
    "The state of the work in this folder is kept by cairn: what it records counts, files that it writes are copies.",
  ];
  for (const card of runs.slice(0, mostRuns)) lines.push(...(await runLines(system, card)));
  if (runs.length > mostRuns) lines.push(`And ${runs.length - mostRuns} more runs: cairn status`);
  return fitted(lines);
};
