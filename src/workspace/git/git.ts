// Runner of git commands: argument list, environment of our own, time and output limits.
import type { ChildProcess } from "node:child_process";
import { dirname } from "node:path";
import { Fault } from "../../core/refusal.ts";
import { ownSign } from "../../core/agents/job-variables.ts";
import type { GitFolders } from "../locate.ts";
import { programOf } from "../programs.ts";

export type GitAnswer = { readonly exit: number; readonly out: Buffer; readonly err: string };
export type GitCall = {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: Uint8Array | string;
  /** Exit codes besides 0 that are results; any other is a Fault. */
  readonly also?: readonly number[];
  readonly env?: Readonly<Record<string, string>>;
  /** Includes user and system settings: only for reading one of them. */
  readonly settings?: boolean;
  /** Communicates with a remote like its user: with the settings, logins and programs of user and system, but without prompts. */
  readonly remote?: true;
  /** Receives output in chunks, without storing it; false: enough, git is ended. */
  readonly each?: (piece: Buffer) => boolean;
  /** Instead of the usual time limit. */
  readonly ms?: number;
  /** Runs in its own session, which the terminal's Ctrl-C doesn't reach, and outlives this process. */
  readonly apart?: true;
};

/** Time and output limits of one call; beyond them: Fault GIT_OVERRUN. */
export const gitMs = 600_000;
export const gitBytes = 512 * 1024 * 1024;
/** How long a remote may be silent before it is given up. */
const silenceMs = 60_000;

const kept: ReadonlySet<string> = new Set(["GIT_EXEC_PATH", "GIT_TRACE"]);
const usersSettings: ReadonlySet<string> = new Set([
  ...kept,
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
]);

/** Settings for reaching a remote. */
const ofRemotes = /^GIT_(?:ALLOW_PROTOCOL|ASKPASS|CONFIG|CURL|HTTP|PROXY|SSH|SSL|TRACE)/u;

/** The caller's environment without variables that select another repository, index or object store, or settings that run programs. */
const cleanEnvironment = ({
  env: more = {},
  settings = false,
  ...call
}: GitCall): Record<string, string> => {
  const remote = call.remote === true;
  const passed = settings || remote ? usersSettings : kept;
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    const passes = !name.startsWith("GIT_") || passed.has(name) || (remote && ofRemotes.test(name));
    if (value !== undefined && passes) env[name] = value;
  }
  return {
    ...env,
    ...(settings || remote
      ? {}
      : { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_ATTR_NOSYSTEM: "1" }),
    ...ownSign,
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    // For older versions: a repository may name a program that fetches missing objects.
    ...(remote ? {} : { GIT_ALLOW_PROTOCOL: "none" }),
    // Only the store's own references say what a commit stands for, where a call names them.
    ...("GIT_REPLACE_REF_BASE" in more ? {} : { GIT_NO_REPLACE_OBJECTS: "1" }),
    ...more,
  };
};

const words = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "core.untrackedCache=false",
  // Jobs may write the user's settings: none of these may hide a file's change, or a commit's content.
  "core.ignoreStat=false",
  "core.trustctime=true",
  "core.checkStat=default",
  "core.splitIndex=false",
  "index.skipHash=false",
  "add.ignoreErrors=false",
  "log.showRoot=true",
  "log.showSignature=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

const unstarted = async (cwd: string, cause?: unknown): Promise<Fault> =>
  (await import("./unstarted.ts")).gitUnstarted(cwd, cause);

const failed = (call: GitCall, answer: GitAnswer): Fault => {
  const said = answer.err.trim().split("\n").slice(0, 5).join("; ").slice(0, 1000);
  return new Fault(
    "GIT_FAILED",
    `git ${call.args.find((word) => /^[a-z][a-z-]*$/u.test(word)) ?? ""} in ${call.cwd}: ${said || `exit ${answer.exit}`}`,
    "see what git says of that folder (`git status` there), mend it, then repeat",
  );
};

/** Functions that end current communication with remotes. */
const talks = new Set<() => void>();
/** Ends current communication with remotes: an exiting process doesn't wait for the network. */
export const cutTalks = (): void => {
  for (const end of talks) end();
};

