// Generator of ultrawork stories from a seed: plan, options, roughness.
import type { Chance } from "./chance.ts";
import { roughnessOf } from "./roughness.ts";
import type { Roughness } from "./roughness.ts";

type Planned = Readonly<Record<string, unknown>> & { readonly id: string };
type Plan = { readonly tasks: readonly Planned[]; readonly verify?: unknown };
type Options = { readonly mode: "interactive" | "auto" } & Readonly<Record<string, unknown>>;

export type Story = Roughness & {
  readonly plan: Plan;
  /** The plan comes with the start; else a planner is asked for it. */
  readonly given: boolean;
  readonly explorers: number;
  readonly options: Options;
};

const criteriaOf = (chance: Chance, id: string, interactive: boolean): readonly unknown[] =>
  Array.from({ length: chance.between(1, 3) }, (_, index) => {
    const file = `src/${id}.ts`;
    const criteria = `criterion ${index + 1} of ${id}`;
    return chance.weighed<unknown>([
      [8, { criteria, command: `holds ${file}` }],
      [2, { criteria, path: file, match: "good" }],
      [1, { criteria, command: "suite", type: "test_result" }],
      [1.5, criteria],
      [0.7, { criteria, path: `shots/${id}.png`, type: "screenshot" }],
      [interactive ? 1 : 0, { criteria, type: "manual" }],
    ]);
  });

const planOf = (chance: Chance, interactive: boolean): Plan => {
  const ids = Array.from({ length: chance.between(2, 8) }, (_, index) => String(index + 1));
  const tasks = ids.map((id, index): Planned => {
    const blockers = ids.slice(0, index).filter(() => chance.is(0.3));
    return {
      id,
      subject: `Task ${id}`,
      blocked_by: blockers,
      complexity: chance.pick(["simple", "standard", "complex"]),
      success_criteria: criteriaOf(chance, id, interactive),
    };
  });
  const whole = [
    ...(chance.is(0.7)
      ? [{ criteria: "the whole suite passes", command: "suite", type: "test_result" as const }]
      : []),
    ...(interactive && chance.is(0.1)
      ? [{ criteria: "it looks right", type: "manual" as const }]
      : []),
  ];
  return { tasks, ...(whole.length === 0 ? {} : { verify: { success_criteria: whole } }) };
};

export const storyOf = (chance: Chance): Story => {
  const interactive = chance.is(0.5);
  const plan = planOf(chance, interactive);
  const given = chance.is(0.6);
  return {
    plan,
    given,
    explorers: given ? 0 : chance.between(0, 2),
    options: {
      mode: interactive ? "interactive" : "auto",
      max_attempts: chance.between(1, 4),
      max_workers: chance.between(0, 3),
      max_iterations: chance.between(1, 5),
      judge:
        interactive && chance.is(0.2) ? "person" : chance.is(0.3) ? "other-agent" : "other-session",
      timeout_s: 20,
    },
    ...roughnessOf(chance),
    before: Object.fromEntries(
      plan.tasks.flatMap(({ id }) => (chance.is(0.1) ? [[`src/${id}.ts`, "good already"]] : [])),
    ),
  };
};
