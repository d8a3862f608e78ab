// Composition root of a host: the process around one job, which outlives its runner.
import { dirname, resolve } from "node:path";
import { patienceBy } from "./core/agents/patience.ts";
import { driverIn, driversKnown } from "./drivers.ts";
import { findLedger } from "./open-ledger.ts";
import { clock } from "./runtime/clock.ts";
import { runHost } from "./runtime/host/host.ts";
import { namedFolder } from "./runtime/host/named-folder.ts";
import { programArgv } from "./runtime/program-argv.ts";
import { openWorkspace } from "./workspace/open-workspace.ts";

/** Hosts the job of a spool folder to its end. `-`: reads the folder as one line from standard input while modules load; does nothing if none arrives. */
export const host = async (named: string): Promise<number> => {
  const [folder] = await Promise.all([
    named === "-" ? namedFolder() : named,
    import("./ledger/sqlite.ts"),
  ]);
  if (folder === null) return 0;
  const home = dirname(dirname(dirname(resolve(folder))));
  return runHost(resolve(folder), {
    workspace: await openWorkspace({ home }),
    ledger: async (url) =>
      (await findLedger(url, home, home)).open({ patience: Number.POSITIVE_INFINITY }),
    driver: driverIn(home, process.env),
    drivers: driversKnown,
    now: clock(),
    env: process.env,
    program: programArgv(),
    patience: patienceBy(process.env).patience,
  });
};
