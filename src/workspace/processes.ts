// Processes of jobs: identified by number and start, ended by the mark that they carry.
import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../core/refusal.ts";
import { errorCode } from "./disk/fault.ts";
import { type ProcessFacts, processesWith, processFacts, signsOf } from "./process-facts.ts";
import { alive, idOf } from "./process-id.ts";
import type { Detached, ProcessId, Processes, Kin } from "./workspace.ts";

/**
 * Includes group and session leaders: an orphan's parent becomes the system's first process, but it stays in its session, whose leader is the job's program.
 * A process that leaves that as well and drops its environment can't be traced.
 */
const kinOf = (pid: number): readonly Kin[] => {
  const line = new Map<number, ProcessFacts>();
  for (let at = pid; at > 0 && !line.has(at);) {
    const facts = processFacts(at);
    if (facts === null) break;
    line.set(at, facts);
    at = facts.parent;
  }
  const numbers = new Set(
    [...line.values()].flatMap((facts) => [facts.pid, facts.group, facts.session]),
  );
  return [...numbers].flatMap((number) => {
    const facts = line.get(number) ?? (number > 0 ? processFacts(number) : null);
    if (facts === null) return [];
    const beside = line.has(number) ? {} : { beside: { parent: facts.parent } };
    return [{ process: { pid: number, start: facts.start }, ...beside, ...signsOf(number) }];
  });
};

/** How long processes may outlive SIGKILL before the operator is asked. */
const killMs = 10_000;

/** false: no such process. */
const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (errorCode(error) === "ESRCH" || errorCode(error) === "EPERM") return false;
    throw error;
  }
};

/** Signals each process, and its whole group if the leader has the mark too, so that the job created the group. Never our own group. */
const signalAll = (found: readonly ProcessFacts[], name: NodeJS.Signals): void => {
  const own = processFacts(process.pid)?.group;
  const marked = new Set(found.map(({ pid }) => pid));
  for (const group of new Set(found.map((facts) => facts.group))) {
    if (group !== own && group > 1 && marked.has(group)) signal(-group, name);
  }
  for (const { pid } of found) signal(pid, name);
};

const sweep = async (mark: string, graceMs: number): Promise<number> => {
  if (mark === "") return 0;
  const ended = new Set<string>();
  const look = (): readonly ProcessFacts[] => {
    const found = processesWith(`CAIRN_MARK=${mark}`);
    for (const { pid, start } of found) ended.add(`${pid} ${start}`);
    return found;
  };
  const began = performance.now();
  const asked = new Set<string>();
  // During exec a process shows no environment for a moment: absence must be seen twice.
  for (let nobody = 0, round = 0; ; round += 1) {
    const found = look();
    nobody = found.length === 0 ? nobody + 1 : 0;
    if (nobody === 2) break;
    const late = performance.now() - began - graceMs;
    if (late > killMs && found.length > 0) {
      throw new Fault(
        "PROCESSES_LEFT",
        `processes outlive being killed: ${found.map(({ pid }) => pid).join(", ")}`,
        "see what holds them (a disk that doesn't answer, say), then repeat the command",
      );
    }
    if (late >= 0) signalAll(found, "SIGKILL");
    else {
      // New children may have appeared: each is signalled once.
      const fresh = found.filter(({ pid, start }) => !asked.has(`${pid} ${start}`));
      for (const { pid, start } of fresh) asked.add(`${pid} ${start}`);
      signalAll(fresh, "SIGTERM");
    }
    const pause = Math.min(5 * (round + 1), 50);
    await sleep(late < 0 ? Math.max(1, Math.min(pause, -late)) : pause);
  }
  return ended.size;
};

const apart: Processes["detach"] = async (argv, env, cwd) => {
  const { spawn } = await import("node:child_process");
  const [program, ...words] = argv;
  if (program === undefined)
    throw new Fault(
      "PROGRAM_MISSING",
      "there is nothing to start",
      "give a program and its arguments",
    );
  const stdio = ["pipe", "ignore", "ignore"] as const;
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: [...stdio],
    windowsHide: true,
  });
  const input = child.stdin;
  child.unref();
  // Callers of `tell` notice errors themselves.
  input?.on("error", () => undefined);
  const gone = (cause: unknown): Fault =>
    new Fault(
      "PROCESS_GONE",
      `${program} ended before it was told what to do`,
      "see whether it can be started by hand",
      cause,
    );
  const detached: Detached = {
    pid: child.pid ?? 0,
    tell: (text) =>
      new Promise((resolve, reject) => {
        if (input === null || input.destroyed) reject(gone(null));
        else {
          input.write(`${JSON.stringify(text)}\n`, (error) =>
            error ? reject(gone(error)) : resolve(),
          );
          input.end();
        }
      }),
    drop: () => void input?.end(),
  };
  return new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(
        new Fault(
          "PROGRAM_MISSING",
          `${program} can't be started in ${cwd}: ${error.message}`,
          "see whether that program and that folder are there and may be used",
          error,
        ),
      ),
    );
    child.once("spawn", () => resolve(detached));
  });
};

/** Processes of this machine. `detach` adds `env` to our own environment. */
export const openProcesses = (detach = apart): Processes => {
  let self: ProcessId | null = null;
  return {
    get self() {
      return (self ??= idOf(process.pid));
    },
    kin: () => kinOf(process.pid),
    alive,
    stop: (id, how = "SIGTERM") => alive(id) && signal(id.pid, how),
    detach,
    sweep,
  };
};
