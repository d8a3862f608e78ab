// Preload (`node --import`) that ends its process by SIGKILL at a named or counted call.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { StatementSync } from "node:sqlite";
import { type Fate, isFate, nameOfFate } from "./fate.ts";

const given: unknown = JSON.parse(process.env[nameOfFate] ?? "null");
const fate: Fate | null = isFate(given) ? given : null;
delete process.env[nameOfFate];

let left = fate?.nth ?? 0;
const dies = (): void => {
  left -= 1;
  if (left !== 0) return;
  process.kill(process.pid, "SIGKILL");
  // The signal may go to another thread first: this one does nothing more until it is over.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

type Calls = Record<string, unknown>;
type Call = (this: unknown, ...given: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === "function";
/** Puts `before` and `after` around a function of a module or a prototype. */
const around = (
  holder: object,
  name: string,
  before: (given: readonly unknown[], self: unknown) => void,
  after = before,
): void => {
  const was: unknown = Reflect.get(holder, name);
  if (!isCall(was)) throw new Error(`there is no ${name} to be put around`);
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    before(args, this);
    const result = Reflect.apply(was, this, args);
    if (after !== before) after(args, this);
    return result;
  };
  Reflect.set(holder, name, Object.assign(wrapped, was) satisfies Calls | Call);
};
const nothing = (): void => undefined;
const sqlOf = (self: unknown): string => (self instanceof StatementSync ? self.sourceSQL : "");
const onDisk = [
  "renameSync",
  "linkSync",
  "unlinkSync",
  "writeFileSync",
  "mkdirSync",
  "rmSync",
  "fsyncSync",
] as const;

switch (fate?.at) {
  case "spawn":
    // A host is started ahead; what makes it the job's is the line that it is told.
    around(
      net.Socket.prototype,
      "write",
      ([line]) => {
        if (String(line).includes("/cairn/spool/")) dies();
      },
      nothing,
    );
    break;
  case "insert":
  case "committed": {
    // Statements of the ledger alone: it is where the word of an event is written.
    let written = false;
    around(
      StatementSync.prototype,
      "run",
      (args, self) => {
        if (!sqlOf(self).includes("insert into rows") || !args.includes(fate.word)) return;
        if (fate.at === "insert") dies();
        else written = true;
      },
      (_args, self) => {
        if (!written || sqlOf(self) !== "commit") return;
        written = false;
        dies();
      },
    );
    break;
  }
  case "rename":
    around(
      fs,
      "renameSync",
      ([, to]) => {
        if (String(to).includes(fate.word)) dies();
      },
      nothing,
    );
    break;
  case "renamed":
    around(fs, "renameSync", nothing, ([, to]) => {
      if (String(to).includes(fate.word)) dies();
    });
    break;
  case "write":
    for (const name of onDisk) around(fs, name, dies, nothing);
    around(
      StatementSync.prototype,
      "run",
      (_args, self) => {
        if (sqlOf(self) === "commit") dies();
      },
      nothing,
    );
    break;
  case undefined:
}
syncBuiltinESMExports();
