// Process facts by system: start mark, parent, session, and Cairn's marks in the environment.
import { readFileSync, readdirSync } from "node:fs";
import { ownSign, ownVariable } from "../core/agents/job-variables.ts";
import { programOf } from "./programs.ts";

/** The system's facts about a process. */
export type ProcessFacts = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0: unknown. */
  readonly session: number;
  readonly start: string;
  readonly dead: boolean;
};

const isLinux = process.platform === "linux";
const read = (path: string): string | null => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
};

let boot: string | null = null;
/** Start ticks count from the boot, so the mark includes the boot. */
const bootMark = (): string =>
  (boot ??= read("/proc/sys/kernel/random/boot_id")?.slice(0, 8) ?? "");

/** /proc/<pid>/stat: the bracketed name may contain anything; the rest is separated by blanks. */
const factsByProc = (pid: number): ProcessFacts | null => {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const state = fields[0] ?? "X";
  const [parent, group, session] = fields.slice(1, 4).map(Number);
  return {
    pid,
    parent: parent ?? 0,
    group: group ?? 0,
    session: session ?? 0,
    start: `${fields[19] ?? ""}@${bootMark()}`,
    dead: "ZXx".includes(state),
  };
};

/** The output of `ps`; "": not available. */
export const askPs = (args: readonly string[]): string => {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const program = programOf("ps", process.cwd());
  if (program === null) return "";
  const { stdout, error } = spawnSync(program, args, {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC", ...ownSign },
    maxBuffer: 64 * 1024 * 1024,
  });
  return error === undefined ? stdout : "";
};
const factsByPs = (pid: number): ProcessFacts | null => {
  const told = askPs(["-o", "ppid=,pgid=,stat=,lstart=", "-p", String(pid)]);
  const [, parent, group, state, start] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(told) ?? [];
  return group === undefined || state === undefined || start === undefined
    ? null
    : {
        pid,
        parent: Number(parent),
        group: Number(group),
        session: 0,
        start,
        dead: state.startsWith("Z"),
      };
};

/** null: no such process. */
export const processFacts = (pid: number): ProcessFacts | null =>
  isLinux ? factsByProc(pid) : factsByPs(pid);

const markName = "CAIRN_MARK=";
type Signs = { readonly mark: string | null; readonly ofCairn: boolean };
const signsIn = (entries: readonly string[]): Signs => {
  const entry = entries.find((one) => one.startsWith(markName) && one !== markName);
  return {
    mark: entry?.slice(markName.length) ?? null,
    ofCairn: entries.includes(`${ownVariable}=1`),
  };
};

/** Signs from the environment at the process's start; empty if unreadable (another user's, for example). */
export const signsOf = (pid: number): Signs =>
  isLinux
    ? signsIn((read(`/proc/${pid}/environ`) ?? "").split("\0"))
    : signsIn(askPs(["-ww", "-E", "-o", "command=", "-p", String(pid)]).split(/\s/u));

/**
 * Numbers of live processes other than this one whose environment has exactly this entry. Processes of other users are unreadable and never included.
 * Without /proc uses `ps -E`, which shows environments only for the user's own unprotected processes: there the sweep may miss some.
 */
export const processesWith = (entry: string): readonly ProcessFacts[] => {
  const pids = isLinux
    ? readdirSync("/proc").filter(
        (name) =>
          /^\d+$/.test(name) &&
          `\0${read(`/proc/${name}/environ`) ?? ""}\0`.includes(`\0${entry}\0`),
      )
    : askPs(["-axww", "-E", "-o", "pid=,command="])
        .split("\n")
        .filter((line) => ` ${line} `.includes(` ${entry} `))
        .map((line) => line.trim().split(" ")[0] ?? "");
  return pids.flatMap((pid) => {
    const facts = Number(pid) === process.pid ? null : processFacts(Number(pid));
    return facts === null || facts.dead ? [] : [facts];
  });
};
