// Generator of iterative stories from a seed: mode, plan, settings, roughness.
import type { IterativeCommands } from "../../../src/protocols/iterative/commands.ts";
import type { Chance } from "../chance.ts";
import { roughnessOf } from "../roughness.ts";
import type { Roughness } from "../roughness.ts";

type Start = IterativeCommands["Start"]["data"];
export type UnitInput = IterativeCommands["ProposePlan"]["data"]["units"][number];
type Settings = NonNullable<Start["settings"]>;

export type IterativeStory = Roughness & {
  readonly start: Start;
  /** What the planner proposes. */
  readonly units: readonly UnitInput[];
  /** How many passes of honest work a unit takes. */
  readonly steps: Readonly<Record<string, number>>;
};

export const slug = "shop";

const development = (chance: Chance, ids: readonly string[]): readonly UnitInput[] =>
  ids.map((number, index) => {
    const shared = chance.is(0.15) ? ["src/shared.ts"] : [];
    return {
      id: `T${number}`,
      title: `Part ${number}`,
      criteria: Array.from(
        { length: chance.between(1, 2) },
        (_, at) => `src/${number}.ts is good in way ${at + 1}`,
      ),
      files: chance.is(0.1) ? [] : [`src/${number}.ts`, ...shared],
      depends: ids.slice(0, index).flatMap((one) => (chance.is(0.3) ? [`T${one}`] : [])),
      model: chance.pick(["haiku", "sonnet", "opus"]),
      max: chance.between(2, 5),
    };
  });

const knowledge = (chance: Chance, ids: readonly string[]): readonly UnitInput[] =>
  ids.map((number, index) => ({
    id: `R${number}`,
    title: `Question ${number}`,
    criteria: [`question ${number} is answered`],
    output: chance.pick([`sources/${number}.md`, `outputs/${number}.md`, `notes/${number}.md`]),
    depends: index > 0 && chance.is(0.5) ? [`R${index}`] : [],
    max: chance.between(2, 5),
  }));

const gatesOf = (chance: Chance): NonNullable<Settings["gates"]> => [
  ...(chance.is(0.5)
    ? [
        {
          name: "holds",
          argv: ["holds", "{files}"],
          cwd: ".",
          scope: "unit" as const,
          timeout_s: 20,
        },
      ]
    : []),
  ...(chance.is(0.2)
    ? [{ name: "tests", argv: ["suite"], cwd: ".", scope: "run" as const, timeout_s: 20 }]
    : []),
  ...(chance.is(0.15)
    ? [
        {
          name: "format",
          argv: ["formats", "{files}"],
          cwd: ".",
          scope: "unit" as const,
          timeout_s: 20,
        },
      ]
    : []),
];

const settingsOf = (chance: Chance): Settings => ({
  workers: chance.weighed([
    [3, 1],
    [3, 2],
    [2, 4],
  ]),
  interviewer: chance.is(0.7) ? "agent" : "hand",
  planner: chance.weighed([
    [6, "agent"],
    [2, "template"],
    [1, "hand"],
  ] as const),
  gates: gatesOf(chance),
  commits: chance.is(0.7) ? "on" : "off",
  deliver: chance.is(0.7) ? "auto" : "ask",
  test_pass: chance.is(0.5) ? "auto" : "off",
  minutes: { work: 1, verify: 1, review: 1, plan: 1, check: 1 },
  caps: {
    unsettled: chance.between(1, 3),
    rejected: chance.between(1, 3),
    reviews: chance.between(1, 3),
    voids: chance.between(1, 4),
  },
});

export const iterativeStoryOf = (chance: Chance): IterativeStory => {
  const mode = chance.is(0.65) ? "development" : "knowledge";
  const ids = Array.from({ length: chance.between(1, 4) }, (_, index) => String(index + 1));
  const settings = settingsOf(chance);
  const template = mode === "knowledge" && settings.planner === "template";
  const domain =
    mode === "development"
      ? chance.pick(["feature", "bug", "refactor"])
      : template
        ? chance.pick(["writing", "planning"])
        : "research";
  const units = mode === "development" ? development(chance, ids) : knowledge(chance, ids);
  const brief = chance.is(0.6) ? { brief: { outcome: "a shop", done_when: ["people buy"] } } : {};
  return {
    start: {
      request: "Build the shop",
      slug,
      mode,
      domain,
      settings:
        template || settings.planner !== "template" ? settings : { ...settings, planner: "agent" },
      ...brief,
    },
    units,
    steps: Object.fromEntries(units.map(({ id }) => [id ?? "", chance.between(1, 3)])),
    twice: chance.is(0.25),
    ...roughnessOf(chance, { acts: [0.6, [3, 10]], longest: 150 }),
    before: mode === "development" && chance.is(0.2) ? { "src/1.ts": "good already" } : {},
  };
};
