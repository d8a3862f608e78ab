// Opening of the page in the user's browser, without the token in arguments that all may read.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** In ms: a program that runs longer than this has become the browser itself, and has read the file. */
const patience = 10_000;

/** The user's choice, else the system's own. */
const programOf = ({ BROWSER: chosen = "" }: NodeJS.ProcessEnv): string =>
  chosen.split(":")[0] || (process.platform === "darwin" ? "open" : "xdg-open");

/** Why the address couldn't be opened; null: it is open. It holds the token, so it is handed over in a file of the user's own. Rejects where none can be made. */
export const openPage = async (url: string, env: NodeJS.ProcessEnv): Promise<string | null> => {
  const [program, folder] = [programOf(env), mkdtempSync(join(tmpdir(), "cairn-page-"))];
  const file = join(folder, "cairn.html");
  const page = `<!doctype html><meta http-equiv="refresh" content="0;url=${url}">`;
  writeFileSync(file, page, { mode: 0o600 });
  const child = spawn(program, [`file://${file}`], { env, stdio: "ignore", detached: true });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  const end = (why: string | null): void => {
    clean();
    resolve(why);
  };
  setTimeout(end, patience, null).unref();
  process.once("exit", clean);
  child.on("error", () => end(`${program} can't be started`));
  // One that ends well has told a browser, which may not have read the file yet.
  child.on("exit", (code) => void (code === 0 || end(`${program} failed`)));
  child.unref();
  return promise;
};
