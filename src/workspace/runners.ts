// Why: whoever looks at a run wants to know whether somebody drives it, in whichever terminal: each runner says so beside the ledger while it is at work.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../core/record.ts";
import { readCached, writeCached } from "./cached.ts";
import { linkOnWay } from "./home.ts";
import type { Processes, RunnerAtWork, Runners } from "./workspace.ts";

const folder = "runners";

const readOne = (text: string): RunnerAtWork | null => {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return null;
    const { run, pid, start, since } = value;
    if (typeof run !== "string" || typeof pid !== "number" || typeof start !== "string" || typeof since !== "string") return null;
    return { run, process: { pid, start }, since };
  } catch {
    return null;
  }
};

/** In the cache: nothing is decided by it, and what can't be written or read there stops nobody. */
export const openRunners = (home: string, processes: Pick<Processes, "self" | "alive">): Runners => {
  const path = join(home, "cache", folder);
  const names = (): readonly string[] => {
    try {
      // Others are being written.
      return linkOnWay(home, ["cache", folder]) === null ? readdirSync(path).filter((name) => /^\w+\.\d+$/u.test(name)) : [];
    } catch {
      return [];
    }
  };
  const drop = (name: string): void => {
    try {
      if (linkOnWay(home, ["cache", folder]) === null) rmSync(join(path, name), { force: true });
    } catch {
      // It is told as gone all the same, once its process is.
    }
  };
  const all = (): readonly { readonly name: string; readonly one: RunnerAtWork | null }[] =>
    names().map((name) => {
      const one = readOne(readCached(home, folder, name));
      return { name, one: one !== null && processes.alive(one.process) ? one : null };
    });
  return {
    begin(run, since) {
      // Those that were killed can't say that they ended.
      for (const { name, one } of all()) if (one === null) drop(name);
      const { pid, start } = processes.self;
      const name = `${run}.${pid}`;
      writeCached(home, folder, name, JSON.stringify({ run, pid, start, since }));
      return () => drop(name);
    },
    all: () => all().flatMap(({ one }) => (one === null ? [] : [one])),
  };
};
