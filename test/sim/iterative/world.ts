// Simulated world of iterative: rules, agents, programs, people, editors and git.
import type { Message } from "../../../src/core/message.ts";
import { digest } from "../../../src/core/hash.ts";
import { isRecord } from "../../../src/core/record.ts";
import type { Recorded } from "../../../src/core/row.ts";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import { commands } from "../../../src/protocols/iterative/commands.ts";
import { markOf } from "../../../src/runtime/runner/driving.ts";
import { makeInk } from "../ink.ts";
import type { Ink } from "../ink.ts";
import { hurried } from "../hurried.ts";
import { makeWorld } from "../make-world.ts";
import type { WorldParts } from "../make-world.ts";
import { straggle } from "../outsider.ts";
import { root } from "../world.ts";
import type { Hands, World } from "../world.ts";
import { iterativeAgent } from "./agents.ts";
import { change } from "./editor.ts";
import { fieldsOf, meddleHere } from "./hands.ts";
import { claimPass } from "./outsider.ts";
import { gateRun } from "./programs.ts";
import type { IterativeStory } from "./story.ts";
import { makeIterativeWatch } from "./watch.ts";
import type { IterativeWatch } from "./watch.ts";

const messages: readonly Message[] = commands;

export type IterativeWorld = World & {
  readonly story: IterativeStory;
  readonly watch: IterativeWatch;
  readonly ink: Ink;
  /** The run that is driven; null: the one begun last. */
  focus: string | null;
};

/** As progress.md shows it. */
const shown = ({ type, data }: Recorded): readonly string[] => {
  if (!isRecord(data)) return [];
  const said = isRecord(data["said"]) ? data["said"]["did"] : null;
  return type === "NoteAdded" ? [String(data["text"])] : type === "PassEnded" ? [String(said)] : [];
};

const protocol = hurried({ ...iterative, messages });

export const makeIterativeWorld = (
  parts: Omit<WorldParts, "story"> & { readonly story: IterativeStory },
): IterativeWorld => {
  const { story } = parts;
  const watch = makeIterativeWatch((text) => world.note(text), {
    treeOf: (tree) => world.disk.treeOf(tree),
    now: (path) => ({
      text: world.disk.files.get(`${root}/${path}`)?.text ?? null,
      // What was left in a place lies in no checkout.
      by:
        watch.granted.find((lease) => markOf(lease) === world.disk.writers.get(`${root}/${path}`))
          ?.job ?? null,
    }),
  });
  const late = { unit: story.units[0]?.id ?? "T1", status: "done", did: "late", remaining: "" };
  const hands: Hands = {
    files: `${root}/.claude/iterative/`,
    change,
    answers: parts.steady ? 0 : 5,
    act: (chance) => meddleHere(world, chance),
    claim: (chance) => claimPass(world, chance),
    straggle: (chance) =>
      straggle(world, chance, late, { type: "AddNote", data: { text: "late" } }),
    fields: fieldsOf,
    // Nobody here mends a unit by hand.
    last: ["step-in"],
    agent: (scene) => iterativeAgent({ ...scene, world }),
    check: (scene, argv) => gateRun({ ...scene, world }, argv),
  };
  const cast = {
    watch,
    hands,
    protocols: { iterative: protocol },
    roles: { "*": "bot", verifier: "judge", reviewer: "judge" },
    options: {},
    commit: digest("begin").slice(0, 40),
  };
  const made = makeWorld(parts, cast);
  const world: IterativeWorld = Object.assign(made, {
    story,
    watch,
    ink: makeInk(made, shown),
    focus: null,
  });
  world.run = () => world.focus ?? [...watch.accounts.keys()].at(-1) ?? null;
  return world;
};
