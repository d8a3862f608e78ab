// Preload (`node --import`) that ends its process by SIGKILL at a counted change of the disk or commit of the ledger.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { StatementSync } from "node:sqlite";

/** Taken out of the environment, so that what it starts lives. */
const name = "CRASH_FATE";
let left = Number(process.env[name] ?? 0);
delete process.env[name];

const dies = (): void => {
  left -= 1;
  if (left !== 0) return;
  process.kill(process.pid, "SIGKILL");
  // The signal may go to another thread first: this one does nothing more until it is over.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

type Call = (this: unknown, ...given: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === "function";
const before = (holder: object, call: string, act: (self: unknown) => void): void => {
  const was: unknown = Reflect.get(holder, call);
  if (!isCall(was)) throw new Error(`there is no ${call} to be put around`);
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    act(this);
    return Reflect.apply(was, this, args);
  };
  Reflect.set(holder, call, Object.assign(wrapped, was));
};

const onDisk = [
  "renameSync",
  "linkSync",
  "unlinkSync",
  "writeFileSync",
  "mkdirSync",
  "rmSync",
  "fsyncSync",
];
for (const call of onDisk) before(fs, call, dies);
before(StatementSync.prototype, "run", (self) => {
  if (self instanceof StatementSync && self.sourceSQL === "commit") dies();
});
syncBuiltinESMExports();
