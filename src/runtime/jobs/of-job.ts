// Attribution of a call to the hosted job that it descends from: such a caller is no person.
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { Engine } from "../engine.ts";
import { markOf } from "../runner/driving.ts";
import type { OfJob } from "../results.ts";
import type { Kin } from "../../workspace/workspace.ts";

const same = (
  one: { readonly pid: number; readonly start: string },
  other: { readonly pid: number; readonly start: string },
): boolean => one.pid === other.pid && one.start === other.start;

/**
 * A runner may itself prompt the person at its terminal. Processes with its group and parent were started beside it by the same shell: `cairn
 * run | …`. A container's first process is above all others in it.
 */
const isBelowRunner = (
  { processes, runners }: Engine["workspace"],
  line: readonly Kin[],
): boolean => {
  const others = runners
    .all()
    .filter(({ process }) => process.pid !== 1 && !same(process, processes.self));
  const above = new Set(
    line.flatMap(({ process, beside }) => (beside === undefined ? [process.pid] : [])),
  );
  return line.some(
    ({ process, beside }) =>
      others.some((one) => same(one.process, process)) &&
      (beside === undefined || !above.has(beside.parent)),
  );
};

/** Hosts can't be faked, marks can; nested jobs come innermost first. Empty: below a host of another spool's job, a program that cairn itself runs, or a runner. null: no cairn process visible. */
const marksOf = async ({ workspace, kin }: Engine): Promise<readonly string[] | null> => {
  const line = kin?.() ?? workspace.processes.kin();
  const { entries } = await workspace.spool.list();
  const hosts = line.flatMap(({ process }) =>
    entries.filter(({ host }) => host?.is === "host" && same(host.process, process)),
  );
  if (hosts.length > 0) return hosts.map(({ job }) => job.mark);
  const marks = line.flatMap(({ mark }) => mark ?? []);
  return marks.length > 0 || line.some((one) => one.ofCairn) || isBelowRunner(workspace, line)
    ? marks
    : null;
};

/** null: this process descends from no visible job. */
export const ofJob = async (engine: Engine): Promise<OfJob | null> => {
  const marks = await marksOf(engine);
  if (marks === null) return null;
  const [mark] = marks;
  return {
    marks,
    lease: (await engine.ledger.leases()).find((lease) => markOf(lease) === mark) ?? null,
  };
};

/** Why a job's process may not use the token of another hosted job; null: it may, or unknown. Holders may pass on the tokens of claims. */
export const misused = async (engine: Engine, lease: Lease): Promise<Refusal | null> => {
  const hosted = await engine.workspace.spool.of(lease.run, lease.fence);
  const own = hosted === null ? null : await ofJob(engine);
  if (own === null || own.marks.includes(markOf(lease))) return null;
  return refuse(
    "TOKEN_FOREIGN",
    `this token is that of ${lease.job}, and this is a process of ${own.lease?.job ?? "another job"}`,
    { fits: "each job's own process speaks for it: its token stands in CAIRN_TOKEN" },
  );
};
