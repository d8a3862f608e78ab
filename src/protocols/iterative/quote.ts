// Why: titles, criteria and outputs reach agents and people as material; a fence that they cannot close keeps them from reading as orders.

/** One longer than any run of backticks in the text, so that nothing inside can end the block. */
const fenceFor = (text: string): string => "`".repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)));

/** A fenced block. `info` is our own word, never the material's. */
export const fenced = (text: string, info = "quoted"): string => {
  const fence = fenceFor(text);
  return `${fence}${info}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
};

/** For one-line places: control characters become blanks. */
export const oneLine = (text: string, max = 200): string => {
  const line = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/gu, " ").trim();
  return line.length > max ? `${line.slice(0, max)}…` : line;
};

/** A whole text: its parts with an empty line between, and a line break at the end as files have it. */
export const page = (parts: readonly (string | null)[]): string => `${parts.filter((part) => part !== null && part !== "").join("\n\n")}\n`;
