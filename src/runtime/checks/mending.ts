// Paths of a stuck unit to its checks by existing rules: an answer, a claim with report, a hand-back, or its program.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { ViewNode } from "../../core/view.ts";
import type { DecisionOption, Job } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import { ownOf } from "../../core/json/own.ts";
import type { Command, Sender } from "../../core/protocol.ts";
import { resumeLine } from "../../core/words/resume-line.ts";
import { type Candidate, isPersons, siteOf } from "../../landing/site.ts";
import { agentFor, configOfRun } from "../config.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { writesWork } from "../landing/where.ts";
import type { Door } from "../send.ts";
import { claimable } from "../claims/claimable.ts";
import type { Standing } from "../results.ts";
import { unhosted } from "../jobs/default-outcomes.ts";
import type { DoorParts } from "../runner-parts.ts";

/**
 * @param asked open decisions about it
 * @param due its due job, if any
 */
export const handOn = (
  run: string,
  unit: string,
  asked: readonly string[],
  due?: string,
  node?: ViewNode,
): Refusal => {
  if (node?.status === "done")
    return refuse("UNIT_DONE", `${unit} is done: nothing of it is stuck`, {
      fits: `\`cairn evidence ${run} ${unit} --recheck\` runs its checks and records nothing`,
    });
  const [key] = asked;
  if (key !== undefined)
    return refuse("UNIT_UNSTUCK", `${unit} waits for an answer, not for a mend`, {
      fits: `\`cairn decide ${run} ${key}\` shows what there is`,
    });
  if (due !== undefined)
    return refuse("UNIT_UNSTUCK", `no work on ${unit} has begun: it isn't stuck`, {
      fits: `work on it by hand: \`cairn job claim ${run} ${due}\``,
    });
  return refuse(
    "UNIT_UNSTUCK",
    `${unit} isn't stuck${node?.why === null || node === undefined ? "" : `: ${node.why}`}`,
    { fits: `\`cairn status --next ${run}\` shows what is due` },
  );
};

export const mendedNote = "mended by hand; its checks run again";

export type Answer = { readonly job: Job; readonly option: DecisionOption };
export type Way =
  /** Work that didn't land. `asked`: the open question about it, if any. */
  | { readonly is: "landing"; readonly candidate: Candidate; readonly job: Job | null }
  /** A job to claim and report, after the answer `first`. */
  | { readonly is: "job"; readonly first: Answer | null; readonly job: Job }
  /** A question whose answer by a person hands the unit back. */
  | { readonly is: "back"; readonly first: Answer | null; readonly back: Answer }
  /** The unit's own job is a program, which proves it. */
  | { readonly is: "program"; readonly first: Answer | null; readonly job: Job };

const chosen = (jobs: readonly Job[], fits: (option: DecisionOption) => boolean): Answer | null => {
  for (const job of jobs) {
    const option = job.decision?.options.find(fits);
    if (option !== undefined) return { job, option };
  }
  return null;
};

export const commandsOf = (
  { protocol }: Folded,
  { job, option }: Answer,
  by: Sender,
): readonly Command[] => {
  const holder = { name: by.name, agent: null, conversation: null };
  const result = { is: "decided", option: option.id, note: mendedNote, data: null } as const;
  return protocol.report(job, unhosted(holder, result));
};

const troubled = ({ protocol, state }: Folded, unit: string): Candidate | null => {
  const found = siteOf(state)?.candidates[protocol.gathers ?? unit];
  const isOf =
    found?.unit === unit || found?.doers.some(({ subject }) => subject === unit) === true;
  return found !== undefined && isOf && found.trouble !== null && !isPersons(found) ? found : null;
};

const isProgram = (engine: Engine, { protocol, state }: Folded, { role }: Job): boolean => {
  const config = configOfRun(engine.config, state);
  const agent = agentFor(config, protocol.name, role);
  return agent !== null && ownOf(config.agents, agent)?.done === "exit";
};

const isAbout = (job: Job, unit: string): boolean => job.subject === unit || job.mends === unit;

