// Records of this machine's servers beside the ledger, so that others can link to their pages.
import { openAlive } from "./alive.ts";
import { isFolder } from "./disk/look.ts";
import type { Processes, Servers } from "./workspace.ts";

export const openServers = (
  home: string,
  processes: Pick<Processes, "self" | "alive">,
): Servers => {
  const records = openAlive(home, "servers", processes);
  return {
    // Viewing a folder without any run leaves nothing in it.
    begin: (server) =>
      isFolder(home)
        ? records.begin(`port_${new URL(server.origin).port || "usual"}`, server)
        : null,
    all: () =>
      records.all().flatMap(({ fields: { origin, ledger, since } }) => {
        return typeof origin === "string" && typeof ledger === "string" && typeof since === "string"
          ? [{ origin, ledger, since }]
          : [];
      }),
  };
};
