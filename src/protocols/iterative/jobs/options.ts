// Answers that fit a stuck unit, by why it is stuck, for rules and decisions (specification, section 6.1).
import type { DecisionOption } from "../../../core/job.ts";
import { textLimit } from "../limits.ts";
import type { Of } from "../../../kit/schema.ts";
import type { unitOption } from "../shapes.ts";
import type { StuckKind, UnitId } from "../state.ts";

export type UnitOption = Of<typeof unitOption>;

const last = ["skip", "drop"] as const;
export const optionsFor: Readonly<Record<StuckKind, readonly UnitOption[]>> = {
  blocked: ["unblock", "simplify", "step-in", ...last],
  timeout: ["raise", "simplify", "step-in", ...last],
  unsettled: ["again", "simplify", "step-in", "accept", ...last],
  unverified: ["simplify", "step-in", "accept", ...last],
  saturated: ["fresh", "model", "again", "simplify", "step-in", ...last],
  unrunnable: ["again", "step-in", ...last],
};

const passes = {
  type: "integer",
  minimum: 1,
  maximum: 100,
  examples: [1],
  description: "how many passes more",
};
const criteria = {
  type: "array",
  minItems: 1,
  items: { type: "string", minLength: 1, maxLength: textLimit },
  description: "what must hold instead",
};
const fields = (properties: Readonly<Record<string, unknown>>, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
});

type Told = Omit<DecisionOption, "id">;
const told: Readonly<Record<UnitOption, Told>> = {
  unblock: {
    label: "Unblock it",
    means: "It continues from where it was. The next pass reads your note.",
    note: "must",
  },
  raise: {
    label: "Allow more passes",
    means: "It gets that many more passes.",
    note: "may",
    fields: fields({ n: passes }, ["n"]),
  },
  simplify: {
    label: "Simplify the criteria",
    means: "Other criteria replace these. What was proved counts no more.",
    note: "may",
    fields: fields({ criteria, n: passes }, ["criteria"]),
  },
  "step-in": {
    label: "I'll fix it myself",
    means:
      "Agents leave it alone until you hand it back. Then its checks run, and no pass is spent.",
    note: "none",
  },
  again: { label: "Try again", means: "It continues from where it was.", note: "may" },
  accept: {
    label: "Accept with gaps",
    means: "It counts as done with its gaps, in your name and always shown as such.",
    note: "must",
  },
  fresh: {
    label: "Start fresh",
    means: "The next pass begins as the first did. What was tried becomes a lesson.",
    note: "may",
  },
  model: {
    label: "Use another model",
    means: "An agent of another tier works on it.",
    note: "may",
    fields: fields(
      {
        model: {
          enum: ["haiku", "sonnet", "opus"],
          description: "haiku light, sonnet standard, opus heavy",
        },
      },
      ["model"],
    ),
  },
  skip: {
    label: "Skip for now",
    means: "It stays as it is. You are asked again when nothing else can run.",
    note: "may",
  },
  drop: { label: "Drop the unit", means: "It is taken out of the plan.", note: "may", ends: true },
};

/** For a unit without criteria. */
export const criteriaOptions: readonly DecisionOption[] = [
  {
    id: "set",
    label: "Set criteria",
    means: "It is worked on and judged by these.",
    note: "none",
    fields: fields({ criteria }, ["criteria"]),
  },
  { id: "drop", ...told.drop, note: "must" },
];

/** If all passes are used, simpler criteria need additional passes. */
const simplerAndMore: Told = {
  ...told.simplify,
  fields: fields({ criteria, n: passes }, ["criteria", "n"]),
};

/** More passes don't help if agents find nothing left to do and a check still fails: a person should look first. */
const ordered = (kind: StuckKind, red: boolean): readonly UnitOption[] =>
  red && kind === "timeout"
    ? ["step-in", ...optionsFor[kind].filter((id) => id !== "step-in")]
    : optionsFor[kind];

/** @param red whether a check of its last gate failed */
export const unitOptions = (
  unit: UnitId,
  kind: StuckKind,
  red: boolean,
): readonly DecisionOption[] =>
  ordered(kind, red).map((id, index) => ({
    id,
    ...(kind === "timeout" && id === "simplify" ? simplerAndMore : told[id]),
    ...(id === "step-in" ? { mends: unit } : {}),
    ...(index === 0 && id !== "simplify" ? { recommended: true } : {}),
  }));
