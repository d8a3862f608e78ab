// Reader of options in an existing ultrawork folder; foreign ones stay unknown keys.
import type { Extra } from "../../../core/fields.ts";
import { isRecord } from "../../../core/record.ts";
import { isRefusal } from "../../../core/refusal.ts";
import { type OptionsInput, startOptions } from "../decider/options.ts";

export type OptionsRead = {
  readonly options: OptionsInput;
  readonly iteration: number;
  readonly told: readonly string[];
};

const parsed = (extras: readonly Extra[], name: string): unknown => {
  const text = extras.find(([key]) => key === name)?.[1];
  return text === undefined ? undefined : JSON.parse(text);
};

const numbers = ["max_workers", "max_iterations", "max_attempts", "check_timeout_s"] as const;
const truths = ["plan_only", "baseline", "commits"] as const;
const mostIterations = 50;

const given = (options: unknown): OptionsInput => {
  if (!isRecord(options)) return {};
  const found: Record<string, string | number | boolean> = {};
  for (const name of numbers) {
    const value = options[name];
    if (typeof value === "number") found[name] = value;
  }
  for (const name of truths) {
    const value = options[name];
    if (typeof value === "boolean") found[name] = value;
  }
  if (options["mode"] === "auto" || options["auto_mode"] === true || options["auto"] === true)
    found["mode"] = "auto";
  return found;
};

/** From the unknown keys of session.json, where they stay. */
export const optionsRead = (extras: readonly Extra[]): OptionsRead => {
  const all = given(parsed(extras, "options"));
  const told: string[] = [];
  const fitting = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => {
      const fits = !isRefusal(startOptions({ [name]: value }));
      if (!fits)
        told.push(
          `OPTION_INVALID: option ${name} can't be ${JSON.stringify(value)}, and is left at what it usually is`,
        );
      return fits;
    }),
  );
  const said = parsed(extras, "iteration");
  const iteration =
    typeof said === "number" && Number.isInteger(said) && said >= 1 && said <= mostIterations
      ? said
      : 1;
  const sound = startOptions(fitting);
  const short = !isRefusal(sound) && sound.max_iterations < iteration;
  return { options: short ? { ...fitting, max_iterations: iteration } : fitting, iteration, told };
};
