// Why: a process is told from a later one with the same number by the system's own mark of its start; how that is read differs by system.
import { readFileSync, readdirSync } from "node:fs";

/** What the system says of a process. */
export type ProcessFacts = { readonly pid: number; readonly group: number; readonly start: string; readonly dead: boolean };

const isLinux = process.platform === "linux";
const read = (path: string): string | null => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
};

let boot: string | null = null;
/** Start ticks count from the boot, so the boot is part of the mark. */
const bootMark = (): string => (boot ??= read("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "");

/** /proc/<pid>/stat: the name, in brackets, may hold anything; what follows it is separated by blanks. */
const factsByProc = (pid: number): ProcessFacts | null => {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0] ?? "X";
  return { pid, group: Number(fields[2] ?? 0), start: `${fields[19] ?? ""}@${bootMark()}`, dead: "ZXx".includes(state) };
};

const ask = (args: readonly string[]): string => {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  return spawnSync("ps", args, {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" },
    maxBuffer: 64 * 1024 * 1024,
  }).stdout;
};
const factsByPs = (pid: number): ProcessFacts | null => {
  const [, group, state, start] = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(ask(["-o", "pgid=,stat=,lstart=", "-p", String(pid)])) ?? [];
  return group === undefined || state === undefined || start === undefined
    ? null
    : { pid, group: Number(group), start, dead: state.startsWith("Z") };
};

/** null: there is no such process. */
export const processFacts = (pid: number): ProcessFacts | null => (isLinux ? factsByProc(pid) : factsByPs(pid));

/**
 * Numbers of the living processes whose environment holds exactly this entry, but for this one. Processes of other users can't be read and are never named.
 * Where there is no /proc, `ps -E` is asked, which shows an environment only for the user's own unprotected processes: there the sweep may miss some.
 */
export const processesWith = (entry: string): readonly ProcessFacts[] => {
  const pids = isLinux
    ? readdirSync("/proc").filter((name) => /^\d+$/.test(name) && `\0${read(`/proc/${name}/environ`) ?? ""}\0`.includes(`\0${entry}\0`))
    : ask(["-axww", "-E", "-o", "pid=,command="])
        .split("\n")
        .filter((line) => ` ${line} `.includes(` ${entry} `))
        .map((line) => line.trim().split(" ")[0] ?? "");
  return pids.flatMap((pid) => {
    const facts = Number(pid) === process.pid ? null : processFacts(Number(pid));
    return facts === null || facts.dead ? [] : [facts];
  });
};
