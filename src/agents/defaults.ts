// Default settings for agent programs that read them from files only, below the user's own settings.
import { existsSync } from "node:fs";
import type { AgentConfig, Launch } from "./agent.ts";

export type Defaults = {
  /** The variable that names the file of defaults. */
  readonly variable: string;
  /** Paths of an administrator's defaults, which ours would hide. */
  readonly admins: readonly string[];
  /** A name in `Launch.files`. */
  readonly name: string;
};

/** Empty if an administrator's defaults exist or the configuration names others. `folder`: of `Launch.files`. */
export const defaultsIn = (
  { variable, admins, name }: Defaults,
  { env }: AgentConfig,
  folder: string,
  settings: unknown,
): Required<Pick<Launch, "env" | "files">> =>
  env[variable] !== undefined || admins.some((path) => existsSync(path))
    ? { env: {}, files: {} }
    : { env: { [variable]: `${folder}/${name}` }, files: { [name]: JSON.stringify(settings) } };