const begins = (engine: Engine, folded: Folded, first: Answer | null, job: Job): Way | Refusal => {
  if (job.child !== undefined)
    return refuse("JOB_UNREADY", `${job.subject} is a run of its own`, {
      fits: "`cairn status` names it: check its stuck tasks again there",
    });
  return isProgram(engine, folded, job) ? { is: "program", first, job } : { is: "job", first, job };
};

const under = ({ lease, job }: Standing): Refusal =>
  refuse(
    "JOB_HELD",
    `${lease?.holder.name ?? "another worker"} is at work on ${job.subject}: ${job.key}`,
    { fits: "its checks run once that ends: `cairn status` shows it" },
  );

/** What follows from the answer that continues a stuck unit. */
const answered = async (
  engine: Engine,
  door: Door,
  run: string,
  folded: Folded,
  unit: string,
  first: Answer,
  by: Sender,
) => {
  const said = commandsOf(folded, first, by).map((command) => ({ command, by }));
  const sent = await door({ run, said, dry: true });
  if (isRefusal(sent)) return sent;
  const { protocol } = folded;
  const next = protocol.jobs(
    sent.events.reduce<unknown>((state, event) => protocol.evolve(state, event), folded.state),
  );
  const back = chosen(next, ({ mends, takes }) => mends === unit && takes === true);
  if (back !== null) return { is: "back", first, back } as const;
  const job = next.find((one) => one.kind === "agent" && isAbout(one, unit));
  if (job === undefined) return handOn(run, unit, [first.job.key]);
  if (job.why !== null)
    return refuse("JOB_UNREADY", `${job.key} may not begin yet: ${job.why}`, {
      fits: `\`cairn run ${run}\` goes on with what is due`,
    });
  return begins(engine, folded, first, job);
};

type At = Pick<DoorParts, "engine" | "door"> & { readonly run: string; readonly folded: Folded };

/** How to run the checks of a stuck unit; refused with the right command if it isn't stuck. `tried`: it was worked on before. */
export const wayOf = async (
  { engine, door, run, folded }: At,
  standings: readonly Standing[],
  unit: string,
  tried: boolean,
  by: Sender,
): Promise<Way | Refusal> => {
  const own = standings.filter(({ job }) => isAbout(job, unit));
  const busy = own.find(({ is, job }) => is === "running" && job.kind !== "decision");
  if (busy !== undefined) return under(busy);
  const jobs = standings.map(({ job }) => job);
  const candidate = troubled(folded, unit);
  if (candidate !== null) {
    const asks = ({ subject, decision }: Job): boolean =>
      subject === candidate.unit && decision !== undefined;
    return { is: "landing", candidate, job: jobs.find(asks) ?? null };
  }
  const back = chosen(jobs, ({ mends, takes }) => mends === unit && takes === true);
  if (back !== null) return { is: "back", first: null, back };
  const first = chosen(jobs, ({ mends }) => mends === unit);
  if (first !== null) return answered(engine, door, run, folded, unit, first, by);
  const due = own.filter(({ job }) => job.kind === "agent" && writesWork(job));
  const asked = own.flatMap(({ job }) => (job.kind === "decision" ? [job.key] : []));
  if (due.length === 0 || !(tried || due.some(({ job }) => job.mends === unit))) {
    const { nodes } = folded.protocol.view(folded.state);
    const node = nodes.find(({ id }) => id === unit);
    return handOn(run, unit, asked, due[0]?.job.key, node);
  }
  const job = claimable(due, due[0]?.job.key ?? "");
  return isRefusal(job) ? job : begins(engine, folded, null, job);
};

/** Why the run can't be checked again now; null: it can. */
export const restingWords = (run: string, { protocol, state }: Folded): Refusal | null => {
  const life = protocol.life(state);
  if (life === "paused")
    return refuse("RUN_PAUSED", "the run is paused", {
      fits: `\`cairn resume ${run}\`, then check again`,
    });
  if (!isOver(life)) return null;
  const again = protocol.ended(state)?.good === true ? null : resumeLine(run, protocol);
  return refuse("RUN_OVER", `run ${run} is over: ${protocol.ended(state)?.summary ?? life}`, {
    fits:
      again === null
        ? `\`cairn evidence ${run} --recheck\` runs its checks and records nothing`
        : `\`${again}\` takes it up again; then check again`,
  });
};
