// Sender of a notice to one target, with a timeout; error messages never include its address.
import { spawn } from "node:child_process";
import { isOfJob } from "../../core/agents/job-variables.ts";
import type { NotifyTarget } from "../../runtime/system.ts";
import { filled, postedAs } from "./formats.ts";
import type { Notice } from "./notice.ts";

export type At = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

/** Timeout of a target, in ms. */
const patienceMs = 10_000;
const tooLong = "no answer in time";

/** `webhook (slack)`, `command (notify-send)`. */
export const waysOf = ({
  command,
  webhook,
}: Pick<NotifyTarget, "command" | "webhook">): readonly string[] => [
  ...(command === null ? [] : [`command (${command[0] ?? ""})`]),
  ...(webhook === null ? [] : [`webhook (${webhook.format})`]),
];

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return codeOf(error.cause);
};

/** Moves an address's password into a header: `fetch` accepts none in the URL. */
const addressed = (
  address: string,
): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } => {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url,
    headers: pair === ":" ? {} : { authorization: `Basic ${Buffer.from(pair).toString("base64")}` },
  };
};

/** Why it failed; null: it arrived. */
const post = async (
  { url: address, format }: NonNullable<NotifyTarget["webhook"]>,
  notice: Notice,
  link: string | null,
  time: AbortSignal,
): Promise<string | null> => {
  const posted = postedAs(format, notice, link);
  try {
    const { url, headers } = addressed(address);
    const { status, ok, body } = await fetch(url, {
      method: "POST",
      headers: { ...posted.headers, ...headers },
      body: posted.body,
      redirect: "manual",
      signal: time,
    });
    await body?.cancel();
    if (status >= 300 && status < 400)
      return `HTTP ${status}: it points to another address, which must be named itself`;
    return ok ? null : `HTTP ${status}`;
  } catch (error) {
    if (time.aborted) return tooLong;
    return `it can't be reached: ${codeOf(error) || "the request failed"}`;
  }
};

const unstarted = (error: unknown): string =>
  `it can't be started: ${codeOf(error) || "the system refused"}`;

const killGroup = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // it has exited by itself
  }
};

const run = async (
  argv: readonly string[],
  { cwd, env }: At,
  time: AbortSignal,
): Promise<string | null> => {
  const [file = "", ...words] = argv;
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !isOfJob(name)));
  try {
    // Start errors may come at once or later. In its own group: its children end with it at the
    // timeout.
    const child = spawn(file, words, { cwd, env: own, stdio: "ignore", detached: true });
    const end = (): void => killGroup(child.pid);
    time.addEventListener("abort", end);
    return await new Promise((resolve) => {
      child.once("close", () => time.removeEventListener("abort", end));
      child.once("error", (error) => resolve(unstarted(error)));
      child.once("exit", (exit) =>
        resolve(exit === 0 ? null : exit === null ? tooLong : `it ended with exit ${exit}`),
      );
    });
  } catch (error) {
    return unstarted(error);
  }
};

/**
 * Each failed target with the reason; empty: all arrived.
 * @param late aborts pending ones; each has 10 s anyway
 */
export const send = async (
  { command, webhook }: NotifyTarget,
  notice: Notice,
  link: string | null,
  at: At,
  late: AbortSignal = new AbortController().signal,
): Promise<readonly { readonly way: string; readonly why: string | null }[]> => {
  const time = AbortSignal.any([AbortSignal.timeout(patienceMs), late]);
  const told = await Promise.all([
    ...(command === null ? [] : [run(filled(command, notice, link), at, time)]),
    ...(webhook === null ? [] : [post(webhook, notice, link, time)]),
  ]);
  return waysOf({ command, webhook }).map((way, index) => ({ way, why: told[index] ?? null }));
};
