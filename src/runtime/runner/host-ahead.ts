// Host started ahead of its job's preparation, to save time; orders follow later.
import { errorText } from "../../core/error-text.ts";
import { ownSign } from "../../core/job-variables.ts";
import type { Engine } from "../engine.ts";

export type HostAhead = {
  /** Assigns its job's spool folder; returns why there is no host, else null. */
  tell(folder: string): Promise<string | null>;
  /** Without a job it exits, as it does if we die first. */
  drop(): void;
};

/**
 * A host keeps its caller's mark: stopping a job that drives another run stops all below it. The environment also identifies it as a host, which no job can change, so
 * its processes are recognized even if another spool is examined.
 */
const wholeEnv = (engine: Engine): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  ),
  ...engine.ledgerEnv,
  ...ownSign,
});

/** Starts a host in `root`, without a job until it is told one. */
export const hostAhead = ({
  engine,
  root,
}: {
  readonly engine: Engine;
  readonly root: string;
}): HostAhead => {
  const start = async () =>
    engine.workspace.processes.detach([...engine.hostArgv, "-"], wholeEnv(engine), root);
  const started = start().catch(errorText);
  return {
    tell: async (folder) => {
      const host = await started;
      return typeof host === "string" ? host : host.tell(folder).then(() => null, errorText);
    },
    drop: () => void started.then((host) => (typeof host === "string" ? undefined : host.drop())),
  };
};
