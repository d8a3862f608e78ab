// Appends of one call as four flat lists, which the server parses several times as fast as nested ones.
import type { Card, Draft } from "../../core/row.ts";
import { causes } from "../append.ts";
import type { Fence, Terms } from "../ledger.ts";
import { handed } from "./plain.ts";

export type Ask = {
  readonly run: string;
  readonly expected: number;
  readonly rows: readonly Draft[];
  readonly card: Card;
  readonly terms: Terms;
};

const numbered = (nr: number, { version, run, cause, type, at, hash, by, data }: Draft) =>
  ({ nr, version, run, cause, type, at, hash, by, data }) as const;

/** The approximate size of an append within a call, in characters. */
export const lettersOf = (rows: readonly Draft[]): number =>
  rows.reduce((sum, { data, by }) => sum + data.length + by.length + 250, 500);

/** Arguments of the server's function: appends, rows, fences, named causes (append-function.ts), each a JSON list. */
export const listsOf = (
  group: readonly Ask[],
): readonly [asks: string, news: string, fences: string, causes: string] => {
  const asks: Parameters<typeof handed>[0][] = [];
  const news: ReturnType<typeof numbered>[] = [];
  const held: (Fence & { readonly nr: number; readonly run: string })[] = [];
  const named: { readonly nr: number; readonly cause: string }[] = [];
  const runs = new Set<string>();
  for (const [nr, { run, expected, rows, card, terms }] of group.entries()) {
    const { protocol, origin, root, place, life, phase, version, head, at, good } = card;
    const { fences = [], restored = false, after = null } = terms;
    const ids = causes(rows);
    const usual = expected > 0 && !restored && !runs.has(run);
    const own = rows.map((row) => numbered(nr, row));
    const stands = { protocol, origin, root, place, life, phase, version, head, at, good };
    const hash = rows[0]?.hash ?? "";
    const has = { fenced: fences.length > 0, named: ids.length > 0 };
    const counts = { usual, restored, ...has, hash };
    asks.push({ nr, run, expected, after, ...counts, ...stands, ...(usual ? {} : { rows: own }) });
    if (usual) for (const row of own) news.push(row);
    for (const { job, fence } of fences) held.push({ nr, run, job, fence });
    for (const cause of ids) named.push({ nr, cause });
    runs.add(run);
  }
  return [handed(asks), handed(news), handed(held), handed(named)];
};
