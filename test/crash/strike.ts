// Random kill target: one runner, all runners, a job's host, or everything under way.
import { processesWith } from "../../src/workspace/process-facts.ts";
import type { Chance } from "../sim/chance.ts";
import { type Runner, hostsOf, killHost, killRunner } from "./crew.ts";
import { type Ground, markOf } from "./ground.ts";
import { type Moment, drawMoment, momentText, reach } from "./moments.ts";

export type Struck = {
  readonly moment: Moment;
  readonly runners: readonly Runner[];
  /** Keys of jobs whose hosts were killed. */
  readonly jobs: readonly string[];
  readonly note: string;
};

/** A task has three attempts and an explorer two, one of task 3's goes by its script: what is lost by us must leave one. */
const mostHosts = 2;

const killOne = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself since it was looked for.
  }
};

/** Processes of this ground other than the runners: hosts, agents, checks, git. Only what was started from here has its mark. */
export const killAll = (ground: Ground): void => {
  for (const { pid } of processesWith(markOf(ground))) killOne(pid);
};

/** `hit`: subjects whose jobs lost their host already; what is hit now is added. */
export const strike = async (
  ground: Ground,
  crew: readonly Runner[],
  chance: Chance,
  hit: Set<string>,
): Promise<Struck> => {
  const moment = drawMoment(chance);
  const whom = chance.weighed([
    [76, "a runner"],
    [7, "all runners"],
    [7, "a host"],
    [6, "a host and a runner"],
    [4, "everything"],
  ] as const);
  const called = new AbortController();
  await Promise.race([
    reach(moment, ground, called.signal),
    ...crew.map(({ child }) => child.ended),
  ]);
  called.abort();

  const alive = crew.filter(({ ended }) => ended === null);
  const hosts = (await hostsOf(ground)).filter(({ job }) => !hit.has(job.job.subject));
  const jobs: string[] = [];
  const whole = whom === "everything" && hit.size === 0;
  const single =
    whom.startsWith("a host") && hit.size < mostHosts && hosts.length > 0
      ? [chance.pick(hosts)]
      : [];
  for (const host of whole ? hosts : single) {
    if (!killHost(host)) continue;
    hit.add(host.job.job.subject);
    jobs.push(host.job.job.key);
  }
  if (whole) killAll(ground);

  const some = whom === "a host" || alive.length === 0 ? [] : [chance.pick(alive)];
  const runners: Runner[] = [];
  for (const victim of whole || whom === "all runners" ? alive : some)
    if (await killRunner(victim)) runners.push(victim);
  const dead = [
    ...runners.map(({ child }) => `runner ${child.pid}`),
    ...jobs.map((job) => `host of ${job}`),
    ...(whole ? ["all else"] : []),
  ];
  const note = `${dead.length === 0 ? "nobody" : dead.join(", ")} killed ${momentText(moment)}, ${alive.length - runners.length} runners go on`;
  return { moment, runners, jobs, note };
};
