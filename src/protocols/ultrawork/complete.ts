// Defaults of an ultrawork start: folder and team from repository, configuration and run id.
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

/** The configuration section contains options by name; other keys belong to other parts. */
export const withOptions = (config: Config, given: object | undefined): Config => ({
  ...Object.fromEntries(
    t.keysOf(options).flatMap((name) => (name in config ? [[name, config[name]]] : [])),
  ),
  ...given,
});

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
