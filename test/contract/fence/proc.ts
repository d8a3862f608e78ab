// Processes of the machine by their command lines and parents, as /proc shows them.
import { readdirSync, readFileSync } from "node:fs";

/** Empty: it has ended. */
const read = (pid: string, file: "cmdline" | "status"): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
};
export const commandOf = (pid: string): string => read(pid, "cmdline");
export const parentOf = (pid: string): string =>
  /^PPid:\s+(\d+)/mu.exec(read(pid, "status"))?.[1] ?? "";
export const processes = (): readonly string[] =>
  readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
/** Living processes whose command line holds this. */
export const running = (word: string): readonly string[] =>
  processes().filter((pid) => commandOf(pid).includes(word));
