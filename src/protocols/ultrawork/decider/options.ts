// Parser of ultrawork's options, with ranges: from flags, configuration or parent runs.
import type { optionsInput } from "../shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import { type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { defaultExplorers, defaultOptions, type Options } from "../options.ts";

export type OptionsInput = Of<typeof optionsInput>;
type Explorers = NonNullable<OptionsInput["explorers"]>;

const idForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const mostExplorers = 8;

export const wrong = (name: string, value: unknown, fits: string): Refusal =>
  refuse("OPTION_INVALID", `${name} cannot be ${JSON.stringify(value)}`, {
    fits,
    pointer: `/options/${name}`,
  });

const oneOf = <T extends string>(name: string, value: string, among: readonly T[]): T | Refusal =>
  among.find((one) => one === value) ?? wrong(name, value, among.join(" or "));

const ranges = {
  max_workers: [0, 64],
  max_iterations: [1, 50],
  max_attempts: [1, 10],
  check_timeout_s: [1, 7_200],
} as const;

const explorersOf = (given: Explorers): Options["explorers"] | Refusal => {
  if (typeof given === "number") {
    return Number.isInteger(given) && given >= 0 && given <= defaultExplorers.length
      ? defaultExplorers.slice(0, given)
      : wrong("explorers", given, `0 to ${defaultExplorers.length}, or a list of hints`);
  }
  const list = given.map((one, index) =>
    typeof one === "string"
      ? { id: `exp-${index + 1}`, hint: one }
      : { id: one.id, hint: one.hint },
  );
  const ids = new Set(list.map(({ id }) => id.toLowerCase()));
  const sound =
    list.length <= mostExplorers &&
    ids.size === list.length &&
    list.every(({ id, hint }) => idForm.test(id) && hint.trim() !== "" && hint.length <= 2_000);
  return sound
    ? list
    : wrong("explorers", given, `at most ${mostExplorers}, each with an id of its own and a hint`);
};

/** Merges given options over the existing ones; returns all findings at once. */
export const mergeOptions = (before: Options, given: OptionsInput): Options | Refusal => {
  const { mode = before.mode, planner = before.planner, verifier = before.verifier } = given;
  const explorers = given.explorers === undefined ? before.explorers : explorersOf(given.explorers);
  const numbers = {
    max_workers: given.max_workers ?? before.max_workers,
    max_iterations: given.max_iterations ?? before.max_iterations,
    max_attempts: given.max_attempts ?? before.max_attempts,
    check_timeout_s: given.check_timeout_s ?? before.check_timeout_s,
  };
  const misses = Object.entries(ranges).flatMap(([name, [least, most]]) => {
    const value = Object.entries(numbers).find(([key]) => key === name)?.[1] ?? least;
    return Number.isInteger(value) && value >= least && value <= most
      ? []
      : [wrong(name, value, `a whole number from ${least} to ${most}`)];
  });
  const rest = {
    plan_only: given.plan_only ?? before.plan_only,
    baseline: given.baseline ?? before.baseline,
    commits: given.commits ?? before.commits,
  };
  const sound = oneOf("mode", mode, ["interactive", "auto"]);
  const plans = oneOf("planner", planner, ["agent", "hand"]);
  const judges = oneOf("verifier", verifier, ["other-session", "other-agent", "person"]);
  if (
    typeof sound !== "object" &&
    typeof plans !== "object" &&
    typeof judges !== "object" &&
    !("code" in explorers) &&
    misses.length === 0
  )
    return {
      ...before,
      mode: sound,
      planner: plans,
      verifier: judges,
      explorers,
      ...numbers,
      ...rest,
    };
  const all = [sound, plans, judges, explorers].flatMap((one) =>
    typeof one === "object" && "code" in one ? [one] : [],
  );
  return refuseAll([...all, ...misses]) ?? wrong("options", given, "see schema");
};

export const startOptions = (given: OptionsInput | undefined): Options | Refusal =>
  mergeOptions(defaultOptions, given ?? {});
