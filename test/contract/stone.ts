// Chained rows and cards without a protocol, for contract tests of ledgers.
import { chain, genesis } from "../../src/core/hash.ts";
import type { Card, Draft, Holder, Row } from "../../src/core/row.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";

export const AT = "2026-01-08T12:00:00.000Z";

/** `count` rows of a run that follow on `after` (null: its beginning), all of one cause unless `cause` names them one by one. */
export const drafts = (
  run: string,
  after: Draft | null,
  count: number,
  cause: string | ((version: number) => string),
  text = "stone",
): readonly Draft[] => {
  const rows: Draft[] = [];
  let last = after;
  for (let each = 0; each < count; each += 1) {
    const version: number = (last?.version ?? 0) + 1;
    const bare = {
      run,
      version,
      type: "StoneLaid",
      data: JSON.stringify({ text, version }),
      at: AT,
      by: JSON.stringify({ kind: "person", name: "ana" }),
      cause: typeof cause === "string" ? cause : cause(version),
    };
    last = { ...bare, hash: chain(last?.hash ?? genesis("stones", run), bare) };
    rows.push(last);
  }
  return rows;
};

/** The card that rows lead to. */
export const cardOf = (rows: readonly Draft[], rest: Partial<Card> = {}): Card => {
  const last = rows.at(-1);
  if (last === undefined) throw new TypeError("no rows");
  const base = {
    run: last.run,
    protocol: "stones",
    origin: null,
    root: ".",
    place: `.stones/${last.run}`,
    life: "live",
    phase: "laying",
    good: null,
  } as const;
  return { ...base, version: last.version, head: last.hash, at: last.at, ...rest };
};

export const holder = (name: string): Holder => ({ name, agent: "scripted", conversation: null });

/** All that a ledger holds, page by page. */
export const allRows = async (ledger: Pick<Ledger, "read">): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (;;) {
    const page = await ledger.read({ after: rows.at(-1)?.seq ?? 0 });
    rows.push(...page);
    if (page.length === 0) return rows;
  }
};
