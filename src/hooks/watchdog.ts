// Watchdog thread of hook calls: ends the process in time even if the disk hangs.
import { SHARE_ENV, Worker } from "node:worker_threads";

/** What the other thread does: it waits, and then there is no more to wait for. */
const program = `
const { workerData: { ms, line } } = require("node:worker_threads");
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
require("node:fs").writeSync(2, line);
process.kill(process.pid, "SIGKILL");
`;

/** Ends this process the hard way after so many milliseconds; the shell around it (see settings.ts) makes a plain end of it. Keeps nothing alive. */
export const watch = (ms: number, line: string): void => {
  new Worker(program, {
    eval: true,
    env: SHARE_ENV,
    workerData: { ms: Math.max(1, ms), line },
  }).unref();
};
