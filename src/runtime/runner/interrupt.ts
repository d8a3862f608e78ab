// Interruption of a run's hosted jobs on a person's request: each is stopped and recorded.
import { parentOf } from "../../core/origin.ts";
import { usualLeaseMs } from "../../core/agents/patience.ts";
import { unknownRun } from "../find.ts";
import type { RunnerParts } from "../runner-parts.ts";
import type { RunOptions } from "../run-options.ts";
import { createAdopter } from "./adopt.ts";
import type { Driving } from "./driving.ts";
import { granterOf } from "./granter.ts";
import { look } from "./look.ts";
import { createRoom } from "./agent-limit.ts";
import { createWake } from "./pace.ts";

/** A host gives its program a grace, then kills it; survivors continue and are read at the next resume. */
const patienceMs = 20_000;
const pollMs = 200;

/** The run and all its descendants, and these. */
const treeOf = async ({ engine }: RunnerParts, run: string): Promise<readonly string[]> => {
  const children = Map.groupBy(await engine.ledger.runs(), ({ origin }) => parentOf(origin));
  const below = (parent: string): readonly string[] => [
    parent,
    ...(children.get(parent) ?? []).flatMap((card) => below(card.run)),
  ];
  return below(run);
};

/** @param only a job's key; null: all of them */
const interruptOne = async (
  parts: RunnerParts,
  run: string,
  tell: Driving["tell"],
  only: string | null,
): Promise<readonly string[]> => {
  const { engine } = parts;
  const room = createRoom(engine.config.runner.agents);
  const nested = () => Promise.resolve(unknownRun(run));
  const driving: Driving = {
    ...parts,
    run,
    room,
    leaseMs: usualLeaseMs,
    nested,
    tell,
    step: () => undefined,
  };
  const adopter = createAdopter(driving);
  const wake = createWake([(hint) => engine.workspace.spool.watch(hint)], undefined, parts.later);
  const until = Date.parse(engine.now()) + patienceMs;
  const stopped = new Map<string, string>();
  try {
    for (;;) {
      const seen = await look(driving);
      const { live } = seen === null ? { live: [] } : await adopter.adopt(seen);
      const here = live.filter(
        ({ job }) =>
          engine.isHere(granterOf(job.lease).machine) && (only ?? job.job.key) === job.job.key,
      );
      for (const { folder, host, job } of here)
        if (
          !stopped.has(folder) &&
          host?.is === "host" &&
          engine.workspace.processes.stop(host.process, "SIGINT")
        )
          stopped.set(folder, job.job.key);
      if (here.length === 0 || Date.parse(engine.now()) >= until) return [...stopped.values()];
      await wake.wait(pollMs);
    }
  } finally {
    wake.stop();
  }
};

export const interrupt = async (
  parts: RunnerParts,
  run: string,
  progress: NonNullable<RunOptions["progress"]>,
  job: string | null = null,
): Promise<readonly string[]> => {
  if (job !== null) return interruptOne(parts, run, progress, job);
  const runs = await treeOf(parts, run);
  const tellOf =
    (own: string): Driving["tell"] =>
    (told) =>
      progress(told.is === "job" && own !== run ? { ...told, key: `${own} ${told.key}` } : told);
  return (await Promise.all(runs.map((own) => interruptOne(parts, own, tellOf(own), null)))).flat();
};
