// Generator of stigmergy stories from a seed: epics, settings, roster, roughness.
import type { StigmergyCommands } from "../../../src/protocols/stigmergy/commands.ts";
import type { Chance } from "../chance.ts";
import { roughnessOf } from "../roughness.ts";
import type { Roughness } from "../roughness.ts";
import type { Outline } from "./papers.ts";

type Start = StigmergyCommands["Start"]["data"];
type Settings = NonNullable<Start["settings"]>;

export type StigmergyStory = Roughness & {
  readonly start: Start;
  /** What the product requirements head. */
  readonly outline: Outline;
  /** Commands that the QA protocol names. */
  readonly commands: readonly string[];
  /** Share of jobs that are done by editing the file alone, as the original's prompts ask. */
  readonly byHand: number;
};

const outlineOf = (chance: Chance): Outline =>
  Array.from({ length: chance.between(1, 2) }, (_, epic) => ({
    title: `Epic ${epic + 1}`,
    stories: Array.from({ length: chance.between(1, 3) }, (_one, story) => ({
      id: `${epic + 1}.${story + 1}`,
      title: `Part ${epic + 1}.${story + 1}`,
      criteria: Array.from(
        { length: chance.between(1, 3) },
        (_two, n) => `src/${epic + 1}.${story + 1}.ts is good in way ${n + 1}`,
      ),
    })),
  }));

const commandsOf = (chance: Chance): readonly string[] => {
  const all = [
    "suite",
    ...(chance.is(0.3) ? ["flaky"] : []),
    ...(chance.is(0.2) ? ["writes"] : []),
    ...(chance.is(0.2) ? ["lint"] : []),
  ];
  return chance.is(0.06) ? ["true"] : all;
};

const rosterOf = (chance: Chance): Readonly<Record<string, string>> => ({
  ...(chance.is(0.1) ? { sarah: "person" } : {}),
  ...(chance.is(0.1) ? { james: "hand" } : {}),
  ...(chance.is(0.05) ? { dexter: "hand" } : {}),
  ...(chance.is(0.05) ? { mary: "hand" } : {}),
});

const settingsOf = (chance: Chance, commands: readonly string[]): Settings => ({
  roster: rosterOf(chance),
  ...(chance.is(0.3)
    ? { checks: commands.map((command) => ({ name: command, argv: [command], timeout_s: 20 })) }
    : {}),
  gates: chance.pick([
    ["blueprint"],
    ["blueprint"],
    ["brief", "blueprint", "story"],
    ["story"],
    [],
  ]),
  concurrency: chance.weighed([
    [4, 1],
    [3, 2],
    [1, 3],
  ]),
  strikes: chance.between(1, 3),
  issues_per_subject: chance.between(1, 3),
  audit: chance.pick(["on-trouble", "on-trouble", "always", "never"]),
  ux: chance.is(0.25),
  reviewer: chance.weighed([
    [5, "other-session"],
    [2, "other-agent"],
    [1, "person"],
  ]),
  minutes: { work: chance.between(1, 3), review: 1, plan: 1, story: 1, check: 1 },
  attempts: chance.between(1, 3),
});

export const stigmergyStoryOf = (chance: Chance): StigmergyStory => {
  const commands = commandsOf(chance);
  const settings = settingsOf(chance, commands);
  const briefed = chance.is(0.25);
  return {
    start: {
      goal: "Sell rare houseplants",
      name: "Seed shop",
      autonomy: chance.is(0.5) ? "autonomous" : "supervised",
      settings,
      ...(briefed ? { brief: "docs/brief.md" } : {}),
    },
    outline: outlineOf(chance),
    commands,
    byHand: chance.pick([0, 0.2, 0.5, 1]),
    twice: chance.is(0.25),
    ...roughnessOf(chance, {
      acts: [0.6, [3, 10]],
      longest: 150,
      edits: (by) => (by.is(0.55) ? by.pick([3, 8, 20]) : 0),
    }),
    before: {
      ...(briefed ? { "docs/brief.md": "Sell plants." } : {}),
      ".ai/notes.md": "somebody else's notes",
    },
  };
};
