// Why: settings that the configuration gives stand behind those that were said, and a name in it that is no setting is told.
import { isRecord } from "../../core/record.ts";
import type { Facts } from "../../core/protocol.ts";
import type { IterativeCommand, IterativeCommands } from "./messages.ts";
import { settingNames } from "./settings.ts";

type Config = Readonly<Record<string, unknown>>;
type Given = IterativeCommands["Start"]["data"]["settings"];

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
  // Not judged yet: whatever doesn't fit is refused where the command is read.
  const settings: Given = over(config, isRecord(said) ? said : {});
  return { settings, odd: Object.keys(config).filter((name) => !isSetting(name)) };
};

type Start = IterativeCommands["Start"]["data"];
/** A run that starts this one calls what is wanted its goal. */
const requested = (data: Start): Start => {
  const { goal, ...rest }: Start & { readonly goal?: unknown } = data;
  return typeof goal === "string" ? { request: goal, ...rest } : data;
};

/** A slug that is taken stays: the start is refused, and says what would fit. */
export const complete = (command: IterativeCommand, _facts: Facts, run: string, _taken: number, config: Config): IterativeCommand => {
  if (command.type === "Start")
    return { type: "Start", data: { ...requested(command.data), run, ...settingsOf(config, command.data.settings) } };
  if (command.type !== "Adopt") return command;
  return { type: "Adopt", data: { ...command.data, run, ...settingsOf(config, command.data.settings) } };
};
