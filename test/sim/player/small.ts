// Small player story with each kind of batch, for crashes at every call.
import { player } from "../../../src/protocols/player/index.ts";
import { isDone } from "../../../src/protocols/player/nodes.ts";
import { checkpoint, cli, skill, templateOf } from "../../fixtures/player.ts";
import { calmly, type Small } from "../struck.ts";
import { inner, type PlayerStory } from "./story.ts";
import type { PlayerWorld } from "./world.ts";

/** A node, gates that pass and that wait, a group, a run within the run, and a last node whose first attempt fails. */
const template = templateOf("small", [
  skill("N-001"),
  checkpoint("CP-01", true),
  [cli("N-002"), skill("N-003", { args_template: "{N-001.session_id} {N-001.output}" })],
  checkpoint("CP-02", false),
  {
    id: "N-004",
    name: "N-004",
    type: "command",
    executor: "cairn:player",
    args_template: "inner --context goal={goal}",
  },
  skill("N-100", { on_fail: "retry" }),
]);
const story: PlayerStory = {
  template,
  changed: template,
  hand: [],
  ...calmly,
  // Up to the gate; whoever answers comes after it.
  roughMs: 1_500,
  before: { ".workflow/templates/story.json": template, ".workflow/templates/inner.json": inner },
};

/** Of each run; what was tried again says in which attempt. */
const filesOf = (world: PlayerWorld): string => {
  const files = JSON.stringify(
    [...world.watch.states].map(([, states]) => {
      const state = states.at(-1);
      return state === undefined ? [] : Object.entries(player.write(state, []));
    }),
  )
    .replaceAll(/(_at\\?": \\?")[^"\\]+/gu, "$1then")
    .replaceAll(/WFR-inner-\d{8}-\d{6}/gu, "WFR-inner")
    .replaceAll(/\b[a-z]{3}-\d{6}-[0-9a-z]{4}\b/gu, "task")
    .replaceAll(/(WFS-[ni]-\d{3}|in attempt)[- ]\d+/gu, "$1 n");
  return [...world.watch.states.keys()].reduce(
    (text, run, index) => text.replaceAll(run, `run ${index}`),
    files,
  );
};

export const small: Small<PlayerWorld, PlayerStory> = {
  story,
  end: (world) => ({
    files: filesOf(world),
    done: Object.entries(world.watch.state()?.nodes ?? {})
      .flatMap(([id, node]) => (isDone(node) ? [id] : []))
      .join(" "),
  }),
};
