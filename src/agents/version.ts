// Version of an agent program from its npm package's manifest: `--version` may take ten seconds.
import { execFile } from "node:child_process";
import { readFile, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parsed } from "../core/json/parsed.ts";
import { isRecord } from "../core/json/record.ts";

/** How many levels above the program its package may be. */
const deepest = 4;

const isOf = (
  manifest: Readonly<Record<string, unknown>>,
  folder: string,
  file: string,
): boolean => {
  const { bin } = manifest;
  const places: readonly unknown[] = isRecord(bin) ? Object.values(bin) : [bin];
  return places.some((place) => typeof place === "string" && resolve(folder, place) === file);
};

/** The version of the npm package that lists this file as its program; null: none. */
const packaged = async (path: string): Promise<string | null> => {
  const file = await realpath(path).catch(() => path);
  for (let [folder, n] = [dirname(file), 0]; n < deepest; [folder, n] = [dirname(folder), n + 1]) {
    const manifest = parsed(await readFile(join(folder, "package.json"), "utf8").catch(() => ""));
    if (isRecord(manifest) && isOf(manifest, folder, file))
      return typeof manifest["version"] === "string" ? manifest["version"] : null;
  }
  return null;
};

/** The program's own version output; null: none, or too late. */
const told = (
  path: string,
  env: Readonly<Record<string, string>>,
  ms: number,
): Promise<string | null> =>
  new Promise((done) => {
    execFile(
      path,
      ["--version"],
      { timeout: ms, killSignal: "SIGKILL", env: { ...process.env, ...env } },
      (_error, out) => {
        done(/\d+\.\d+[\w.+-]*/u.exec(out)?.[0] ?? null);
      },
    ).stdin?.end();
  });

/** A program's version, waiting at most `ms` milliseconds; 0: doesn't ask. */
export const versionOf = async (
  path: string,
  env: Readonly<Record<string, string>>,
  ms: number,
): Promise<string | null> => (ms === 0 ? null : ((await packaged(path)) ?? told(path, env, ms)));
