// Verb `cairn hooks`: installs, removes and answers hooks of agent programs.
import { refuse } from "../../core/refusal.ts";
import { install, remove } from "../hooks/install.ts";
import { run } from "../hooks/run.ts";
import { suggestion } from "../nearest.ts";
import type { Verb } from "../verb.ts";

const parts: Readonly<Record<string, Verb>> = { install, remove, run };

export const hooks: Verb = {
  name: "hooks",
  summary:
    "let agent programs ask cairn by their hooks: where the work stands, what a job may write, what is unfinished",
  args: [{ word: "PART", must: true, means: Object.keys(parts).join(", ") }],
  options: {},
  example: [
    "cairn hooks install",
    "cairn hooks install claude-code --user --dry-run",
    "cairn hooks remove",
  ],
  parts,
  run: async ({ words }) => {
    const [word] = words;
    const names = Object.keys(parts);
    return word === undefined
      ? refuse("USAGE", "what about hooks?", { fits: `one of: ${names.join(", ")}` })
      : refuse("USAGE", `cairn hooks has no part ${word.slice(0, 64)}`, {
          fits: suggestion(word, names),
        });
  },
};
