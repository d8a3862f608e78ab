// Check of this process's resource limits (`ulimit`), which its hosts and agents inherit, before a run works under them.
import { readFileSync } from "node:fs";
import { Fault } from "../../core/refusal.ts";

/** Lowest limits under which one agent at a time was seen to work; the log of a ledger alone takes 8 MB. */
const needs = [
  { row: "Max open files", flag: "n", unit: 1, least: 256, what: "open files" },
  { row: "Max file size", flag: "f", unit: 1_024, least: 65_536, what: "KiB for one file" },
  { row: "Max processes", flag: "u", unit: 1, least: 64, what: "processes of this user" },
] as const;

/** @param text `/proc/self/limits`: a name, the soft limit and the hard one in each row */
export const lowLimits = (text: string): Fault | null => {
  const low = needs.flatMap(({ row, flag, unit, least, what }) => {
    const line = text.split("\n").find((one) => one.startsWith(row)) ?? "";
    const soft = /^\s+(\d+)\s/u.exec(line.slice(row.length))?.[1];
    const is = Math.floor(Number(soft ?? Infinity) / unit);
    return is < least ? [{ flag, least, text: `${is} ${what} (\`ulimit -${flag}\`)` }] : [];
  });
  return low.length === 0
    ? null
    : new Fault(
        "LIMITS_LOW",
        `This shell allows ${low.map((one) => one.text).join(" and ")}, and a run needs at least ${low.map((one) => one.least).join(" and ")}.`,
        `Raise it, then repeat the command: ${low.map(({ flag, least }) => `\`ulimit -${flag} ${least * 4}\``).join(" and ")} here, or in a new shell where this one may not; in a container or service its own settings (\`--ulimit\`, LimitNOFILE=) decide.`,
      );
};

/** Only Linux shows them without a call of its own. */
export const limitsHere = (): Fault | null => {
  try {
    return lowLimits(readFileSync("/proc/self/limits", "utf8"));
  } catch {
    return null;
  }
};
