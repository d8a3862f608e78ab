// Why: a job's brief, output and end outlive runner and host in a folder of their own, so that finished work is adopted and never redone.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parsed } from "../core/parsed.ts";
import { Fault } from "../core/refusal.ts";
import { runName } from "./anchors.ts";
import { isWithin } from "../core/within.ts";
import { makeFile, replaceFile, syncFolder, writeNew } from "./disk/atomic.ts";
import { diskFault, isMissing } from "./disk/fault.ts";
import { namesIn } from "./disk/look.ts";
import { makeFolder } from "./disk/make-folder.ts";
import { readPlain } from "./disk/plain-file.ts";
import { makeHome } from "./home.ts";
import { endsOf } from "./spool/ends-of.ts";
import { isSpoolExit, isSpoolHost, isSpoolJob } from "./spool/read.ts";
import { goingName, makingName, sweepRemains } from "./spool/remains.ts";
import { watchSpool } from "./spool/watch.ts";
import type { Spool, SpoolEntry } from "./workspace.ts";

/** One hand-in's size, and how many a job may make. */
const reportBytes = 1024 * 1024;
const reportLimit = 100;
/** How often an emptied folder may be taken away from under who makes an entry in it. */
const makeTries = 20;

const refusalBytes = 64 * 1024;
/** null: the disk didn't let it. */
const onlyTold = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
};

const jsonOf = (value: unknown): string => `${JSON.stringify(value)}\n`;
const valueAt = (path: string): { readonly there: boolean; readonly value: unknown } => {
  const bytes = readPlain(path);
  return bytes === null ? { there: false, value: null } : { there: true, value: parsed(bytes.toString("utf8")) };
};

/** null: no entry is there; "broken": its files are not whole. */
const readEntry = (folder: string): SpoolEntry | "broken" | null => {
  const job = valueAt(join(folder, "job.json"));
  if (!job.there) return null;
  if (!isSpoolJob(job.value)) return "broken";
  const host = valueAt(join(folder, "host.json")).value;
  const exit = valueAt(join(folder, "exit.json")).value;
  if (host !== null && !isSpoolHost(host)) return "broken";
  if (exit !== null && !isSpoolExit(exit)) return "broken";
  return { run: job.value.run, fence: job.value.lease.fence, folder, job: job.value, host, exit };
};

/** An entry's own files have names of their own: a launch's begin with `agent-`. */
const ownName = (name: string): string => {
  if (/^agent-[\w.-]+$/u.test(name)) return name;
  throw new Fault("PATH_OUTSIDE", `${JSON.stringify(name)} can't be a file of a launch`, "name it agent-…, without a folder");
};

/** Longer numbers are no fences. */
const fencesIn = (names: readonly string[]): readonly number[] =>
  names
    .filter((name) => /^[1-9]\d{0,11}$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);

const reportNumber = (name: string): number => Number(/^report-(\d{1,6})\.json$/.exec(name)?.[1] ?? 0);

