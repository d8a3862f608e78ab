// Verb `cairn template`: lists, shows, checks and composes templates of the player.
import { refuse } from "../../core/refusal.ts";
import { suggestion } from "../nearest.ts";
import { check } from "../template/check.ts";
import { compose } from "../template/compose.ts";
import { list } from "../template/list.ts";
import { show } from "../template/show.ts";
import type { Verb } from "../verb.ts";

const parts: Readonly<Record<string, Verb>> = { list, show, check, compose };

export const template: Verb = {
  name: "template",
  summary: "list, show, judge and make the templates that runs are played from",
  args: [{ word: "PART", must: true, means: Object.keys(parts).join(", ") }],
  options: {},
  example: [
    "cairn template list",
    'cairn template compose "Feature TDD" --step plan --step execute --step test',
  ],
  parts,
  run: async ({ words }) => {
    const [word] = words;
    const names = Object.keys(parts);
    return word === undefined
      ? refuse("USAGE", "what about templates?", { fits: `one of: ${names.join(", ")}` })
      : refuse("USAGE", `there is no template ${word.slice(0, 64)}`, {
          fits: suggestion(word, names),
        });
  },
};
