// Defaults of an ultrawork start: folder and team from repository, configuration and run id.
import { settingsOf } from "../../core/configured.ts";
import type { Beginning } from "../../kit/command.ts";
import * as t from "../../kit/schema.ts";
import { options } from "./shapes.ts";

type Config = Readonly<Record<string, unknown>>;

/** What a start may name. */
type Named = {
  readonly [K in "session" | "session_task" | "team" | "home"]?: string | undefined;
} & { readonly options?: object | undefined };

const defaultHome = "~/.claude/ultrawork";

/** Replaces characters outside `[A-Za-z0-9._-]` by `-`; `default` if nothing is left. */
export const teamOf = (repo: string | null): string => {
  const name = (repo ?? "").replace(/[^A-Za-z0-9._-]/gu, "-");
  return /^[-.]*$/u.test(name) ? "default" : name;
};

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;
const homeOf = (value: unknown): string | null => textOf(value)?.replace(/(?<=.)\/+$/u, "") ?? null;

const names = t.keysOf(options);
/** Keys of its section in the configuration. */
export const optionNames = ["home", ...names];

export const withOptions = (config: Config, given: object | undefined): Config =>
  settingsOf(names, config, given);

/** A session name in use is kept: the start is refused, and the refusal suggests a free one. */
export const completeStart = <D extends Named>(data: D, { facts, run, config }: Beginning) => {
  const session = data.session ?? run;
  return {
    ...data,
    session,
    session_task: data.session_task ?? session,
    team: teamOf(textOf(data.team) ?? facts.repo),
    home: homeOf(data.home) ?? homeOf(config["home"]) ?? defaultHome,
    options: withOptions(config, data.options),
  };
};
