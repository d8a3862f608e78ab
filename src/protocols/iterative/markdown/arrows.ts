// Parser of hand-drawn dependency arrows of many kinds; unreadable ones are reported.
import { isBlank, type Line } from "./lines.ts";

/** `[before, after]`: the second depends on the first. */
export type Edge = readonly [string, string];
export type Arrows = {
  readonly edges: readonly Edge[];
  /** All named units. */
  readonly named: readonly string[];
  readonly unread: readonly { readonly text: string; readonly at: number }[];
};

const arrow =
  /\u2192|\u27f6|\u279c|(?<![\u2500\u2014\u2013-])[\u2500\u2014\u2013-]+[\u25ba\u25b6>]|[\u25ba\u25b6]|(?<!=)=+>/u;
const fence = /^\s*(?:`{3,}|~{3,})/u;

const idsIn = (part: string): readonly string[] =>
  [...part.matchAll(/(?<![A-Za-z0-9])[A-Za-z]\d+(?![A-Za-z0-9])/gu)].map(([id]) =>
    id.toUpperCase(),
  );

/** Reads chains such as `T1 → T2, T3 → T4 (sequential)`, also in code fences. */
export const readArrows = (lines: readonly Line[]): Arrows => {
  const edges: Edge[] = [];
  const named = new Set<string>();
  const known = new Set<string>();
  const unread: Arrows["unread"][number][] = [];
  for (const line of lines) {
    if (isBlank(line) || fence.test(line.text)) continue;
    const chain = line.text
      .replaceAll(/\([^()]*\)/gu, " ")
      .split(arrow)
      .map(idsIn);
    for (const id of chain.flat()) named.add(id);
    if (chain.some((ids) => ids.length === 0)) {
      if (chain.length > 1 || chain.flat().length === 0)
        unread.push({ text: line.text.trim(), at: line.at });
    }
    for (const [index, ids] of chain.entries())
      for (const before of chain[index - 1] ?? [])
        for (const after of ids) {
          if (!known.has(`${before} ${after}`)) edges.push([before, after]);
          known.add(`${before} ${after}`);
        }
  }
  return { edges, named: [...named], unread };
};
