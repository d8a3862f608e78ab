// Simulated world of stigmergy: rules, agents, programs, people, editors and outsiders.
import { digest } from "../../../src/core/hash.ts";
import { isRecord } from "../../../src/core/record.ts";
import type { Recorded } from "../../../src/core/row.ts";
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import { commands } from "../../../src/protocols/stigmergy/commands.ts";
import { makeInk } from "../ink.ts";
import type { Ink } from "../ink.ts";
import { hurried } from "../hurried.ts";
import { makeWorld } from "../make-world.ts";
import type { WorldParts } from "../make-world.ts";
import { straggle } from "../outsider.ts";
import { root } from "../world.ts";
import type { Hands, World } from "../world.ts";
import { stigmergyAgent } from "./agents.ts";
import { meddleHere } from "./hands.ts";
import { claimJob } from "./outsider.ts";
import { checkRunIn } from "./programs.ts";
import type { StigmergyStory } from "./story.ts";
import { makeStigmergyWatch } from "./watch.ts";
import type { StigmergyWatch } from "./watch.ts";
import { judgeText } from "./watch-history.ts";

export type StigmergyWorld = World & {
  readonly story: StigmergyStory;
  readonly watch: StigmergyWatch;
  readonly ink: Ink;
  /** Texts of the state file that somebody read, and may go on from. */
  readonly copies: string[];
  /** Documents that somebody took away. */
  readonly removed: Map<string, string>;
  /** The run that is driven; null: the one begun last. */
  focus: string | null;
};

const protocol = hurried({ ...stigmergy, messages: commands });

/** The entry that a hand wrote; what the engine says of it begins otherwise. */
const shown = ({ data }: Recorded): readonly string[] => {
  const entry = isRecord(data) && isRecord(data["entry"]) ? data["entry"]["summary"] : null;
  const [, mark] = /^(ink\d+z) /u.exec(typeof entry === "string" ? entry : "") ?? [];
  return mark === undefined ? [] : [mark];
};

export const makeStigmergyWorld = (
  parts: Omit<WorldParts, "story"> & { readonly story: StigmergyStory },
): StigmergyWorld => {
  const { story } = parts;
  const watch = makeStigmergyWatch((text) => world.note(text));
  const hands: Hands = {
    files: `${root}/.ai/`,
    change: (text) => text,
    written: (path, text) => void (path.endsWith("/state.json") && judgeText(text, watch.shown)),
    gone: (path) => world.ink.gone(path),
    answers: parts.steady ? 0 : 5,
    act: (chance) => meddleHere(world, chance),
    claim: (chance) => claimJob(world, chance),
    straggle: (chance) =>
      straggle(
        world,
        chance,
        { outcome: "done", summary: "late", solution: "late", verdicts: [{ n: 1, met: true }] },
        { type: "FinishWork", data: { story: "1.1", summary: "late" } },
      ),
    fields: () => ({}),
    agent: (scene) => stigmergyAgent({ ...scene, world }),
    check: (scene, argv) => checkRunIn({ ...scene, world }, argv),
  };
  const cast = {
    watch,
    hands,
    protocols: { stigmergy: protocol },
    roles: { "*": "bot", sarah: "judge" },
    options: {},
    commit: digest("begin").slice(0, 40),
  };
  const made = makeWorld(parts, cast);
  const world: StigmergyWorld = Object.assign(made, {
    story,
    watch,
    ink: makeInk(made, shown),
    copies: [],
    removed: new Map(),
    focus: null,
  });
  world.run = () => world.focus ?? [...watch.accounts.keys()].at(-1) ?? null;
  return world;
};
