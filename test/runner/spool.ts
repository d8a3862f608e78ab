// The spool as values, for runners that share a world.
import type {
  ProcessId,
  Spool,
  SpoolEntry,
  SpoolExit,
  SpoolHost,
  SpoolJob,
} from "../../src/workspace/workspace.ts";

export type Folder = {
  job: SpoolJob;
  host: SpoolHost | null;
  exit: SpoolExit | null;
  out: string;
  reports: unknown[];
};
export type Spooled = {
  readonly folders: Map<string, Folder>;
  /** Who deals with what a job came to, by its folder. */
  readonly held: Map<string, ProcessId>;
  hint(): void;
};

const entryOf = ({ folders }: Spooled, folder: string): SpoolEntry | null => {
  const found = folders.get(folder);
  if (found === undefined) return null;
  const { job, host, exit } = found;
  return { run: job.run, fence: job.lease.fence, folder, job, host, exit };
};

export const changeIn = (spooled: Spooled, folder: string, what: (found: Folder) => void): void => {
  const found = spooled.folders.get(folder);
  if (found === undefined) return;
  what(found);
  spooled.hint();
};

export const spoolOf = (spooled: Spooled, hints: Set<() => void>): Spool => {
  const { folders, held } = spooled;
  return {
    folderOf: (run, fence) => `/home/.cairn/spool/${run}/${fence}`,
    make(job) {
      const folder = `/home/.cairn/spool/${job.run}/${job.lease.fence}`;
      folders.set(folder, { job, host: null, exit: null, out: "", reports: [] });
      return Promise.resolve(folder);
    },
    list: (run) =>
      Promise.resolve({
        entries: [...folders.keys()]
          .map((folder) => entryOf(spooled, folder))
          .filter((entry) => entry !== null && (run === undefined || entry.run === run))
          .filter((entry) => entry !== null),
        broken: [],
      }),
    of: (run, fence) => Promise.resolve(entryOf(spooled, `/home/.cairn/spool/${run}/${fence}`)),
    highest: (run) =>
      Promise.resolve(
        Math.max(
          0,
          ...[...folders.values()].map(({ job }) => (job.run === run ? job.lease.fence : 0)),
        ),
      ),
    read: (folder) => Promise.resolve(entryOf(spooled, folder)),
    host(folder, host) {
      const found = folders.get(folder);
      if (found === undefined || found.host !== null) return Promise.resolve(false);
      found.host = host;
      return Promise.resolve(true);
    },
    exit: (folder, exit) =>
      Promise.resolve(changeIn(spooled, folder, (found) => (found.exit = exit))),
    text: (folder, name) => Promise.resolve(name === "out" ? (folders.get(folder)?.out ?? "") : ""),
    reports: (folder) => Promise.resolve(folders.get(folder)?.reports ?? []),
    refusal: () => Promise.resolve(null),
    refuse: () => Promise.resolve(),
    report: (folder, report) =>
      Promise.resolve(changeIn(spooled, folder, (found) => found.reports.push(report))),
    remove: (folder) => Promise.resolve(void folders.delete(folder)),
    hold(folder, { self, alive }) {
      const holder = held.get(folder);
      if (holder !== undefined && alive(holder)) return Promise.resolve(false);
      held.set(folder, self);
      return Promise.resolve(true);
    },
    letGo: (folder) => Promise.resolve(void held.delete(folder)),
    watch(hint) {
      hints.add(hint);
      return () => hints.delete(hint);
    },
  };
};
