// Simulated people of ralph: unrequested meddling, and edits of the PRD.
import type { Command } from "../../../src/core/protocol.ts";
import { isRecord } from "../../../src/core/json/record.ts";
import type { Chance } from "../chance.ts";
import { say } from "../person.ts";
import { idOf } from "./story.ts";
import type { RalphWorld } from "./world.ts";

/** Something that nobody asked for. */
export const meddle = (world: RalphWorld, chance: Chance): Promise<boolean | null> => {
  const unit = idOf(chance.between(1, world.story.count));
  const reason = "no need";
  const whims: readonly (readonly [number, Command])[] = [
    [4, { type: "Pause", data: {} }],
    [5, { type: "Resume", data: {} }],
    [1, { type: "Cancel", data: { reason } }],
    [0.5, { type: "Fail", data: { reason } }],
    [3, { type: "Reopen", data: { reason } }],
    [2, { type: "SetOptions", data: { options: { max_passes: chance.between(1, 20) } } }],
    [1, { type: "Waive", data: { unit, criterion: 1, reason } }],
    [0.5, { type: "Waive", data: { unit, reason } }],
    [1, { type: "Retry", data: { unit } }],
    [0.5, { type: "Skip", data: { unit, reason } }],
    [1, { type: "ReopenUnit", data: { unit, reason } }],
    [0.5, { type: "Archive", data: {} }],
    [1.5, { type: "Unarchive", data: {} }],
  ];
  return say(world, chance.weighed(whims));
};

type Story = Readonly<Record<string, unknown>>;
const changes: Readonly<Record<string, (story: Story, number: number) => readonly Story[]>> = {
  "claims that it passed": (story) => [{ ...story, passes: true }],
  "says that it didn't": (story) => [{ ...story, passes: false }],
  "asks for something else": (story, number) => [
    { ...story, acceptanceCriteria: [`it is right (${number})`] },
  ],
  "notes something": (story, number) => [{ ...story, notes: `see ${number}` }],
  "puts it last": (story) => [{ ...story, priority: 99 }],
  "adds another": (story, number) => [
    story,
    { id: `X-${number}`, title: `More ${number}`, passes: false, dependsOn: [story["id"]] },
  ],
  "takes it out": () => [],
};

/** An editor's PRD: a key of his own, and often a story otherwise. */
export const change = (text: string, number: number, chance: Chance): string => {
  const how = chance.pick(Object.values(changes));
  const at = chance.next();
  try {
    const prd: unknown = JSON.parse(text);
    const listed: unknown = isRecord(prd) ? prd["userStories"] : null;
    if (!isRecord(prd) || !Array.isArray(listed)) return `${text}\n`;
    const stories = listed.filter(isRecord);
    const edited = chance.is(0.7) ? Math.floor(at * stories.length) : -1;
    const userStories = stories.flatMap((story, index) =>
      index === edited ? how(story, number) : [story],
    );
    return `${JSON.stringify({ ...prd, userStories, edit: number }, null, 2)}\n`;
  } catch {
    return `${text}\n`;
  }
};
