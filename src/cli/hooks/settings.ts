// Verb `cairn setup hooks settings`: prints what an agent program's settings need for cairn's hooks.
import { realpathSync } from "node:fs";
import { refuse } from "../../core/refusal.ts";
import { quoted } from "../../core/words/shell-word.ts";
import type { Typed } from "../../hooks/settings.ts";
import { programArgv } from "../../open.ts";
import { onPath } from "../files/on-path.ts";
import { suggestion } from "../help/nearest.ts";
import { exits, type Verb } from "../verb.ts";

/** `cairn` if that is this very program, so that settings can be shared; else its full path. */
const cairnIn = (env: NodeJS.ProcessEnv): Typed => {
  const [node, here] = programArgv();
  const there = onPath("cairn", env);
  if (there !== null && realpathSync(there) === realpathSync(here))
    return { typed: "cairn", found: "command -v cairn >/dev/null" };
  return { typed: `${quoted(node)} ${quoted(here)}`, found: `[ -e ${quoted(here)} ]` };
};

export const settings: Verb = {
  name: "setup hooks settings",
  summary: "print what the settings of an agent program need for cairn's hooks",
  args: [{ word: "claude-code|codex|gemini|qwen", must: true, means: "the agent program" }],
  options: {},
  example: ["cairn setup hooks settings codex > .codex/hooks.json"],
  run: async ({ words: [named = ""], env, note }) => {
    const { programs, settingsFor } = await import("../../hooks/settings.ts");
    const program = programs.find(({ name }) => name === named);
    if (program === undefined)
      return refuse("PROGRAM_UNKNOWN", `nothing is known of hooks of ${named.slice(0, 64)}`, {
        fits: suggestion(
          named,
          programs.map(({ name }) => name),
        ),
      });
    const { file, besides } = program;
    const told = settingsFor(program, cairnIn(env));
    note(`for ${file} of a repository, or ~/${file}, beside what stands there; both count`);
    if (besides !== null) note(besides);
    return { exit: exits.done, json: told, text: () => JSON.stringify(told, null, 2) };
  },
};
