// Paths of other programs' sockets, since a read-only mount doesn't prevent connections.
import { readFileSync } from "node:fs";
import type { Path } from "../../core/row.ts";

/** Num, RefCount, Protocol, Flags, Type, St, Inode, Path; unnamed ones have no path, abstract ones begin with @. */
const named = /^\S+: \S+ \S+ \S+ \S+ \S+ +\d+ (\/.*)$/u;

/** Sockets with a path in this network namespace; empty if the system doesn't tell. */
export const namedSockets = (): readonly Path[] => {
  try {
    const lines = readFileSync("/proc/net/unix", "utf8").split("\n");
    return [...new Set(lines.flatMap((line) => named.exec(line)?.[1] ?? []))];
  } catch {
    return [];
  }
};
