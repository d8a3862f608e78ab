// Loaded before the real program: it ends that very process by SIGKILL as it starts git for the nth time.
import children from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";

/** Taken out of the environment, so that what it starts lives. */
const name = "CAIRN_TEST_GIT_DEATH";
let left = Number(process.env[name] ?? "0");
delete process.env[name];

const dies = (program: unknown): void => {
  if (left === 0 || typeof program !== "string" || basename(program) !== "git") return;
  left -= 1;
  if (left > 0) return;
  process.kill(process.pid, "SIGKILL");
  // The signal may go to another thread first: this one does nothing more until it is over.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

const spawn: unknown = Reflect.get(children, "spawn");
if (left > 0 && typeof spawn === "function")
  Reflect.set(children, "spawn", function (this: unknown, ...given: unknown[]): unknown {
    dies(given[0]);
    return Reflect.apply(spawn, this, given);
  });
syncBuiltinESMExports();
