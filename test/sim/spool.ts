// Simulated spool: files whole or absent, surviving their writers.
import type {
  Claim,
  ProcessId,
  SpoolEntry,
  SpoolExit,
  SpoolHost,
  SpoolJob,
} from "../../src/workspace/workspace.ts";
import type { Spool } from "../../src/workspace/workspace.ts";
import { Fault } from "../../src/core/refusal.ts";
import type { RefusedReports } from "../../src/core/job.ts";
import type { Machine, Proc } from "./machine.ts";

export type Folder = {
  readonly job: SpoolJob;
  readonly brief: string;
  host: SpoolHost | null;
  exit: SpoolExit | null;
  out: string;
  err: string;
  readonly reports: unknown[];
  refused?: RefusedReports;
};

export type SpoolStore = {
  readonly folders: Map<string, Folder>;
  /** Who deals with what a job came to, by its folder. */
  readonly held: Map<string, ProcessId>;
  readonly claims: Map<number, Claim>;
  readonly exited: (folder: Folder) => void;
  changed(): void;
  watch(proc: Proc, hint: () => void): () => void;
};

const entryOf = (folders: SpoolStore["folders"], folder: string): SpoolEntry | null => {
  const found = folders.get(folder);
  if (found === undefined) return null;
  const { job, host, exit } = found;
  return { run: job.run, fence: job.lease.fence, folder, job, host, exit };
};

export const spoolFor = (machine: Machine, store: SpoolStore, proc: Proc, home: string): Spool => {
  const { folders } = store;
  const call = <T>(what: string, effect: () => T): Promise<T> =>
    machine.call(proc, `spool ${what}`, effect);
  const change = <T>(what: string, folder: string, effect: (found: Folder) => T): Promise<T> =>
    call(what, () => {
      const found = folders.get(folder);
      if (found === undefined)
        throw new Fault("FOLDER_MISSING", `${folder} isn't there`, "take the job again");
      const result = effect(found);
      store.changed();
      return result;
    });
  const folderOf = (run: string, fence: number): string => `${home}/spool/${run}/${fence}`;
  return {
    folderOf,
    make: (job, brief) =>
      call(`make ${job.job.key}`, () => {
        const folder = folderOf(job.run, job.lease.fence);
        if (folders.has(folder))
          throw new Fault("SPOOL_TAKEN", `${folder} is there already`, "take the job again");
        folders.set(folder, { job, brief, host: null, exit: null, out: "", err: "", reports: [] });
        store.changed();
        return folder;
      }),
    of: (run, fence) => call("of", () => entryOf(folders, folderOf(run, fence))),
    list: (run) =>
      call("list", () => ({
        entries: [...folders.keys()].flatMap((folder) => {
          const entry = entryOf(folders, folder);
          return entry === null || (run !== undefined && entry.run !== run) ? [] : [entry];
        }),
        broken: [],
      })),
    highest: (run) =>
      call("highest", () =>
        Math.max(
          0,
          ...[...folders.values()].flatMap(({ job }) => (job.run === run ? [job.lease.fence] : [])),
        ),
      ),
    read: (folder) => call("read", () => entryOf(folders, folder)),
    host: (folder, host) =>
      change(`host ${host.is}`, folder, (found) => {
        if (found.host !== null) return false;
        found.host = host;
        return true;
      }),
    exit: (folder, exit) =>
      change("exit", folder, (found) => {
        found.exit = exit;
        store.exited(found);
      }),
    text: (folder, name, bytes) =>
      call(`text ${name}`, () => {
        const found = folders.get(folder);
        return (
          (name === "out" ? found?.out : name === "err" ? found?.err : found?.brief)?.slice(
            0,
            bytes,
          ) ?? ""
        );
      }),
    reports: (folder) => call("reports", () => [...(folders.get(folder)?.reports ?? [])]),
    refusal: (folder) => Promise.resolve(folders.get(folder)?.refused ?? null),
    refuse: async (folder, why) => {
      const found = folders.get(folder);
      if (found !== undefined) found.refused = { times: (found.refused?.times ?? 0) + 1, why };
    },
    report: (folder, report) =>
      change("report", folder, (found) => void found.reports.push(report)),
    remove: (folder) =>
      call("remove", () => {
        folders.delete(folder);
        store.changed();
      }),
    hold: (folder, { self, alive }) =>
      call("hold", () => {
        const holder = store.held.get(folder);
        if (holder !== undefined && alive(holder)) return false;
        store.held.set(folder, self);
        return true;
      }),
    letGo: (folder) =>
      call("let go", () => {
        store.held.delete(folder);
        store.changed();
      }),
    watch: (hint) => store.watch(proc, hint),
  };
};
