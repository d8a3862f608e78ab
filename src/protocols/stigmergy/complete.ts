// Why: settings that the configuration gives stand behind those that were said, and a name in it that is no setting is told.
import type { Facts } from "../../core/protocol.ts";
import { isRecord } from "../../core/record.ts";
import type { StigmergyCommand, StigmergyCommands } from "./messages.ts";
import { settingNames } from "./settings.ts";

type Config = Readonly<Record<string, unknown>>;
type Given = StigmergyCommands["Start"]["data"]["settings"];

const isSetting = (name: string): boolean => settingNames.some((one) => one === name);

/** What is said counts before what is configured, in the objects among them field by field. The schema judges the values. */
const over = (configured: Config, said: Config): Config =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const [below, above] = [configured[name], said[name]];
      const value = isRecord(below) && isRecord(above) ? { ...below, ...above } : (above ?? below);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

const settingsOf = (config: Config, said: Given): { readonly settings: Given; readonly odd: readonly string[] } => {
  const settings: Given = over(config, isRecord(said) ? said : {});
  return { settings, odd: Object.keys(config).filter((name) => !isSetting(name)) };
};

/** The place is always the same: what lies there already is refused, whatever the run is called. */
export const complete = (command: StigmergyCommand, facts: Facts, run: string, _taken: number, config: Config): StigmergyCommand => {
  if (command.type === "Start")
    return { type: "Start", data: { ...command.data, run, root: facts.root, ...settingsOf(config, command.data.settings) } };
  if (command.type !== "Adopt") return command;
  return { type: "Adopt", data: { ...command.data, run, ...settingsOf(config, command.data.settings) } };
};
