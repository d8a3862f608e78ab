// Defaults of an ultrawork start: folder and team from repository, configuration and run id.
import type { Facts } from "../../core/protocol.ts";
import type { UltraworkCommand, UltraworkCommands } from "./commands.ts";

type Start = UltraworkCommands["Start"]["data"];
type Config = Readonly<Record<string, unknown>>;

const defaultHome = "~/.claude/ultrawork";

/** Replaces characters outside `[A-Za-z0-9._-]` by `-`; `default` if nothing is left. */
export const teamOf = (repo: string | null): string => {
  const name = (repo ?? "").replace(/[^A-Za-z0-9._-]/gu, "-");
  return /^[-.]*$/u.test(name) ? "default" : name;
};

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;
const homeOf = (value: unknown): string | null => textOf(value)?.replace(/(?<=.)\/+$/u, "") ?? null;

const optionNames = [
  "mode",
  "max_workers",
  "max_iterations",
  "max_attempts",
  "plan_only",
  "planner",
  "explorers",
  "baseline",
  "commits",
  "verifier",
  "check_timeout_s",
] as const;

/** The configuration section contains options by name; other keys belong to other parts. */
const configured = (config: Config): Config =>
  Object.fromEntries(optionNames.flatMap((name) => (name in config ? [[name, config[name]]] : [])));

const start = (data: Start, facts: Facts, run: string, config: Config): Start => {
  const session = data.session ?? run;
  return {
    ...data,
    run,
    session,
    session_task: data.session_task ?? session,
    team: teamOf(textOf(data.team) ?? facts.repo),
    home: homeOf(data.home) ?? homeOf(config["home"]) ?? defaultHome,
    options: { ...configured(config), ...data.options },
  };
};

/** A session name in use is kept: the start is refused, and the refusal suggests a free one. */
export const complete = (
  command: UltraworkCommand,
  facts: Facts,
  run: string,
  config: Config,
): UltraworkCommand => {
  if (command.type === "Start")
    return { type: "Start", data: start(command.data, facts, run, config) };
  if (command.type !== "Adopt") return command;
  const { found } = command.data;
  return {
    type: "Adopt",
    data: {
      ...command.data,
      run,
      found: { ...found, options: { ...configured(config), ...found.options } },
    },
  };
};
