// Terminal output as plain text, without colours and cursor moves, and its end within bounds.

// Terminal sequences: colours, titles, cursor movements; and all control characters except tab and line end.
const sequences =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/gu;
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;

export const plain = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    // Of an overwritten line keeps the last text.
    .replaceAll(/[^\n]*\r(?=[^\n])/gu, "")
    .replaceAll(sequences, "")
    .replaceAll(controls, "");

/** The end of a text in whole lines, up to a number of characters. `left`: number of lines before. */
export const endOf = (
  text: string,
  most: number,
): { readonly text: string; readonly left: number } => {
  if (text.length <= most) return { text, left: 0 };
  const from = text.length - most;
  const line = text.indexOf("\n", from);
  const start = line === -1 || line === text.length - 1 ? from : line + 1;
  let left = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < start; at = text.indexOf("\n", at + 1))
    left += 1;
  return { text: text.slice(start), left };
};
