// Counting of jobs' usage in the run whose budget pays: the own run or an ancestor.
import { parentOf } from "../../core/origin.ts";
import type { Job } from "../../core/job.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Holder, Lease, Time } from "../../core/row.ts";
import type { Usage } from "../../core/agents/usage.ts";
import {
  type Budget,
  budgetOf,
  heldWords,
  isHeld,
  nothing,
  plus,
  type Price,
  reached,
} from "../../budget/spent.ts";
import type { Spent } from "../../budget/limits.ts";
import type { AgentConfig } from "../../agents/agent.ts";
import type { Config } from "../config.ts";
import { configNow, type Engine } from "../engine.ts";
import type { Folds } from "../fold.ts";
import { engineSender, sayAsEngine } from "./handover.ts";
import type { Statement } from "../send.ts";
import type { DoorParts } from "../runner-parts.ts";

type Parts = DoorParts & { readonly run: string };
type Payer = { readonly run: string; readonly budget: Budget };

/** The topmost run with a budget, from this one upward; null: none, so nothing is counted. */
export const payerOf = async (folds: Pick<Folds, "newest">, run: string): Promise<Payer | null> => {
  let payer: Payer | null = null;
  for (let at: string | null = run; at !== null;) {
    const folded: Awaited<ReturnType<Folds["newest"]>> = await folds.newest(at);
    const budget = budgetOf(folded?.state);
    if (budget !== null) payer = { run: at, budget };
    at = parentOf(folded?.origin);
  }
  return payer;
};

/** In this machine's time zone. `since`: start of the day. */
export const dayOf = (at: Time): { readonly day: string; readonly since: Time } => {
  const now = new Date(at);
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const two = (part: number): string => String(part).padStart(2, "0");
  return {
    day: `${year}-${two(month + 1)}-${two(date)}`,
    since: new Date(year, month, date).toISOString(),
  };
};

const keyIn = (payer: Payer, run: string, job: Job): string =>
  payer.run === run ? job.key : `${run} ${job.key}`;
const isCounted = ({ kind, child }: Job): boolean => kind === "agent" && child === undefined;

/** The command to send together with the start of a job, so that both are recorded or neither. Refused: the budget is used up. */
export const countBegin = async (
  { engine, folds, door, run }: Parts,
  job: Job,
  lease: Lease,
): Promise<readonly Statement[] | Refusal> => {
  const payer = isCounted(job) ? await payerOf(folds, run) : null;
  if (payer === null) return [];
  const command = {
    type: "CountJob",
    data: { job: keyIn(payer, run, job), day: dayOf(engine.now()).day },
  };
  if (payer.run === run) return [{ command, by: engineSender(lease) }];
  // Counted before the start: a restart after a kill has the same key and isn't counted again.
  const sent = await sayAsEngine(door, payer.run, command);
  return isRefusal(sent) ? sent : [];
};

const priceOf = (
  { prices }: Config,
  name: string,
  tier: Job["tier"],
  model: AgentConfig["model"],
): { readonly price?: Price } => {
  const asked = typeof model === "object" ? model[tier ?? "standard"] : model;
  const found = [asked ?? "", name].find((one) => Object.hasOwn(prices, one));
  const price = found === undefined ? undefined : prices[found];
  return price === undefined ? {} : { price };
};

/** `ms` null: not hosted; its duration is the time since its start. */
export type Use = {
  readonly job: Job;
  readonly fence: number;
  readonly agent: string;
  readonly config?: AgentConfig;
  readonly ms: number | null;
  readonly unstarted: boolean;
  readonly conversation?: string | undefined;
  readonly usage?: Usage | undefined;
};

/** For holders that aren't hosted: the agent they claim to be, else their name. A lost holder is unknown. */
export const holderName = (holder: Holder, job: Job): string =>
  holder.agent ?? (holder.name === "engine" ? job.role : holder.name);

type Counted = { readonly run: string; readonly said: Statement; readonly id: string };

/** The command that counts a job's usage, with target run and id; repeating it has no effect. null: not counted. */
export const useOf = async (
  { engine, folds, run }: Omit<Parts, "door">,
  use: Use,
): Promise<Counted | null> => {
  const payer = isCounted(use.job) ? await payerOf(folds, run) : null;
  if (payer === null) return null;
  const { job, fence, agent, config, ms, unstarted, conversation, usage } = use;
  const data = {
    job: keyIn(payer, run, job),
    day: dayOf(engine.now()).day,
    subject: job.subject,
    agent,
    conversation: conversation ?? null,
    ms,
    ...(usage === undefined ? {} : { usage }),
    ...priceOf(await configNow(engine), agent, job.tier, config?.model),
    ...(unstarted ? { unstarted: true } : {}),
  };
  return {
    run: payer.run,
    said: { command: { type: "CountUse", data }, by: engineSender(null) },
    id: `${run}/${job.key}/${fence}/used`,
  };
};

/** null: counted, or nothing counts it. */
export const countUse = async (parts: Parts, use: Use): Promise<Refusal | null> => {
  const counted = await useOf(parts, use);
  if (counted === null) return null;
  const sent = await parts.door({ run: counted.run, said: [counted.said], id: counted.id });
  return isRefusal(sent) ? sent : null;
};

/** Usage of all runs of the project on a day. */
const usedOn = async (
  { engine, folds }: Parts,
  { day, since }: ReturnType<typeof dayOf>,
): Promise<Spent> => {
  let used = nothing;
  for (const { run, at } of await engine.ledger.runs()) {
    if (at < since) continue;
    const budget = budgetOf((await folds.newest(run))?.state);
    if (budget?.day?.day === day) used = plus(used, budget.day.spent);
  }
  return used;
};

/** Budgets outside the run's state that block its jobs: that of the parent run, or of the project's day. */
export const spentElsewhere = async (parts: Parts): Promise<Refusal | null> => {
  const { engine, folds, door, run } = parts;
  const payer = await payerOf(folds, run);
  if (payer === null) return null;
  const held = (budget: Budget): Refusal =>
    refuse("JOB_UNREADY", `${heldWords(budget)}${payer.run === run ? "" : ` (run ${payer.run})`}`, {
      fits: `\`cairn status ${payer.run}\` shows the question`,
    });
  if (isHeld(payer.budget)) return held(payer.budget);
  const { day: limit } = (await configNow(engine)).budget;
  if (limit === null) return null;
  const today = dayOf(engine.now());
  const { allowed, warned } = payer.budget;
  const limits = allowed?.day === today.day ? allowed.limits : limit;
  const used = await usedOn(parts, today);
  const percent =
    reached(limits, used, 100).length > 0 ? 100 : reached(limits, used, 80).length > 0 ? 80 : null;
  if (percent === null || (percent === 80 && warned === today.day)) return null;
  const command = { type: "ReachDay", data: { day: today.day, used, limits, percent } };
  const sent = await sayAsEngine(door, payer.run, command);
  if (isRefusal(sent)) return sent;
  const now = await payerOf(folds, run);
  return now !== null && isHeld(now.budget) ? held(now.budget) : null;
};

/** The configured budget of a run without one; null: none. `none`: only the project's day has one. */
export const budgetIn = async (engine: Engine): Promise<string | null> => {
  const { run, day } = (await configNow(engine)).budget;
  return run ?? (day === null ? null : "none");
};
