// Identity of the process that took a lease: frees leases of dead runners at once.
import type { Lease } from "../../core/row.ts";
import type { ProcessId } from "../../workspace/workspace.ts";

/** `host` of a runner's lease: the machine and its process. An external claim has the machine only. */
export const granterText = (machine: string, process: ProcessId): string =>
  `${machine} ${process.pid} ${process.start}`;

export type Granter = { readonly machine: string; readonly process: ProcessId | null };

export const granterOf = (lease: Lease): Granter => {
  const found = /^(?<machine>\S+) (?<pid>\d+) (?<start>.+)$/u.exec(lease.host)?.groups;
  if (found === undefined) return { machine: lease.host, process: null };
  return {
    machine: found["machine"] ?? "",
    process: { pid: Number(found["pid"]), start: found["start"] ?? "" },
  };
};
