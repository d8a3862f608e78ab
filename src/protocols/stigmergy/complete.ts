// Completion of a start or adoption from its place and the configuration.
import { settingsOf } from "../../core/configured.ts";
import type { Facts } from "../../core/protocol.ts";
import type { StigmergyCommand } from "./commands.ts";
import { settingNames } from "./settings.ts";

type Config = Readonly<Record<string, unknown>>;

/** The path is the same for every run; an existing file there is refused, whatever the run's name. */
export const complete = (
  command: StigmergyCommand,
  facts: Facts,
  run: string,
  _taken: number,
  config: Config,
): StigmergyCommand => {
  if (command.type === "Start")
    return {
      type: "Start",
      data: {
        ...command.data,
        run,
        root: facts.root,
        ...settingsOf(settingNames, config, command.data.settings),
      },
    };
  if (command.type !== "Adopt") return command;
  return {
    type: "Adopt",
    data: { ...command.data, run, ...settingsOf(settingNames, config, command.data.settings) },
  };
};
