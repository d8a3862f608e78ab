// Simulated world of stigmergy: rules, agents, programs, people, editors and outsiders.
import { isRecord } from "../../../src/core/json/record.ts";
import type { Recorded } from "../../../src/core/row.ts";
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import { commands } from "../../../src/protocols/stigmergy/commands.ts";
import type { State } from "../../../src/protocols/stigmergy/state.ts";
import { nobody } from "../agents.ts";
import { makeWorld } from "../make-world.ts";
import type { WorldParts } from "../make-world.ts";
import { workOutside } from "../outsider.ts";
import { say } from "../person.ts";
import type { Scene } from "../scene.ts";
import { root } from "../world.ts";
import type { World } from "../world.ts";
import { aboutIn, aboutOf } from "./about.ts";
import { build } from "./builder.ts";
import { editState } from "./editor.ts";
import { judgeEnd } from "./ends.ts";
import { changePaper, whims } from "./hands.ts";
import { respond, review } from "./judges.ts";
import { madeOf, wordsOf } from "./papers-by-hand.ts";
import { statePath } from "./pen.ts";
import { plan } from "./planners.ts";
import { checkRunIn } from "./programs.ts";
import type { StigmergyStory } from "./story.ts";
import { makeStigmergyWatch } from "./watch.ts";
import type { StigmergyWatch } from "./watch.ts";
import { judgeText } from "./watch-history.ts";

export type StigmergyWorld = World<StigmergyWatch, StigmergyStory> & {
  /** Texts of the state file that somebody read, and may go on from. */
  readonly copies: string[];
  /** Documents that somebody took away. */
  readonly removed: Map<string, string>;
};

const plays: Readonly<
  Record<string, (scene: Scene<StigmergyWorld>, well: boolean) => Promise<number>>
> = { plan, "story-file": plan, audit: plan, work: build, review, issue: respond };

/** The entry that a hand wrote; what the engine says of it begins otherwise. */
const shown = ({ data }: Recorded): readonly string[] => {
  const entry = isRecord(data) && isRecord(data["entry"]) ? data["entry"]["summary"] : null;
  const [, mark] = /^(ink\d+z) /u.exec(typeof entry === "string" ? entry : "") ?? [];
  return mark === undefined ? [] : [mark];
};

export const makeStigmergyWorld = (parts: WorldParts<StigmergyStory>): StigmergyWorld => {
  const { story, steady } = parts;
  const watch = makeStigmergyWatch((text) => world.note(text));
  const made: World<StigmergyWatch, StigmergyStory> = makeWorld(parts, watch, {
    protocol: { ...stigmergy, messages: commands },
    opening: { data: story.start },
    excuses({ code }) {
      // Somebody who was late wrote his copy where the first project lay.
      if (code === "FOLDER_TAKEN" && world.calm && world.disk.files.has(statePath))
        world.ink.write(statePath, null);
      // Somebody has taken the brief away for a while.
      return code === "FOLDER_TAKEN" || code === "DOC_MISSING";
    },
    roles: { "*": "bot", sarah: "judge" },
    files: `${root}/.ai/`,
    change: (text) => text,
    edit: (chance) => editState(world, chance),
    entries: shown,
    written: (path, text) => void (path.endsWith("/state.json") && judgeText(text, watch.shown)),
    answers: steady ? 0 : 5,
    act: async (chance) =>
      chance.is(0.2)
        ? changePaper(world, chance)
        : say(world, chance.weighed(whims(world, chance))),
    byHand({ kind, about }, isDone) {
      const told = aboutIn(about);
      const outcome = isDone ? "done" : "failed";
      return kind === "agent"
        ? { files: madeOf(story, told), report: wordsOf(told, outcome) }
        : null;
    },
    late: {
      report: {
        outcome: "done",
        summary: "late",
        solution: "late",
        verdicts: [{ n: 1, met: true }],
      },
      command: { type: "FinishWork", data: { story: "1.1", summary: "late" } },
    },
    fields: () => ({}),
    agent: (scene, well) => plays[aboutOf(scene).is]?.({ ...scene, world }, well) ?? nobody(scene),
    check: (scene, argv) => checkRunIn({ ...scene, world }, argv),
    mend() {
      // Whoever took documents away puts them back.
      for (const [path, text] of world.removed)
        if (!world.disk.files.has(path)) world.disk.write(path, text);
    },
    outside: (chance) => workOutside(world, chance),
    isGood: ({ status }: State) => status === "PROJECT_COMPLETE",
    isFree: (path) => path === "notes.md",
    ends: (state: State, run) => judgeEnd(world, state, run),
  });
  const world: StigmergyWorld = Object.assign(made, { copies: [], removed: new Map() });
  return world;
};
