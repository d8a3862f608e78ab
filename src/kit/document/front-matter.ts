// Front matter: the lines `key: value` between two `---` at a file's beginning, and the text behind them.

// Must be at the start of the text: with the flag m, ^ would match any line.
const form = /(?<![\s\S])\u{feff}?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$\n?([\s\S]*)$/mu;

/** @returns null if there is none; `at`: offset of a value's line from the start of the file */
export const frontMatter = (
  text: string,
): {
  readonly values: ReadonlyMap<string, { readonly value: string; readonly at: number }>;
  readonly body: string;
} | null => {
  const [, head = "", body = ""] = form.exec(text) ?? [];
  const from = text.indexOf(head);
  const lines = [...head.matchAll(/^([\w-]+):(.*)$/gmu)];
  return lines.length === 0
    ? null
    : {
        values: new Map(
          lines.map(({ 1: key = "", 2: value = "", index }) => [
            key,
            { value: value.trim().replace(/^(["'])(.*)\1$/u, "$2"), at: from + index },
          ]),
        ),
        body,
      };
};
