// Completion of a start command from the configuration and the parent run.
import { settingsOf } from "../../core/configured.ts";
import type { Facts } from "../../core/protocol.ts";
import type { IterativeCommand, IterativeCommands } from "./commands.ts";
import { settingNames } from "./settings.ts";

type Config = Readonly<Record<string, unknown>>;
type Start = IterativeCommands["Start"]["data"];

/** A parent run passes the request as `goal`. */
const requested = (data: Start): Start => {
  const { goal, ...rest }: Start & { readonly goal?: unknown } = data;
  return typeof goal === "string" ? { request: goal, ...rest } : data;
};

/** A slug in use is kept: the start is refused, and the refusal suggests a free one. */
export const complete = (
  command: IterativeCommand,
  _facts: Facts,
  run: string,
  _taken: number,
  config: Config,
): IterativeCommand => {
  if (command.type === "Start")
    return {
      type: "Start",
      data: {
        ...requested(command.data),
        run,
        ...settingsOf(settingNames, config, command.data.settings),
      },
    };
  if (command.type !== "Adopt") return command;
  return {
    type: "Adopt",
    data: { ...command.data, run, ...settingsOf(settingNames, config, command.data.settings) },
  };
};
