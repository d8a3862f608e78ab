// Budget duties of a runner: sets configured ones, counts ended jobs, and ends a run on a person's request.
import type { Life } from "../../core/row.ts";
import type { Outcome } from "../../core/job.ts";
import { isRefusal } from "../../core/refusal.ts";
import { cancelled, unboundText } from "../../budget/jobs.ts";
import { budgetOf } from "../../budget/spent.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { budgetIn, countUse, dayOf } from "../jobs/budget.ts";
import type { Folded } from "../fold.ts";
import { sayAsEngine } from "../jobs/handover.ts";
import { rolesOf } from "../agents/roles.ts";
import { agentOf } from "./agents.ts";
import type { Driving } from "./driving.ts";
import type { Look } from "./look.ts";
import { warn } from "../run-options.ts";

/** Before the first look: sets a missing budget, and a changed daily limit. */
export const ensureBudget = async (
  { engine, door, run, tell }: Driving,
  { origin, state }: Folded,
  life: Life,
): Promise<boolean> => {
  if (life !== "live" || origin !== null) return false;
  const budget = budgetOf(state);
  const given = budget === null ? await budgetIn(engine) : null;
  const { day } = dayOf(engine.now());
  const stop = budget?.stop ?? null;
  const anew = stop !== null && stop.day !== day;
  const command =
    given !== null
      ? { type: "SetBudget", data: { budget: given } }
      : anew
        ? { type: "BeginDay", data: { day } }
        : null;
  if (command === null) return false;
  const sent = await sayAsEngine(door, run, command);
  if (isRefusal(sent)) warn(tell, `${sent.code}: ${sent.text}`);
  return !isRefusal(sent) && sent.events.length > 0;
};

/** Which limits can't bind which agents of the run, by their drivers, before any began; null: none. */
export const unboundWords = async ({ engine }: Driving, folded: Folded): Promise<string | null> => {
  const limits = budgetOf(folded.state)?.limits;
  const { day } = engine.config.budget;
  const wants = (unit: "usd" | "tokens"): boolean =>
    limits?.[unit] !== undefined || (limits !== undefined && day?.[unit] !== undefined);
  const lacks: Record<"usd" | "tokens", Set<string>> = { usd: new Set(), tokens: new Set() };
  for (const { name: role } of rolesOf(folded, folded.protocol.jobs(folded.state))) {
    const agent = await agentOf(engine, folded, role);
    if (agent === "hand" || "missing" in agent) continue;
    const { tokens = false, cost = false } = agent.driver.tells ?? {};
    const { model } = agent.config;
    const names = [agent.name, ...(typeof model === "object" ? Object.values(model) : [model])];
    const isPriced =
      tokens &&
      names.some((name) => name !== undefined && Object.hasOwn(engine.config.prices, name));
    if (wants("usd") && !cost && !isPriced) lacks.usd.add(agent.name);
    if (wants("tokens") && !tokens) lacks.tokens.add(agent.name);
  }
  return unboundText({ usd: [...lacks.usd], tokens: [...lacks.tokens] });
};

/** Before its outcome is sent: the usage counts in any case. */
export const countEnded = async (
  driving: Driving,
  { fence, job: { agent, at, job }, exit }: SpoolEntry,
  outcome: Outcome,
): Promise<void> => {
  if (agent === null || (outcome.is !== "ended" && outcome.is !== "unstarted")) return;
  const { conversation, usage } = outcome;
  const since = Math.max(0, Date.parse(driving.engine.now()) - Date.parse(at));
  // The time of a host's loss is unknown: at most its time limit.
  const ms = exit?.ms ?? Math.min(job.limits.ms, since);
  const use = {
    job,
    fence,
    agent: agent.name,
    config: agent.config,
    ms,
    unstarted: outcome.is === "unstarted",
    conversation,
    usage,
  };
  const refused = await countUse(driving, use);
  if (refused !== null)
    warn(driving.tell, `what ${job.key} used isn't counted: ${refused.code}: ${refused.text}`);
};

/** On a person's request to finish, ends the run in their name once nothing is running; true: ended. */
export const createCloser = ({ door, run, tell }: Driving): ((seen: Look) => Promise<boolean>) => {
  let closed = false;
  return async ({ folded: { protocol, state } }) => {
    const budget = budgetOf(state);
    if (closed || budget === null || budget.finish === null) return false;
    closed = true;
    const { by, reason } = budget.finish;
    const command = cancelled(protocol.verbs, reason);
    const sent = await door({
      run,
      said: [{ command, by: { kind: "person", name: by } }],
      id: `${run}/budget/${budget.answers}/end`,
    });
    if (isRefusal(sent)) warn(tell, `the run can't be ended: ${sent.code}: ${sent.text}`);
    return !isRefusal(sent) && sent.events.length > 0;
  };
};
