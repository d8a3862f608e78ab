// Records of live processes of this machine, one small file each in the cache.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";
import { readCached, writeCached } from "./cached.ts";
import { dropUnused, linkOnWay } from "./home.ts";
import type { ProcessId, Processes } from "./workspace.ts";

type Fields = Readonly<Record<string, unknown>>;
export type AliveRecords = {
  /** Registers this process until the returned function is called. `name`: letters, digits and `_`, unique among all records. */
  begin(name: string, fields: Fields): () => void;
  /** Records of live processes; unreadable ones are skipped. */
  all(): readonly AliveRecord[];
  /** Records that processes left behind because they were killed, until the next one begins. */
  left(): readonly AliveRecord[];
};
type AliveRecord = { readonly process: ProcessId; readonly fields: Fields };

const readOne = (text: string): AliveRecord | null => {
  const value = parsed(text);
  if (!isRecord(value)) return null;
  const { pid, start, ...fields } = value;
  return typeof pid === "number" && typeof start === "string"
    ? { process: { pid, start }, fields }
    : null;
};

/** In the cache: it decides nothing, and read or write errors are ignored. */
export const openAlive = (
  home: string,
  folder: string,
  processes: Pick<Processes, "self" | "alive">,
): AliveRecords => {
  const path = join(home, "cache", folder);
  const names = (): readonly string[] => {
    try {
      // Other records are being written.
      return linkOnWay(home, ["cache", folder]) === null
        ? readdirSync(path).filter((name) => /^\w+\.\d+$/u.test(name))
        : [];
    } catch {
      return [];
    }
  };
  const drop = (name: string): void => {
    try {
      if (linkOnWay(home, ["cache", folder]) === null) rmSync(join(path, name), { force: true });
    } catch {
      // It shows as gone once its process is.
    }
  };
  const dropFolder = (): void => {
    try {
      dropUnused(home, [path, join(home, "cache")]);
    } catch {
      // Something lies there.
    }
  };
  const all = () =>
    names().map((name) => {
      const one = readOne(readCached(home, folder, name));
      return { name, one, alive: one !== null && processes.alive(one.process) };
    });
  const those = (alive: boolean): readonly AliveRecord[] =>
    all().flatMap(({ one, ...is }) => (one === null || is.alive !== alive ? [] : [one]));
  return {
    begin(name, fields) {
      // Killed processes can't remove their records.
      for (const { name: old, alive } of all()) if (!alive) drop(old);
      const own = `${name}.${processes.self.pid}`;
      const isFirst = !existsSync(home);
      writeCached(home, folder, own, JSON.stringify({ ...fields, ...processes.self }));
      return () => {
        drop(own);
        if (isFirst) dropFolder();
      };
    },
    all: () => those(true),
    left: () => those(false),
  };
};
