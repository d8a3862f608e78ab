// Options of a protocol, from its section of the configuration, in which no key may be without effect.
import { pointTo } from "../../core/json/json.ts";
import { unknownKey } from "../../core/words/near.ts";
import type { Protocol } from "../../core/protocol.ts";
import { Fault } from "../../core/refusal.ts";
import type { Config } from "../config.ts";

type Optional = Pick<Protocol, "name" | "optionNames">;

/** A sentence for each key that is no option. */
export const unknownOptions = (
  { options }: Config,
  { name, optionNames = [] }: Optional,
): readonly string[] =>
  Object.keys(options[name] ?? {})
    .filter((key) => !optionNames.includes(key))
    .map((key) => {
      const where = `cairn.config.json ${pointTo(pointTo("", name), key)}`;
      return optionNames.length === 0
        ? `${where} has no effect: ${name} has no options`
        : `${where} ${unknownKey(name, key, optionNames)}`;
    });

/** All protocols share one list of checks: a protocol with checks uses it unless its options set others. Fault CONFIG_INVALID. */
export const optionsOf = (
  config: Config,
  protocol: Optional & Pick<Protocol, "checksOption">,
): Readonly<Record<string, unknown>> => {
  const unknown = unknownOptions(config, protocol);
  if (unknown.length > 0)
    throw new Fault("CONFIG_INVALID", unknown.join("\n"), "mend these places, or take them out");
  const { options, ready } = config;
  const { name, checksOption } = protocol;
  const own = options[name] ?? {};
  if (checksOption === undefined || ready.checks.length === 0 || own[checksOption] !== undefined)
    return own;
  const checks = ready.checks.map(({ name: check, argv, cwd, ms }) => ({
    name: check,
    argv,
    cwd,
    timeout_s: ms / 1_000,
  }));
  return { ...own, [checksOption]: checks };
};