export const openSpool = (home: string): Spool => {
  const root = join(home, "spool");
  const inside = (folder: string): string => {
    const path = resolve(folder);
    if (dirname(dirname(path)) !== root || !isWithin(root, path))
      throw new Fault("PATH_OUTSIDE", `${folder} is no entry of the spool ${root}`, "name a folder `spool/<run>/<fence>`");
    return path;
  };
  /** Another process may take the run's emptied folder away between the two steps. */
  const makeFresh = (runs: string, fresh: string): void => {
    for (let left = makeTries; ; left -= 1) {
      makeFolder(runs, 0o700);
      try {
        mkdirSync(fresh, { mode: 0o700 });
        return;
      } catch (error) {
        if (!isMissing(error) || left === 0) throw error;
      }
    }
  };

  const folderOf = (run: string, fence: number): string => join(root, runName(run), String(fence));

  return {
    folderOf,
    async make(job, brief) {
      const folder = folderOf(job.run, job.lease.fence);
      const runs = dirname(folder);
      const fresh = join(runs, makingName(job.lease.fence));
      try {
        makeHome(home);
        sweepRemains(runs);
        if (existsSync(folder))
          throw new Fault("SPOOL_TAKEN", `${folder} is there already`, "each grant of a lease has its own entry: take the job again");
        makeFresh(runs, fresh);
        writeNew(join(fresh, "brief.md"), brief, 0o600);
        for (const [name, text] of Object.entries(job.agent?.launch.files ?? {})) writeNew(join(fresh, ownName(name)), text, 0o600);
        writeNew(join(fresh, "job.json"), jsonOf(job), 0o600);
        syncFolder(fresh);
        renameSync(fresh, folder);
        for (const made of [runs, root, home]) syncFolder(made);
      } catch (error) {
        rmSync(fresh, { recursive: true, force: true });
        throw diskFault(error, "make the spool entry", folder);
      }
      return folder;
    },
    async list(run) {
      const entries: SpoolEntry[] = [];
      const broken: string[] = [];
      for (const name of run === undefined ? namesIn(root) : [runName(run)]) {
        const names = namesIn(join(root, name));
        if (names.some((one) => one.startsWith("."))) sweepRemains(join(root, name));
        for (const fence of fencesIn(names)) {
          const folder = join(root, name, String(fence));
          const entry = readEntry(folder);
          if (entry === "broken") broken.push(folder);
          else if (entry !== null) entries.push(entry);
        }
      }
      return { entries, broken };
    },
    highest: async (run) => fencesIn(namesIn(join(root, runName(run)))).at(-1) ?? 0,
    async read(folder) {
      const entry = readEntry(inside(folder));
      if (entry === "broken")
        throw new Fault("SPOOL_BROKEN", `${folder} holds files that are not whole`, "see what is in it; the job itself can be taken again");
      return entry;
    },
    async host(folder, host) {
      const path = inside(folder);
      try {
        return makeFile(join(path, "host.json"), jsonOf(host));
      } catch (error) {
        // Another runner was through with it since it was listed.
        if (!existsSync(path)) return false;
        throw error;
      }
    },
    async exit(folder, exit) {
      replaceFile(join(inside(folder), "exit.json"), jsonOf(exit));
    },
    async text(folder, name, bytes) {
      return endsOf(join(inside(folder), name), bytes);
    },
    async reports(folder) {
      const path = inside(folder);
      const numbers = namesIn(path)
        .map(reportNumber)
        .filter((number) => number > 0)
        .sort((a, b) => a - b);
      return numbers.map((number) => valueAt(join(path, `report-${number}.json`)).value);
    },
    async report(folder, report) {
      const path = inside(folder);
      const text = jsonOf(report);
      if (Buffer.byteLength(text) > reportBytes)
        throw new Fault(
          "FIELD_OVERSIZED",
          `the report is larger than ${reportBytes} bytes`,
          "put long texts into files and name them in the report",
        );
      for (let number = Math.max(0, ...namesIn(path).map(reportNumber)) + 1; number <= reportLimit; number += 1) {
        if (makeFile(join(path, `report-${number}.json`), text)) return;
      }
      throw new Fault("REPORTS_OVERRUN", `the job handed in ${reportLimit} reports already`, "hand in one report, at the end");
    },
    // Told to people, and decides nothing: neither whoever put something else there nor a full disk keeps a job from ending.
    async refusal(folder) {
      return onlyTold(() => endsOf(join(inside(folder), "refused.txt"), refusalBytes)) || null;
    },
    async refuse(folder, why) {
      onlyTold(() => replaceFile(join(inside(folder), "refused.txt"), why));
    },
    async remove(folder) {
      const path = inside(folder);
      const runs = dirname(path);
      try {
        renameSync(path, join(runs, goingName(basename(path))));
      } catch (error) {
        if (!isMissing(error)) throw diskFault(error, "remove the spool entry", path);
      }
      sweepRemains(runs);
    },
    hold: async (folder, living) => (await import("./spool/hold.ts")).hold(inside(folder), living),
    letGo: async (folder) => (await import("./spool/hold.ts")).letGo(inside(folder)),
    watch: (hint) => watchSpool(root, hint),
  };
};
