// Records of this machine's runners beside the ledger, so that they are visible from any terminal.
import { openAlive } from "./alive.ts";
import type { Processes, Runners } from "./workspace.ts";

export const openRunners = (
  home: string,
  processes: Pick<Processes, "self" | "alive">,
): Runners => {
  const records = openAlive(home, "runners", processes);
  return {
    begin: (run, since) => records.begin(run, { run, since }),
    all: () =>
      records.all().flatMap(({ process, fields: { run, since } }) => {
        return typeof run === "string" && typeof since === "string"
          ? [{ run, process, since }]
          : [];
      }),
  };
};
