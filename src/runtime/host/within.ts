// Outside view of a sandboxed program: its descriptors, whether it began, and its interruption.
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "../../core/error-text.ts";

export type Status = {
  /** The root process of the sandbox; null: not reported yet. */
  within(): number | null;
  /**
   * false: the sandbox couldn't be created, so nothing ran. Known once the child has ended.
   * @param signal that ended it: a killed process reports no exit
   */
  began(signal: NodeJS.Signals | null): boolean;
  /** The last line of standard error: the sandbox's own message if nothing ran. */
  said(): string;
};

const saidBytes = 2_000;
const isWord = /^\s*\{\s*"(child-pid|exit-code)"\s*:\s*(\d+)/u;

/** Reads the sandbox program's status from descriptor 3. */
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
      word("exit-code") !== null || (signal !== null && word("child-pid") !== null),
    said: () => err.trim().split("\n").at(-1) ?? "",
  };
};

/** A path that was to be hidden went away between the look at it and its mount: a socket of another program. */
export const isTorn = ({ started, why }: { started: boolean; why: string | null }): boolean =>
  !started &&
  /no fence could be made for it: bwrap: Can't (?:create|find|mkdir|mount)/u.test(why ?? "");

/** The first process inside only supervises the others, and ignores such signals. */
export const interruptWithin = ({ within }: Status): void => {
  const first = within();
  if (first === null) return;
  try {
    const children = readFileSync(`/proc/${first}/task/${first}/children`, "latin1").trim();
    for (const pid of children === "" ? [] : children.split(" "))
      process.kill(Number(pid), "SIGINT");
  } catch {
    // the group is empty
  }
};

/** O_CLOEXEC, as Linux reports it. */
const closesOnExec = 0o2_000_000;
const isHandedOn = (descriptor: string): boolean => {
  try {
    const flags =
      /^flags:\s+([0-7]+)$/mu.exec(
        readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"),
      )?.[1] ?? "";
    return (Number.parseInt(flags, 8) & closesOnExec) === 0;
  } catch {
    return false;
  }
};

/**
 * Descriptors above 4 that a program would inherit from this process's parent: an open folder
 * bypasses the sandbox. Node itself opens none that are inherited.
 */
const handedOn = (): readonly number[] =>
  readdirSync("/proc/self/fd")
    .filter((name) => Number(name) > 4 && isHandedOn(name))
    .map(Number);

/** Handles besides the standard ones: the sandbox's status and filter; nothing that its program would inherit. */
export const extraHandles = (nothing: number): readonly ("ignore" | "pipe" | number)[] => {
  const handles: ("ignore" | "pipe" | number)[] = ["pipe", "pipe"];
  for (const descriptor of handedOn()) {
    while (handles.length < descriptor - 3) handles.push("ignore");
    handles[descriptor - 3] = nothing;
  }
  return handles;
};

/** An unnamed file with this text: a file opened by /proc/self/fd stays writable whatever the sandbox says of its path. */
export const namelessFile = (text: string): number => {
  const path = join(tmpdir(), `cairn-in-${randomBytes(8).toString("hex")}`);
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return openSync(path, "r");
  } catch (error) {
    throw new Error(`its brief can't be written in ${tmpdir()}: ${errorText(error)}`, {
      cause: error,
    });
  } finally {
    rmSync(path, { force: true });
  }
};
