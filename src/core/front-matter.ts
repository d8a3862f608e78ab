// Front matter: the lines `key: value` between two `---` at a file's beginning, and the text behind them.

// Nothing stands before it: the flag m makes ^ fit at any line.
const form = /(?<![\s\S])\u{feff}?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$\n?([\s\S]*)$/mu;

/** @returns null: it has none. `at`: of a value's line, from the file's beginning */
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
