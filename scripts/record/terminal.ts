// A terminal of fixed size in which one command after the other is run for real, with every byte that it prints and when.
import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

/** Output of a terminal; `at`: milliseconds since the recording began, with long silences left out. */
export type Chunk = { readonly at: number; readonly data: string };

/**
 * @property argv the command, run without a shell
 * @property shown how it is typed in the recording
 * @property answers what is typed when a prompt appears, each once and in this order
 * @property exit the only exit code with which the recording goes on
 */
export type Scene = {
  readonly argv: readonly string[];
  readonly shown: string;
  readonly answers?: readonly { readonly prompt: RegExp; readonly text: string }[];
  readonly exit: number;
};

export type Size = { readonly columns: number; readonly rows: number };

/** A silence is shown for at most this long, in milliseconds. */
const MAX_SILENCE_MS = 900;
const KEY_MS = 35;
/** A command that prints nothing for this long waits for an answer that no scene gives. */
const STUCK_MS = 30_000;

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Collects chunks on a clock that skips silences. */
const tape = () => {
  const chunks: Chunk[] = [];
  let at = 0;
  let last = Date.now();
  return {
    chunks,
    put: (data: string): void => {
      const now = Date.now();
      at += Math.min(now - last, MAX_SILENCE_MS);
      last = now;
      chunks.push({ at, data });
    },
  };
};

const played = (
  scene: Scene,
  size: Size,
  cwd: string,
  env: NodeJS.ProcessEnv,
  put: (data: string) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const line = `stty cols ${size.columns} rows ${size.rows}; exec ${scene.argv.map(quoted).join(" ")}`;
    const child = spawn("script", ["-qfec", line, "/dev/null"], {
      cwd,
      env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const open = [...(scene.answers ?? [])];
    let text = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), STUCK_MS);
    child.stdout.setEncoding("utf8").on("data", (data: string) => {
      timer.refresh();
      put(data);
      text += data;
      const [answer] = open;
      if (answer === undefined || !answer.prompt.test(text)) return;
      open.shift();
      text = "";
      setTimeout(() => child.stdin.write(`${answer.text}\r`), MAX_SILENCE_MS);
    });
    child.once("error", reject);
    child.once("close", (exit) => {
      clearTimeout(timer);
      if (exit === scene.exit && open.length === 0) resolve();
      else
        reject(
          new Error(
            `${scene.shown} ended with ${exit ?? "a signal"}, ${open.length} prompts never came:\n${text.slice(-2_000)}`,
          ),
        );
    });
  });

/** Plays all scenes on one screen, as somebody would type them. */
export const recorded = async (
  scenes: readonly Scene[],
  size: Size,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly Chunk[]> => {
  const { chunks, put } = tape();
  for (const scene of scenes) {
    put("\u001B[32m$\u001B[39m ");
    await pause(MAX_SILENCE_MS);
    for (const key of scene.shown) {
      put(key);
      await pause(KEY_MS);
    }
    put("\r\n");
    await played(scene, size, cwd, env, put);
  }
  return chunks;
};
