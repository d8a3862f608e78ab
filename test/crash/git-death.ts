// Loaded before the real program: it ends that very process by SIGKILL at its nth call of git.
import type { ChildProcess } from "node:child_process";
import children from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";

/** `NUMBER WAY MS`, the last for "with": how long git is given. Taken out of the environment, so that what it starts lives. */
const deathName = "CAIRN_TEST_GIT_DEATH";

const [number = "0", way = "before", ms = "0"] = (process.env[deathName] ?? "").split(" ");
let left = Number(number);
delete process.env[deathName];

const pause = (forMs?: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, forMs);
const die = (): void => {
  process.kill(process.pid, "SIGKILL");
  // The signal may go to another thread first: this one does nothing more until it is over.
  pause();
};

const isDue = (program: unknown): boolean => {
  if (left === 0 || typeof program !== "string" || basename(program) !== "git") return false;
  left -= 1;
  return left === 0;
};

const struck = (child: ChildProcess): void => {
  if (way === "after") {
    child.once("exit", die);
    return;
  }
  if (way === "with") {
    pause(Number(ms));
    child.kill("SIGKILL");
  }
  die();
};

const { spawn } = children;
if (left > 0)
  Reflect.set(
    children,
    "spawn",
    function (this: unknown, ...given: Parameters<typeof spawn>): ChildProcess {
      const due = isDue(given[0]);
      if (due && way === "before") die();
      const child = Reflect.apply(spawn, this, given);
      if (due) struck(child);
      return child;
    },
  );
syncBuiltinESMExports();
