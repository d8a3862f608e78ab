// Programs run as the user would: with their settings, logins and hooks.
import { spawn } from "node:child_process";
import { cleanLine } from "../../core/words/clean.ts";
import { errorText } from "../../core/error-text.ts";

/** `exit` null: failed to start, or ended by a signal. `out`, `err`: its output, or the end of a long one. */
export type Output = { readonly exit: number | null; readonly out: string; readonly err: string };

/** The last line of output, which usually names the problem. */
export const lastLine = ({ out, err }: Output): string =>
  cleanLine(((err.trim() || out.trim()).split("\n").at(-1) ?? "").slice(0, 300));

/** A hundred remarks of maximum length are 20 MB as JSON. */
const most = 64 * 1024 * 1024;

/** Working folder and environment. */
export type At = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

/** @param argv its first word is a program on PATH */
export const usersProgram = (
  argv: readonly string[],
  { cwd, env, input = "" }: At & { readonly input?: string },
): Promise<Output> =>
  new Promise((resolve) => {
    const [file = "", ...words] = argv;
    const child = spawn(file, words, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout
      .setEncoding("utf8")
      .on("data", (chunk: string) => void (out = `${out}${chunk}`.slice(-most)));
    child.stderr
      .setEncoding("utf8")
      .on("data", (chunk: string) => void (err = `${err}${chunk}`.slice(-most)));
    child.on("error", (error) => resolve({ exit: null, out, err: errorText(error) }));
    child.on("close", (exit) => resolve({ exit, out, err }));
    // It may exit without reading.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
