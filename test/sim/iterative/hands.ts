// Simulated people of iterative: answers and unrequested meddling.
import type { Command } from "../../../src/core/protocol.ts";
import type { Chance } from "../chance.ts";
import { say } from "../person.ts";
import { root } from "../world.ts";
import { editDocument } from "./editor.ts";
import type { IterativeWorld } from "./world.ts";

const issue = { problem: "it is ugly", severity: "major" } as const;
const answers: Readonly<Record<string, unknown>> = {
  raise: { n: 2 },
  simplify: { criteria: ["it is there"], n: 3 },
  model: { model: "opus" },
  write: { outcome: "a shop", done_when: ["people buy"] },
  several: { answers: ["red"] },
  reject: { issues: [issue] },
};
export const fieldsOf = (option: string): unknown => answers[option] ?? {};

const whims = (
  chance: Chance,
  units: readonly string[],
): readonly (readonly [number, Command])[] => {
  const unit = chance.pick(units);
  const more = {
    title: "one more",
    criteria: ["it is there"],
    files: ["src/9.ts"],
    output: "outputs/9.md",
    max: 3,
  };
  return [
    [4, { type: "Pause", data: {} }],
    [6, { type: "Resume", data: {} }],
    [0.2, { type: "Cancel", data: { reason: "enough" } }],
    [1, { type: "SetLimit", data: { unit, max: chance.between(1, 6) } }],
    [1, { type: "BlockUnit", data: { unit, reason: "wait for the key" } }],
    [1.5, { type: "ReopenUnit", data: { unit, reason: "not right", dependants: chance.is(0.5) } }],
    [0.7, { type: "AddUnit", data: { unit: more } }],
    [
      1,
      {
        type: "EditUnit",
        data: { unit, changes: { criteria: [`it is good ${chance.letters(2)}`] } },
      },
    ],
    [0.5, { type: "DropUnit", data: { unit, reason: "no need" } }],
    [
      0.5,
      {
        type: "SkipTo",
        data: {
          phase: chance.pick(["plan", "execute", "verify", "deliver"]),
          reason: "in a hurry",
        },
      },
    ],
    [
      1,
      {
        type: "SetSettings",
        data: {
          settings: { workers: chance.between(1, 4), deliver: chance.pick(["auto", "ask"]) },
        },
      },
    ],
    [1, { type: "AddNote", data: { unit, text: "look here" } }],
    [1, { type: "AddGuardrail", data: { name: `rule ${chance.letters(1)}`, solution: "keep it" } }],
    [0.7, { type: "RejectDelivery", data: chance.is(0.5) ? {} : { issues: [issue] } }],
    [0.5, { type: "ApproveDelivery", data: { reason: "good enough" } }],
    [0.5, { type: "Archive", data: {} }],
    [1, { type: "Unarchive", data: {} }],
    [
      0.5,
      { type: "WriteBrief", data: { outcome: "a better shop", done_when: ["people come back"] } },
    ],
    [0.5, { type: "SetContext", data: { goal: "a shop", approach: "step by step" } }],
  ];
};

/** What people do with git. */
const withGit = (world: IterativeWorld): void => {
  const { repo } = world.disk;
  if (repo.name === null) return;
  world.note("  somebody undoes the last commit");
  for (const [path, text] of repo.reset()) {
    if (text === null) world.disk.files.delete(`${root}/${path}`);
    else world.disk.write(`${root}/${path}`, text);
  }
};

/** Something that nobody asked for. */
export const meddleHere = async (world: IterativeWorld, chance: Chance): Promise<unknown> => {
  if (chance.is(0.4)) return editDocument(world, chance);
  if (chance.is(0.1)) return withGit(world);
  const state = world.watch.state();
  const units =
    state === null || state.units.length === 0 ? ["T1"] : state.units.map(({ id }) => id);
  return say(world, chance.weighed(whims(chance, units)));
};
