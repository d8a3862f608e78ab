// Runner processes started from the page: each ends with the server; their last output lines stay readable.
import { type ChildProcess, spawn } from "node:child_process";
import { cleanLine } from "../core/words/clean.ts";
import type { Time } from "../core/row.ts";

export type PageRunners = {
  /** Starts one unless ours is active; false: it can't be started. */
  drive(run: string): Promise<boolean>;
  /** Asks ours to let go, as Ctrl-C does: running jobs continue. false: none of ours is active. */
  rest(run: string): Promise<boolean>;
  of(run: string): { readonly since: Time; readonly words: readonly string[] } | null;
  /** The end of a run's last runner, and its last output with the reason; null: none, or silent. */
  lastWords(run: string): { readonly at: Time; readonly words: readonly string[] } | null;
  /** Resolves when none of ours is active on it. */
  gone(run: string): Promise<void>;
  /** Stops all within two seconds, by force if needed; starts no more. */
  end(): Promise<void>;
};

/** The command that starts a runner, with folder and environment. */
export type RunnerProgram = {
  readonly argv: (run: string) => readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
};

/** Limits of stored output: lines, and characters of each. */
const mostWords = 20;
const mostWide = 300;
/** Limit of an unfinished line including sequences to be removed: only its beginning is shown. */
const mostUnread = 4 * mostWide;
/** Time for runners to let go when the server ends, in ms. */
const graceMs = 1_500;
/** Time for a runner's last output after its end, in ms. */
const lastWordsMs = 250;

/** `again`: a request to drive arrived while this one was letting go. `resting`: it was asked to let go. */
type Runner = {
  readonly child: ChildProcess;
  readonly since: Time;
  readonly words: string[];
  readonly gone: Promise<void>;
  again: boolean;
  resting: boolean;
};

/** The exit code of `cairn run` when it waits for input. */
const waits = 3;

const listen = (child: ChildProcess, words: string[]): void => {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = (lines.pop() ?? "").slice(0, mostUnread);
      words.push(
        ...lines.map((line) => cleanLine(line).slice(0, mostWide)).filter((line) => line !== ""),
      );
      words.splice(0, words.length - mostWords);
    });
  }
};

const spawned = ({ argv, cwd, env }: RunnerProgram, run: string) => {
  const [file = process.execPath, ...words] = argv(run);
  // In its own group: Ctrl-C in the server's terminal reaches it once, through the server.
  return spawn(file, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
};

/** Asks all to end, and kills slow ones. */
const ended = async (all: readonly Runner[]): Promise<void> => {
  for (const { child } of all) child.kill("SIGINT");
  const timer = setTimeout(() => {
    for (const { child } of all) child.kill("SIGKILL");
  }, graceMs);
  await Promise.all(all.map(({ gone }) => gone));
  clearTimeout(timer);
};

/** `changed`: called when one started or ended. */
export const createRunners = (
  program: RunnerProgram,
  now: () => Time,
  changed: (run: string) => void,
): PageRunners => {
  const atWork = new Map<string, Runner>();
  const last = new Map<string, { readonly at: Time; readonly words: readonly string[] }>();
  let over = false;

  const begin = (run: string): Promise<boolean> => {
    const child = spawned(program, run);
    const said: string[] = [];
    const gone = new Promise<void>((resolve) => {
      const end = (): void => {
        const own = atWork.get(run);
        if (own?.child === child) {
          atWork.delete(run);
          last.set(run, { at: now(), words: said });
          if (own.again && !over && (own.resting || child.exitCode === waits)) void begin(run);
          else changed(run);
        }
        resolve();
      };
      // Its last output has arrived by then, without waiting for a grandchild's open streams.
      child.once("close", end);
      child.once("exit", () => setTimeout(end, lastWordsMs).unref());
      child.once("error", end);
    });
    listen(child, said);
    atWork.set(run, { child, since: now(), words: said, gone, again: false, resting: false });
    changed(run);
    return new Promise((resolve) => {
      child.once("spawn", () => resolve(true));
      child.once("error", () => resolve(false));
    });
  };

  return {
    async drive(run) {
      if (over) return false;
      const runner = atWork.get(run);
      if (runner === undefined) return begin(run);
      runner.again = true;
      return true;
    },
    async rest(run) {
      const runner = atWork.get(run);
      if (runner === undefined) return false;
      runner.again = false;
      runner.resting = true;
      runner.child.kill("SIGINT");
      return true;
    },
    of(run) {
      const runner = atWork.get(run);
      return runner === undefined ? null : { since: runner.since, words: runner.words };
    },
    lastWords(run) {
      const said = last.get(run);
      return said === undefined || said.words.length === 0 ? null : said;
    },
    gone: async (run) => atWork.get(run)?.gone,
    async end() {
      over = true;
      await ended([...atWork.values()]);
    },
  };
};
