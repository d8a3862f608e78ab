// Effective configuration: the repository's file over the personal one, reread when a file changes.
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { errorText } from "../../core/error-text.ts";
import { Fault } from "../../core/refusal.ts";
import { type Config, emptyConfig } from "../config.ts";
import type { KnownNames } from "./read.ts";

const configName = "cairn.config.json";
type Env = Readonly<Record<string, string | undefined>>;
/** `folders`: nearest first. `personal`: the path of the personal file. `isThere`: whether a folder has a file with a trusted owner. */
type Where = {
  readonly folders: readonly string[];
  readonly personal: string;
  readonly env: Env;
  readonly isThere: (folder: string, name: string) => boolean;
};
export type ConfigReader = () => Promise<Config>;

/** `$XDG_CONFIG_HOME/cairn/config.json`, else the same below `~/.config`; a relative XDG_CONFIG_HOME counts as unset. */
export const personalPath = (env: Env): string => {
  const [home, xdg] = [env["HOME"] || homedir(), env["XDG_CONFIG_HOME"] ?? ""];
  return join(isAbsolute(xdg) ? xdg : join(home, ".config"), "cairn", "config.json");
};

/** undefined: no such file. */
const jsonAt = (path: string): unknown => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  try {
    // Reading a pipe would block every verb.
    if (!stat.isFile()) throw new Error("it is no plain file");
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Fault(
      "CONFIG_UNREADABLE",
      `${path} can't be read: ${errorText(error)}`,
      "mend it, or move it away and let `cairn init` write one",
      error,
    );
  }
};

/** Without a file it costs no reader. Faults: CONFIG_UNREADABLE, CONFIG_INVALID. */
const configOf = async (
  { folders, personal: path, isThere }: Where,
  known: KnownNames,
): Promise<Config> => {
  const given = jsonAt(path);
  const folder = folders.find((one) => isThere(one, configName));
  if (given === undefined && folder === undefined)
    return { ...emptyConfig, personal: { path, agents: [], roles: {} } };
  const { readConfig, readPersonal, sound } = await import("./read.ts");
  const personal = given === undefined ? emptyConfig : sound(readPersonal(given, path, known));
  const own = join(folder ?? "", configName);
  const value = folder === undefined ? {} : jsonAt(own);
  return sound(readConfig(value, own, known, { path, config: personal }));
};

/** A home in the environment overrides the configuration's. */
const withHome = (config: Config, { CAIRN_ULTRAWORK_HOME: home }: Where["env"]): Config =>
  home === undefined || home === ""
    ? config
    : {
        ...config,
        options: { ...config.options, ultrawork: { ...config.options["ultrawork"], home } },
      };

/** For views: a file that can't be used counts as none. */
export const lenient =
  (read: ConfigReader): ConfigReader =>
  () =>
    read().catch((error: unknown) => {
      if (!(error instanceof Fault) || !error.code.startsWith("CONFIG_")) throw error;
      const unread = `the configuration counts as none: ${error.message}; ${error.hint}`;
      return { ...emptyConfig, unread };
    });

/** Rereads a changed file, so that a newly configured agent is available for the next job. */
export const configReader = (where: Where, known: KnownNames): ConfigReader => {
  const look = (): string =>
    [...where.folders.map((folder) => join(folder, configName)), where.personal]
      .map((path) => statSync(path, { throwIfNoEntry: false }))
      .map((file) => `${file?.ino} ${file?.mtimeMs}`)
      .join();
  let [seen, config]: [string, Config | null] = ["", null];
  return async () => {
    const now = look();
    if (config !== null && now === seen) return config;
    const read = withHome(await configOf(where, known), where.env);
    [seen, config] = [now, read];
    return read;
  };
};
