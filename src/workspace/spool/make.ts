// Atomic creation of a spool entry: whole or absent.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { syncFolder, writeNew } from "../disk/atomic.ts";
import { diskFault, isMissing } from "../disk/fault.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { makeHome } from "../home.ts";
import type { SpoolJob } from "./entry.ts";
import { jsonOf } from "./json-file.ts";
import { makingName, sweepRemains } from "./remains.ts";

/** How often another process may remove the empty folder while an entry is created in it. */
const makeTries = 20;

/** The reserved names of an entry's files; a launch's begin with `agent-`. */
const ownName = (name: string): string => {
  if (/^agent-[\w.-]+$/u.test(name)) return name;
  throw new Fault(
    "PATH_OUTSIDE",
    `${JSON.stringify(name)} can't be a file of a launch`,
    "name it agent-…, without a folder",
  );
};

/** Another process may remove the run's empty folder between the two steps. */
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

/** Creates `folder` with job.json, brief.md and the launch's own files, durable when it returns. Faults: SPOOL_TAKEN and the disk's. */
export const makeEntry = (home: string, folder: string, job: SpoolJob, brief: string): string => {
  const runs = dirname(folder);
  const fresh = join(runs, makingName(job.lease.fence));
  try {
    makeHome(home);
    sweepRemains(runs);
    if (existsSync(folder))
      throw new Fault(
        "SPOOL_TAKEN",
        `${folder} is there already`,
        "each grant of a lease has its own entry: take the job again",
      );
    makeFresh(runs, fresh);
    writeNew(join(fresh, "brief.md"), brief, 0o600);
    for (const [name, text] of Object.entries(job.agent?.launch.files ?? {}))
      writeNew(join(fresh, ownName(name)), text, 0o600);
    writeNew(join(fresh, "job.json"), jsonOf(job), 0o600);
    syncFolder(fresh);
    renameSync(fresh, folder);
    for (const made of [runs, dirname(runs), home]) syncFolder(made);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw diskFault(error, "make the spool entry", folder);
  }
  return folder;
};