/** Programs that it started to reach a remote keep its output open, and don't notice its end. */
const kill = (child: ChildProcess, isGroup: boolean): void => {
  child.kill("SIGKILL");
  if (!isGroup) return;
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It is gone, or the system has no process groups.
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
};

const collect = (child: ChildProcess, call: GitCall): Promise<GitAnswer> =>
  new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    const isTalk = call.remote === true;
    let size = 0;
    let err = "";
    let over: string | null = null;
    let isEnough = false;
    const stop = (why: string): void => {
      over = why;
      kill(child, isTalk);
    };
    const cut = (): void => stop("was cut off");
    if (isTalk) talks.add(cut);
    const ms = isTalk ? silenceMs : (call.ms ?? gitMs);
    const timer = setTimeout(
      () => stop(isTalk ? `heard nothing for ${ms / 1000} s` : `took longer than ${ms / 1000} s`),
      ms,
    );
    const heard = (): void => void (isTalk && timer.refresh());
    child.stdout?.on("data", (chunk: Buffer) => {
      heard();
      if (call.each !== undefined) {
        if (isEnough || call.each(chunk)) return;
        isEnough = true;
        kill(child, isTalk);
        return;
      }
      size += chunk.length;
      if (size > gitBytes) stop(`printed more than ${gitBytes} bytes`);
      else out.push(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      heard();
      if (err.length < 65_536) err += chunk.toString();
    });
    child.stdin?.on("error", () => {});
    child.on("error", (error) => {
      clearTimeout(timer);
      void unstarted(call.cwd, error).then(reject, reject);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      talks.delete(cut);
      if (over !== null)
        reject(
          new Fault(
            "GIT_OVERRUN",
            `git ${call.args[0] ?? ""} in ${call.cwd} ${over}`,
            "leave large generated folders out of the tree (.gitignore), then repeat",
          ),
        );
      else resolve({ exit: isEnough ? 0 : (code ?? -1), out: Buffer.concat(out), err });
    });
  });

/** Starts git; its standard input is open only if the call has an input, which the caller writes. Faults: GIT_MISSING, GIT_REFUSED. */
export const startGit = async (call: GitCall): Promise<ChildProcess> => {
  const { spawn } = await import("node:child_process");
  const program = programOf("git", call.cwd);
  if (program === null) throw await unstarted(call.cwd);
  const env = cleanEnvironment(call);
  return spawn(program, [...words, ...call.args], {
    cwd: call.cwd,
    // A filter that git runs finds git itself, and no program of the working tree.
    env: call.remote === true ? env : { ...env, PATH: `${dirname(program)}:/usr/bin:/bin` },
    stdio: [call.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    windowsHide: true,
    detached: call.apart === true || call.remote === true,
  });
};

/** Runs git and waits. Faults: GIT_MISSING, GIT_FAILED (an unexpected exit code), GIT_OVERRUN. */
export const git = async (call: GitCall): Promise<GitAnswer> => {
  const child = await startGit(call);
  const answer = collect(child, call);
  child.stdin?.end(call.input);
  const done = await answer;
  if (done.exit !== 0 && !(call.also ?? []).includes(done.exit))
    throw (await import("./disk-refused.ts")).diskRefused(call, done.err) ?? failed(call, done);
  return done;
};

/** In a repository of the user, from its top. */
export const gitIn = (
  { top, own }: GitFolders,
  words: readonly string[],
  rest: Omit<GitCall, "cwd" | "args"> = {},
): Promise<GitAnswer> => git({ cwd: top, args: [`--git-dir=${own}`, ...words], ...rest });

export const lineOf = ({ out }: GitAnswer): string => out.toString("utf8").trim();
export const linesOf = ({ out }: GitAnswer): readonly string[] =>
  out
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
/** File names are bytes: latin1 preserves each of them. */
export const splitNames = (out: Buffer): readonly string[] =>
  out
    .toString("latin1")
    .split("\0")
    .filter((name) => name !== "");
export const joinNames = (names: readonly string[]): Buffer =>
  Buffer.from(names.map((name) => `${name}\0`).join(""), "latin1");
export const readable = (name: string): string => Buffer.from(name, "latin1").toString("utf8");

/** Runs git on one working tree and one index. */
export type Ask = (
  args: readonly string[],
  rest?: Omit<GitCall, "cwd" | "args">,
) => Promise<GitAnswer>;
