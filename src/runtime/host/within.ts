// A program inside a fence, seen from outside: what it is handed, whether it began at all, and how it is interrupted.
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { openSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Status = {
  /** The process under which all that is fenced stands; null: not told yet. */
  within(): number | null;
  /**
   * false: the fence couldn't be made, so nothing was run. Known once the child has ended.
   * @param signal that ended it: what is killed tells of no exit
   */
  began(signal: NodeJS.Signals | null): boolean;
  /** The last line of its standard error: the fence's own words where nothing was run. */
  said(): string;
};

const saidBytes = 2_000;
const isWord = /^\s*\{\s*"(child-pid|exit-code|began)"\s*:\s*(\d+)/u;

/** Reads what the program that makes the fence, or one within it, tells of it on descriptor 3. */
export const openStatus = (child: ChildProcess): Status => {
  let [told, err] = ["", ""];
  child.stdio[3]?.on("error", () => undefined);
  child.stdio[3]?.on("data", (chunk: Buffer) => void (told += chunk.toString("latin1")));
  child.stderr?.on(
    "data",
    (chunk: Buffer) => void (err = (err + chunk.toString("utf8")).slice(-saidBytes)),
  );
  const word = (name: string): number | null => {
    const found = told.split("\n").flatMap((line) => isWord.exec(line) ?? []);
    const at = found.indexOf(name);
    return at === -1 ? null : Number(found[at + 1]);
  };
  return {
    within: () => word("child-pid"),
    began: (signal) =>
      word("began") !== null ||
      word("exit-code") !== null ||
      (signal !== null && word("child-pid") !== null),
    said: () => err.trim().split("\n").at(-1) ?? "",
  };
};

/** The first process within only watches over the others, and hears no signal of this kind. */
export const interruptWithin = ({ within }: Status): void => {
  const first = within();
  if (first === null) return;
  try {
    const children = readFileSync(`/proc/${first}/task/${first}/children`, "latin1").trim();
    for (const pid of children === "" ? [] : children.split(" "))
      process.kill(Number(pid), "SIGINT");
  } catch {
    // nobody is left in it
  }
};

/** O_CLOEXEC, as Linux shows it. */
const closesOnExec = 0o2_000_000;
const isHandedOn = (descriptor: string): boolean => {
  try {
    const flags =
      /^flags:\s+([0-7]+)$/mu.exec(
        readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"),
      )?.[1] ?? "";
    return (Number.parseInt(flags, 8) & closesOnExec) === 0;
  } catch {
    // Elsewhere nothing tells of one descriptor, and each is taken away.
    return process.platform !== "linux";
  }
};

/**
 * Descriptors above 4 that a program would inherit from whoever started this process: an open folder among them is a way around the fence.
 * Node opens none of its own so.
 */
export const handedOn = (): readonly number[] =>
  readdirSync(process.platform === "linux" ? "/proc/self/fd" : "/dev/fd")
    .filter((name) => Number(name) > 4 && isHandedOn(name))
    .map(Number);

/** A file without a name that holds this text: what is opened by /proc/self/fd can be written, whatever the fence says of its path. */
export const namelessFile = (text: string): number => {
  const path = join(tmpdir(), `cairn-in-${randomBytes(8).toString("hex")}`);
  writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  try {
    return openSync(path, "r");
  } finally {
    unlinkSync(path);
  }
};
