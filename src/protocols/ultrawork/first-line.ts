// Why: reasons may be whole reports; where one line must do they are cut in one way, and the rest is shown where it is asked for.

/** The first line, of at most `most` characters. */
export const firstLine = (text: string | null, most: number = 300): string => {
  const line = (text ?? "no reason given").trim().split("\n", 1)[0] ?? "";
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
};
