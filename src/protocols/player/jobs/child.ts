// Start of a nested run from a node's arguments: split before values are inserted.
import type { Command } from "../../../core/protocol.ts";
import type { State } from "../state.ts";
import type { WorkNode } from "../template/template.ts";
import { filled } from "../node-args.ts";

/** Splits words at whitespace and honours quotes like a shell, without any other shell feature. */
export const wordsOf = (line: string): readonly string[] => {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const letter of line) {
    if (quote !== null) {
      if (letter === quote) quote = null;
      else word = (word ?? "") + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= "";
    } else if (/\s/u.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + letter;
  }
  return word === null ? words : [...words, word];
};

const pair = (word: string): readonly [string, string] | null => {
  const at = word.indexOf("=");
  return at < 1 ? null : [word.slice(0, at), word.slice(at + 1)];
};

/** Reads `<slug> --context k=v …` and `--goal x`; ignores words that are neither options nor `key=value`. */
const playerStart = (state: State, { id, args }: WorkNode): Readonly<Record<string, unknown>> => {
  const [name = "", ...rest] = wordsOf(args);
  const put = (text: string): string => filled(state, id, text).args;
  const context: Record<string, string> = {};
  for (const [index, word] of rest.entries()) {
    const flag = /^--context=(.*)$/su.exec(word)?.[1] ?? word;
    const found = flag.startsWith("--") ? null : pair(flag);
    if (rest[index - 1] === "--goal") context["goal"] = put(word);
    else if (found !== null) context[found[0]] = put(found[1]);
  }
  const { depth, templates } = state.nested;
  return {
    template: put(name),
    context,
    nested: { depth: depth + 1, templates: [...templates, state.template.digest] },
  };
};

/** The command that starts the child run. */
export const childStart = (state: State, node: WorkNode, protocol: string): Command => ({
  type: "Start",
  data:
    protocol === "player"
      ? playerStart(state, node)
      : { goal: filled(state, node.id, node.args).args },
});
