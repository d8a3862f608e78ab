// Why: how a stuck unit may go on depends on why it is stuck; rules and decisions read the same table (specification, section 6.1).
import type { DecisionOption } from "../../../core/job.ts";
import { textLimit } from "../limits.ts";
import type { IterativeCommands } from "../messages.ts";
import type { StuckKind, UnitId } from "../state.ts";

export type UnitOption = IterativeCommands["AnswerUnit"]["data"]["option"];

const last = ["skip", "drop"] as const;
export const optionsFor: Readonly<Record<StuckKind, readonly UnitOption[]>> = {
  blocked: ["unblock", "simplify", "step-in", ...last],
  timeout: ["raise", "simplify", "step-in", ...last],
  unsettled: ["again", "simplify", "step-in", "accept", ...last],
  unverified: ["simplify", "step-in", "accept", ...last],
  saturated: ["fresh", "model", "again", "simplify", "step-in", ...last],
  unrunnable: ["again", "step-in", ...last],
};

const passes = { type: "integer", minimum: 1, maximum: 100, description: "how many passes more" };
const criteria = {
  type: "array",
  minItems: 1,
  items: { type: "string", minLength: 1, maxLength: textLimit },
  description: "what must hold instead",
};
const fields = (properties: Readonly<Record<string, unknown>>, required: readonly string[]) => ({ type: "object", properties, required });

type Told = Omit<DecisionOption, "id">;
const told: Readonly<Record<UnitOption, Told>> = {
  unblock: { means: "it goes on from where it was; the next pass reads your note", note: "must" },
  raise: { means: "it gets so many passes more", note: "may", fields: fields({ n: passes }, ["n"]) },
  simplify: {
    means: "other criteria take the place of these; all proof is void",
    note: "may",
    fields: fields({ criteria, n: passes }, ["criteria"]),
  },
  "step-in": { means: "you work on it, or mend what stops it, and hand it back: the gate comes next, and no pass is spent", note: "none" },
  again: { means: "it goes on from where it was", note: "may" },
  accept: { means: "it counts as done with its gaps, in your name and shown for ever", note: "must" },
  fresh: { means: "the next pass begins as the first did; what was tried becomes a lesson", note: "may" },
  model: {
    means: "another tier works on it",
    note: "may",
    fields: fields({ model: { enum: ["haiku", "sonnet", "opus"], description: "haiku light, sonnet standard, opus heavy" } }, ["model"]),
  },
  skip: { means: "it stays as it is; asked again when nothing else can run", note: "may" },
  drop: { means: "it is taken out of the plan", note: "may" },
};

/** Of a unit whose criteria nobody wrote down. */
export const criteriaOptions: readonly DecisionOption[] = [
  { id: "set", means: "by these it is worked on and judged", note: "none", fields: fields({ criteria }, ["criteria"]) },
  { id: "drop", ...told.drop, note: "must" },
];

/** Where all passes are used, simpler criteria want more of them too. */
const simplerAndMore: Told = { ...told.simplify, fields: fields({ criteria, n: passes }, ["criteria", "n"]) };

export const unitOptions = (unit: UnitId, kind: StuckKind): readonly DecisionOption[] =>
  optionsFor[kind].map((id) => ({
    id,
    ...(kind === "timeout" && id === "simplify" ? simplerAndMore : told[id]),
    ...(id === "step-in" ? { mends: unit } : {}),
  }));
