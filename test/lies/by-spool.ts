// Lies in the spool: job folders without a lease behind them count for nothing.
import assert from "node:assert/strict";
import type { SpoolExit, SpoolJob } from "../../src/workspace/workspace.ts";
import { spoolExit, spoolJob } from "../contract/workspace-spool-job.ts";
import type { Lie } from "./lie.ts";
import type { Scene } from "./scene.ts";
import { must } from "./setting.ts";
import { sql } from "./tampered.ts";

/** An end that no host wrote: the check ran and passed. */
const passed: SpoolExit = {
  ...spoolExit,
  proofs: [
    {
      argv: ["db-migrate"],
      cwd: ".",
      exit: 0,
      why: null,
      ms: 1,
      digest: "d".repeat(64),
      bytes: 8,
      text: "all well",
      tree: "t",
      head: null,
    },
  ],
};

/** An entry for a job under this fence, as a host leaves it behind. */
const entry = (
  scene: Scene,
  key: string,
  fence: number,
  exit: SpoolExit,
  report: unknown,
): Promise<void> =>
  scene.with(async (system) => {
    const { spool } = system.workspace;
    const standing = must(await system.standings(scene.run)).find(({ job }) => job.key === key);
    const made = spoolJob(scene.run, fence);
    const job: SpoolJob = {
      ...made,
      job: standing?.job ?? made.job,
      lease: { ...made.lease, job: key },
      protocol: "ultrawork",
    };
    const folder = await spool.make(job, "brief");
    if (report !== null) await spool.report(folder, report);
    await spool.exit(folder, exit);
  });

/** A runner takes up what is there, and lets go when it has said something of it. */
const run = (scene: Scene): Promise<string> =>
  scene.with(async (system) => {
    const stop = new AbortController();
    let warned = "";
    await system.drive(scene.run, {
      hand: true,
      signal: stop.signal,
      progress: (progress) => {
        if (progress.is === "warning") warned = progress.text;
        if (progress.is === "warning" || progress.is === "event") stop.abort();
      },
    });
    return warned;
  });

export const bySpool: readonly Lie[] = [
  {
    lie: "a job's folder with a passed check is put into the spool under a fence that nobody was given",
    at: "reported",
    happens: "no lease stands behind it: it is not read as anybody's word",
    sees: "what check-1-1 came to was refused (TOKEN_STALE): its lease was not handed over; it stays in TOP/shop/.git/cairn/spool/RUN/99",
    counts: "nothing",
    async tell(scene) {
      await entry(scene, "check-1-1", 99, passed, null);
      return run(scene);
    },
  },
  {
    lie: "a report is put into the spool for a job that somebody outside holds",
    at: "working",
    happens: "the lease is his: what counts is what comes with its token",
    sees: "what task-1-1 came to was refused (TOKEN_STALE): its lease was not handed over; it stays in TOP/shop/.git/cairn/spool/RUN/98",
    counts: "nothing",
    async tell(scene) {
      await entry(scene, "task-1-1", 98, spoolExit, {
        status: "done",
        summary: "did it",
      });
      return run(scene);
    },
  },
  {
    lie: "a job's folder that names a job of somebody's own making is put into the spool",
    at: "reported",
    happens: "it is left where it is, and stops nothing else",
    sees: "came to was refused (SPOOL_BROKEN); it stays in TOP/shop/.git/cairn/spool/RUN/97",
    counts: "nothing",
    async tell(scene) {
      await entry(scene, "made-up-1", 97, passed, null);
      return run(scene);
    },
  },
  {
    lie: "a report is put into the spool for a job whose holder is gone, under a fence that nobody was given",
    at: "working",
    happens: "fences are given in order: this one never was, so the work is nobody's",
    sees: "what task-1-1 came to was refused (TOKEN_STALE): its lease was not handed over; it stays in TOP/shop/.git/cairn/spool/RUN/98",
    counts: "checked",
    async tell(scene) {
      await entry(scene, "task-1-1", 98, spoolExit, {
        status: "done",
        summary: "did it",
      });
      sql(scene, "update leases set over = 1 where run = RUN and job = 'task-1-1'");
      const seen = await run(scene);
      assert.ok((await scene.rows()).every(({ type }) => type !== "WorkClaimed"));
      return seen;
    },
  },
];
