// Simulated world of iterative: rules, agents, programs, people, editors and git.
import type { Message } from "../../../src/core/message.ts";
import { isRecord } from "../../../src/core/json/record.ts";
import type { Recorded } from "../../../src/core/row.ts";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import { commands } from "../../../src/protocols/iterative/commands.ts";
import type { State } from "../../../src/protocols/iterative/state.ts";
import { markOf } from "../../../src/runtime/runner/driving.ts";
import { nobody } from "../agents.ts";
import { makeWorld } from "../make-world.ts";
import type { WorldParts } from "../make-world.ts";
import type { Scene } from "../scene.ts";
import { root } from "../world.ts";
import type { World } from "../world.ts";
import { interview, plan, review } from "./desks.ts";
import { change } from "./editor.ts";
import { judgeEnd } from "./ends.ts";
import { fieldsOf, meddleHere } from "./hands.ts";
import { goodText, targetIn } from "./place.ts";
import { gateRun } from "./programs.ts";
import type { IterativeStory } from "./story.ts";
import { verify } from "./verifier.ts";
import { makeIterativeWatch } from "./watch.ts";
import type { IterativeWatch } from "./watch.ts";
import { work } from "./worker.ts";

const messages: readonly Message[] = commands;

export type IterativeWorld = World<IterativeWatch, IterativeStory>;

const roles: Readonly<
  Record<string, (scene: Scene<IterativeWorld>, well: boolean) => Promise<number>>
> = {
  interviewer: interview,
  planner: plan,
  worker: work,
  tester: work,
  verifier: verify,
  reviewer: review,
};

/** As progress.md shows it. */
const shown = ({ type, data }: Recorded): readonly string[] => {
  if (!isRecord(data)) return [];
  const said = isRecord(data["said"]) ? data["said"]["did"] : null;
  return type === "NoteAdded" ? [String(data["text"])] : type === "PassEnded" ? [String(said)] : [];
};

const verified = { verdict: "VERIFIED", gaps: [] };
const criteria = [1, 2].map((n) => ({ n, met: true, how: "looked" }));

export const makeIterativeWorld = (parts: WorldParts<IterativeStory>): IterativeWorld => {
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
  const world: IterativeWorld = makeWorld(parts, watch, {
    protocol: { ...iterative, messages },
    opening: { data: parts.story.start },
    roles: { "*": "bot", verifier: "judge", reviewer: "judge" },
    files: `${root}/.claude/iterative/`,
    change,
    entries: shown,
    answers: parts.steady ? 0 : 5,
    act: (chance) => meddleHere(world, chance),
    byHand({ key, role }, isDone) {
      const [, unit] = /^([A-Z]\d+)#\d+$/u.exec(key) ?? [];
      const state = watch.state();
      if (unit === undefined || state === null) return null;
      const passed = { status: isDone ? "done" : "continue", remaining: isDone ? "" : "more" };
      return {
        files: { [targetIn(state, unit)]: goodText(unit) },
        report:
          role === "verifier"
            ? { unit, criteria, ...verified }
            : { unit, did: "by hand", ...passed },
      };
    },
    late: {
      report: {
        unit: parts.story.units[0]?.id ?? "T1",
        status: "done",
        did: "late",
        remaining: "",
      },
      command: { type: "AddNote", data: { text: "late" } },
    },
    fields: fieldsOf,
    // Nobody here mends a unit by hand.
    last: ["step-in"],
    agent: (scene, well) => roles[scene.job.job.role]?.({ ...scene, world }, well) ?? nobody(scene),
    check: (scene, argv) => gateRun({ ...scene, world }, argv),
    isGood: ({ ended }: State) => ended?.how === "delivered",
    isFree: (path) => /^(?:sources|outputs|analysis|drafts|data|planning)\//u.test(path),
    ends: (state: State, run) => judgeEnd(world, state, run),
  });
  return world;
};
