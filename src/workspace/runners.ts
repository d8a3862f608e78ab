// Records of this machine's runners beside the ledger, so that they are visible from any terminal.
import { type AliveRecords, openAlive } from "./alive.ts";
import type { Processes, RunnerAtWork, Runners } from "./workspace.ts";

const runnersIn = (found: ReturnType<AliveRecords["all"]>): readonly RunnerAtWork[] =>
  found.flatMap(({ process, fields: { run, since } }) =>
    typeof run === "string" && typeof since === "string" ? [{ run, process, since }] : [],
  );

export const openRunners = (
  home: string,
  processes: Pick<Processes, "self" | "alive">,
): Runners => {
  const records = openAlive(home, "runners", processes);
  const watchdogs = openAlive(home, "watchdogs", processes);
  return {
    begin: (run, since) => records.begin(run, { run, since }),
    all: () => runnersIn(records.all()),
    killed: () => runnersIn(records.left()),
    watch: () => watchdogs.begin("watchdog", {}),
    watchdogs: () => watchdogs.all().map(({ process }) => process),
  };
};
