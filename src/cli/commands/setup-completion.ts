// Verb `cairn setup completion`: prints a shell's completion script, and answers its requests.
import { ownOf } from "../../core/json/own.ts";
import { refuse } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { has, whereOf } from "../flags/args.ts";
import { complete } from "../completion/complete.ts";
import { scripts } from "../completion/scripts.ts";
import { suggestion } from "../help/nearest.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";

/** In ms: how long a person waits for the Tab key, and so for a ledger's server. */
const patience = 1_000;

/** Prints one word per line, a tab and its meaning; a line that begins with a tab says which files fit, too. */
const offered = async (context: Context): Promise<Answer> => {
  const opened: System[] = [];
  const open = async (flags: ReadonlyMap<string, readonly string[]>): Promise<System | null> => {
    try {
      const away = { env: context.env, patience, quit: AbortSignal.timeout(patience) };
      const system = await (
        await import("../../open.ts")
      ).open({ cwd: context.cwd, env: context.env, away, keeps: false, ...whereOf(flags) });
      opened.push(system);
      return system;
    } catch {
      return null;
    }
  };
  const { words, files } = await complete(context.words, { context, open });
  for (const system of opened) await system.close().catch(() => undefined);
  return {
    exit: exits.done,
    json: { words: words.map(([word, means]) => ({ word, means })), files: files ?? null },
    text: () =>
      [
        ...words.map(([word, means]) => `${word}\t${means}`),
        ...(files === undefined ? [] : [`\t${files}`]),
      ].join("\n"),
  };
};

export const completion: Verb = {
  name: "setup completion",
  summary:
    "print the script by which bash, zsh or fish completes verbs, flags, runs, decisions and other words",
  args: [
    {
      word: "bash|zsh|fish",
      must: true,
      means: "the shell; the examples show the line that switches it on",
      loose: true,
    },
  ],
  options: {
    words: { means: "what may stand next on the line behind --", word: null, hidden: true },
  },
  example: [
    `echo 'source <(cairn setup completion bash)' >> ~/.bashrc`,
    `echo 'source <(cairn setup completion zsh)' >> ~/.zshrc`,
    "cairn setup completion fish > ~/.config/fish/completions/cairn.fish",
  ],
  run: async (context) => {
    if (has(context.given, "words")) return offered(context);
    const [shell = "", ...others] = context.words;
    if (others.length > 0)
      return refuse("USAGE", "name one shell", { fits: Object.keys(scripts).join(", ") });
    const script = ownOf(scripts, shell);
    if (script === undefined)
      return refuse("USAGE", `there is no completion for ${shell.slice(0, 64)}`, {
        fits: suggestion(shell, Object.keys(scripts)),
      });
    return { exit: exits.done, json: { shell, script }, text: () => script };
  },
};
