// Watchdog thread of hook calls: ends the process in time even if the disk hangs.
import { SHARE_ENV, Worker } from "node:worker_threads";

/** The worker thread waits, then kills the process. */
const program = `
const { workerData: { ms, line } } = require("node:worker_threads");
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
require("node:fs").writeSync(2, line);
process.kill(process.pid, "SIGKILL");
`;

/** Kills this process after `ms` milliseconds; the surrounding shell (see settings.ts) turns that into a normal exit. Doesn't keep the process alive. */
export const watch = (ms: number, line: string): void => {
  new Worker(program, {
    eval: true,
    env: SHARE_ENV,
    workerData: { ms: Math.max(1, ms), line },
  }).unref();
};
