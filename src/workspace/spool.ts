// Spool of jobs: brief, output and end in a folder that outlives runner and host.
import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Fault } from "../core/refusal.ts";
import { runName } from "./anchors.ts";
import { isWithin } from "../core/within.ts";
import { makeFile, replaceFile } from "./disk/atomic.ts";
import { diskFault, isMissing } from "./disk/fault.ts";
import { namesIn } from "./disk/look.ts";
import { jsonOf, valueAt } from "./spool/json-file.ts";
import { isSpoolExit, isSpoolHost, isSpoolJob } from "./spool/read.ts";
import { goingName, sweepRemains } from "./spool/remains.ts";
import { watchSpool } from "./spool/watch.ts";
import type { Spool, SpoolEntry } from "./workspace.ts";

const handed = () => import("./spool/handed.ts");

/** null: no entry; "broken": its files are incomplete. */
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

const wholeEntry = (folder: string): SpoolEntry | null => {
  const entry = readEntry(folder);
  return entry === "broken" ? null : entry;
};

/** Longer numbers aren't fences. */
const fencesIn = (names: readonly string[]): readonly number[] =>
  names
    .filter((name) => /^[1-9]\d{0,11}$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);

/** Entries of one run or of all, and the folders of incomplete ones. */
const listed = (root: string, run: string | undefined): Awaited<ReturnType<Spool["list"]>> => {
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
};

export const openSpool = (home: string): Spool => {
  const root = join(home, "spool");
  const inside = (folder: string): string => {
    const path = resolve(folder);
    if (dirname(dirname(path)) !== root || !isWithin(root, path))
      throw new Fault(
        "PATH_OUTSIDE",
        `${folder} is no entry of the spool ${root}`,
        "name a folder `spool/<run>/<fence>`",
      );
    return path;
  };
  const folderOf = (run: string, fence: number): string => join(root, runName(run), String(fence));

  return {
    folderOf,
    make: async (job, brief) =>
      (await import("./spool/make.ts")).makeEntry(
        home,
        folderOf(job.run, job.lease.fence),
        job,
        brief,
      ),
    list: async (run) => listed(root, run),
    highest: async (run) => fencesIn(namesIn(join(root, runName(run)))).at(-1) ?? 0,
    of: async (run, fence) => wholeEntry(folderOf(run, fence)),
    async read(folder) {
      const entry = readEntry(inside(folder));
      if (entry === "broken")
        throw new Fault(
          "SPOOL_BROKEN",
          `${folder} holds files that are not whole`,
          "see what is in it; the job itself can be taken again",
        );
      return entry;
    },
    async host(folder, host) {
      const path = inside(folder);
      try {
        return makeFile(join(path, "host.json"), jsonOf(host));
      } catch (error) {
        // Another runner has finished it since it was listed.
        if (!existsSync(path)) return false;
        throw error;
      }
    },
    async exit(folder, exit) {
      replaceFile(join(inside(folder), "exit.json"), jsonOf(exit));
    },
    text: async (folder, name, bytes) =>
      (await import("./spool/ends-of.ts")).endsOf(join(inside(folder), name), bytes),
    reports: async (folder) => (await handed()).readReports(inside(folder)),
    report: async (folder, report) => (await handed()).addReport(inside(folder), report),
    refusal: async (folder) => (await handed()).readRefusal(inside(folder)),
    refuse: async (folder, why) => (await handed()).writeRefusal(inside(folder), why),
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
