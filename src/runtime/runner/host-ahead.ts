// Host started ahead of its job's preparation, to save time; orders follow later.
import { errorText } from "../../core/error-text.ts";
import { ownSign } from "../../core/job-variables.ts";
import type { Engine } from "../engine.ts";

export type HostAhead = {
  /** Gives it the spool folder of its job; why there is no host, else null. */
  tell(folder: string): Promise<string | null>;
  /** Nothing begins: it ends by itself, as it does if we die before it is told. */
  drop(): void;
};

/**
 * A host keeps its caller's own mark: where a run is driven by another run's job, stopping that job stops all below it. That it is a host stands in its own environment,
 * which no job can change: so its jobs' processes are known for what they are also where another spool is looked at.
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

/** Starts a host in `root`. It has nothing to do with any job until it is told one. */
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
