// MCP tool `status`: a short summary of an agent's state and the next job.
import { z } from "zod";
import { isClaimable } from "../../core/agents/claimable.ts";
import { evidenceWords } from "../../core/words/evidence.ts";
import { jobLines } from "../../core/words/job-lines.ts";
import { newestFirst } from "../../core/newest.ts";
import { oneLine } from "../../core/words/quote.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import { closingLines } from "../../core/words/wrong-lines.ts";
import { phaseWords, unitStates } from "../../core/words/states.ts";
import { attendedIn } from "../../runtime/picture/driven.ts";
import { run } from "../fields.ts";
import { filled, runOf } from "../claim.ts";
import { tool } from "../tool.ts";
import type { Call } from "../world.ts";

const most = 12;

const listed = (cards: readonly Card[]): string => {
  const lines = newestFirst(cards)
    .slice(0, most)
    .map(
      ({ run, protocol, life, phase, place }) => `${run} (${protocol}, ${life}, ${phase}) ${place}`,
    );
  return [
    cards.length === 0
      ? "no runs here: a person starts one by `cairn run`"
      : "runs here, newest first; name one as `run`:",
    ...lines,
    ...(cards.length > most ? [`and ${cards.length - most} more`] : []),
  ].join("\n");
};

const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length <= most
    ? lines
    : [...lines.slice(0, most), `and ${lines.length - most} more: read {"what": "jobs"}`];

/** The job of the process around the server, if any. */
const ownJob = async ({ system, world }: Call, card: Card): Promise<readonly string[]> => {
  if (world.own.token === null || (world.own.run !== null && world.own.run !== card.run)) return [];
  const by = await system.holder(card.run, world.own.token);
  return [
    isRefusal(by)
      ? `${by.code === "TOKEN_STALE" ? "your job is over" : "you have no job here"}: ${by.code}: ${by.text}. Stop.`
      : `your job: ${by.job ?? ""}; its brief: read {"what": "brief"}; end it by \`report\``,
  ];
};

const picture = async (call: Call, card: Card): Promise<string | Refusal> => {
  const { system } = call;
  const [found, standings] = [await system.picture(card.run), await system.standings(card.run)];
  if (isRefusal(found)) return found;
  if (isRefusal(standings)) return standings;
  const shown = attendedIn(system, found);
  const { title, phase, state, facts, nodes, evidence, refused } = shown;
  const by = Map.groupBy(nodes, (node) => unitStates[node.state].word);
  const units = [...by].map(([word, { length }]) => `${length} ${word}`);
  const head = [state, phaseWords(phase), ...facts, evidenceWords(evidence)];
  const own = await ownJob(call, card);
  return [
    `run ${card.run} (${card.protocol}): ${oneLine(title, 300)}`,
    [...head.filter((part) => part !== ""), `version ${card.version}`].join(" · "),
    ...(units.length === 0 ? [] : [`units: ${units.join(", ")}`]),
    ...closingLines(shown).map(({ what, text }) => `${what}: ${oneLine(text)}`),
    ...(refused === null ? [] : [`refused hand edit: ${oneLine(refused)}`]),
    ...own,
    ...shortened(jobLines(standings)),
    ...(standings.length === 0 ? ["no job is due"] : []),
    ...(own.length === 0 && standings.some(isClaimable) ? ["next: claim one"] : []),
  ].join("\n");
};

export const status = tool("status", {
  means: "Where a run stands and what is next: jobs to claim, under way, waiting. Start here.",
  looks: true,
  args: z.strictObject({ run }),
  async run(call, args) {
    const card = await runOf(call, args.run, "newest");
    if (!isRefusal(card)) return picture(call, card);
    return filled(args.run) === null && call.world.own.run === null
      ? listed(await call.system.runs())
      : card;
  },
});
