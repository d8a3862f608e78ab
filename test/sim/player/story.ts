// Generator of player stories from a seed: template and roughness.
import { checkpoint, cli, skill, templateOf } from "../../fixtures/player.ts";
import type { Chance } from "../chance.ts";
import { roughnessOf } from "../roughness.ts";
import type { Roughness } from "../roughness.ts";
import { root } from "../world.ts";

export type PlayerStory = Roughness & {
  /** Its text, and another text that differs in its last node. */
  readonly template: string;
  readonly changed: string;
  /** Roles that nobody here plays: what is of them waits for a hand. */
  readonly hand: readonly string[];
};

type Unit = Parameters<typeof templateOf>[1][number];
type Node = ReturnType<typeof skill>;

export const templates = `${root}/.workflow/templates`;
export const inner = templateOf("inner", [
  skill("I-001"),
  checkpoint("CP-09", true),
  cli("I-002", { args_template: "after {I-001.session_id}" }),
]);

const onFail = (chance: Chance): object => ({ on_fail: chance.pick(["abort", "skip", "retry"]) });
const nodeOf = (chance: Chance, id: string, before: string | null): Node => {
  const args =
    before === null
      ? "{goal}"
      : chance.pick([
          "{goal}",
          `{${before}.session_id} {${before}.output}`,
          `see {${before}.output_path}`,
        ]);
  return chance.weighed<Node>([
    [5, skill(id, { args_template: args, ...onFail(chance) })],
    [3, cli(id, { args_template: args, ...onFail(chance) })],
    [2, cli(id, { args_template: args, cli_tool: "qwen", cli_mode: "write", ...onFail(chance) })],
  ]);
};

const unitsOf = (chance: Chance): readonly Unit[] => {
  let [nodes, gates, nests] = [0, 0, chance.is(0.4) ? 1 : 0];
  let last: string | null = null;
  const id = (): string => `N-${String((nodes += 1)).padStart(3, "0")}`;
  const before = (): string | null => last;
  return Array.from({ length: chance.between(2, 7) }, (_, index): Unit => {
    const is = chance.weighed([
      [5, "one"],
      [3, "group"],
      [index === 0 ? 0 : 3, "gate"],
      [nests > 0 && index > 0 ? 2 : 0, "nest"],
    ] as const);
    if (is === "gate")
      return checkpoint(`CP-${String((gates += 1)).padStart(2, "0")}`, chance.is(0.5));
    const from = before();
    if (is === "group") {
      const group = Array.from({ length: chance.between(2, 3) }, () => nodeOf(chance, id(), from));
      last = group[0]?.id ?? null;
      return group;
    }
    const name = id();
    last = name;
    if (is === "one") return nodeOf(chance, name, from);
    nests -= 1;
    return {
      id: name,
      type: "command",
      executor: "cairn:player",
      args_template: "inner --context goal={goal}",
      ...onFail(chance),
    };
  });
};

export const playerStoryOf = (chance: Chance): PlayerStory => {
  const units = [...unitsOf(chance), skill("N-100")];
  const template = templateOf("story", units);
  return {
    template,
    changed: templateOf("story", [
      ...units.slice(0, -1),
      skill("N-100", { args_template: "otherwise: {goal}" }),
    ]),
    hand: chance.is(0.25) ? ["cli:qwen"] : [],
    ...roughnessOf(chance, { claims: 0.4, acts: [0.6, [3, 10]] }),
    before: { ".workflow/templates/story.json": template, ".workflow/templates/inner.json": inner },
  };
};
