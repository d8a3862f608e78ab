// Finder of phrases that hint at unfinished work: a notice for the verifier, no decision.

export type Flag = { readonly phrase: string; readonly sentence: string };

const blocked = [
  "should work",
  "should be fine",
  "probably works",
  "might work",
  "seems to work",
  "basic implementation",
  "basic version",
  "simplified version",
  "minimal implementation",
  "you can extend",
  "you can add",
  "left as an exercise",
  "not implemented",
  "placeholder",
  "for now",
];

const patterns: readonly (readonly [string, RegExp])[] = [
  ...blocked.map(
    (phrase) =>
      [
        phrase,
        new RegExp(`(?<![\\w-])${phrase.replaceAll(" ", "\\s+")}(?![\\w-])`, "iu"),
      ] satisfies readonly [string, RegExp],
  ),
  ["TODO", /(?<![\w-])TODO(?![\w-])/u],
  ["FIXME", /(?<![\w-])FIXME(?![\w-])/u],
];

/** Removes code, quotes and paths from a text. */
const spoken = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/gu, " ")
    .replaceAll(/`[^`\n]*`/gu, " ")
    .replaceAll(/^\s*>.*$/gmu, " ")
    .replaceAll(
      /"[^"\n]*"|\u201c[^\u201d\n]*\u201d|\u00ab[^\u00bb\n]*\u00bb|(?<!\w)'[^'\n]*'(?!\w)/gu,
      " ",
    )
    .replaceAll(/\S*[/\\]\S*|\S+\.[A-Za-z]{1,4}(?=\s|$|[,;:)])/gu, (word) =>
      /[.!?]$/u.test(word) ? ". " : " ",
    );

/** Blocked phrases in a worker's text, each with its sentence (300 characters at most), without duplicates. */
export const findPhrases = (text: string): readonly Flag[] => {
  const sentences = spoken(text).split(/(?<=[.!?])\s+|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/u);
  return patterns.flatMap(([phrase, pattern]) => {
    const sentence = sentences.find((part) => pattern.test(part));
    return sentence === undefined
      ? []
      : [{ phrase, sentence: sentence.trim().replaceAll(/\s+/gu, " ").slice(0, 300) }];
  });
};
