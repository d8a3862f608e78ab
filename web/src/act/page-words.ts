// Conversion of server texts: page terms instead of terminal commands.
import { ways } from "./page-verbs.ts";

const command = /`cairn ([a-z]+(?:-[a-z]+)*)([^`\n]*)`/gu;
const inTerminal = "in a terminal";

/** Whether a command is a clause by itself rather than part of a sentence. */
const isAlone = (before: string, after: string): boolean =>
  /(?:^|[:;,(]\s?|\b(?:then|or|and)\s)$/u.test(before) &&
  /^(?:$|[;,.)\n]|\s(?:or|and)\b)/u.test(after);

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Commands without an equivalent on the page stay, with one remark per text that they are for a terminal. */
export const pageWords = (text: string): string => {
  let named = text.toLowerCase().includes(inTerminal);
  const worded = (whole: string, verb: string, args: string, at: number): string => {
    const [before, after] = [text.slice(0, at), text.slice(at + whole.length)];
    const alone = isAlone(before, after);
    const way = before.endsWith(`${inTerminal}: `)
      ? null
      : (ways[verb]?.(args.trim(), after) ?? null);
    if (way !== null) return alone ? (way.alone ?? `press ${way.name}`) : way.name;
    if (named) return whole;
    named = true;
    return alone ? `${inTerminal}: ${whole}` : `${whole} ${inTerminal}`;
  };
  return text.replaceAll(command, (whole: string, verb: string, args: string, at: number) => {
    const words = worded(whole, verb, args, at);
    return /[.!?]\s$/u.test(text.slice(0, at)) ? capital(words) : words;
  });
};

/** A terminal program's output, without the lines that suggest commands. */
export const printedWords = (lines: readonly string[]): readonly string[] =>
  lines
    .filter(
      (line) =>
        !line
          .split(/\s{2,}/u)
          .some((part) => /^(?:[^:`]+: )?cairn [a-z]+(?:-[a-z]+)*(?: |$)/u.test(part)),
    )
    .map(pageWords);
