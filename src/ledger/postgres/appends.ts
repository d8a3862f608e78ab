// Appends to the database; those that come together share one call of the server.
import type { Card, Draft } from "../../core/row.ts";
import { causes } from "../append.ts";
import type { Writes } from "../checked-writes.ts";
import { asLease, asRow, number, text } from "../columns.ts";
import type { Appended, Fence, Terms } from "../ledger.ts";
import { createQueue, type Waiting as Waits } from "../queue.ts";
import { columnsOf, handed } from "./plain.ts";
import type { Schema } from "./schema.ts";

export type Ask = {
  readonly run: string;
  readonly expected: number;
  readonly rows: readonly Draft[];
  readonly card: Card;
  readonly terms: Terms;
};
type Waiting = Ask &
  Waits & { readonly letters: number; readonly done: (answer: Appended) => void };

/** Bounds one call: larger ones gain nothing and make others wait. */
const LETTERS = 4_000_000;

const numbered = (nr: number, { version, run, cause, type, at, hash, by, data }: Draft) =>
  ({ nr, version, run, cause, type, at, hash, by, data }) as const;

/** The approximate size of an append within a call, in characters. */
const lettersOf = (rows: readonly Draft[]): number =>
  rows.reduce((sum, { data, by }) => sum + data.length + by.length + 250, 500);

/** Arguments of the server's function: appends, rows, fences, named causes (append-function.ts), each a flat JSON list, which the server parses several times as fast as nested ones. */
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
    if (usual) news.push(...own);
    for (const { job, fence } of fences) held.push({ nr, run, job, fence });
    for (const cause of ids) named.push({ nr, cause });
    runs.add(run);
  }
  return [handed(asks), handed(news), handed(held), handed(named)];
};

const unknown = (): TypeError => new TypeError("append: the server sent an unknown answer");
const listOf = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw unknown();
  return value;
};

const answered = (value: unknown): Appended => {
  const columns = columnsOf(value);
  const { is, by = null, what } = columns;
  if (is === "lost") return { is, version: number(columns, "version") };
  if (is === "fenced")
    return { is, job: text(columns, "job"), by: by === null ? null : asLease(columnsOf(by)) };
  if (is === "taken" && (what === "origin" || what === "place"))
    return { is, what, run: text(columns, "run") };
  if (is !== "repeated") throw unknown();
  const rows = listOf(columns["rows"]).map((row) => asRow(columnsOf(row)));
  return { is, cause: text(columns, "cause"), rows };
};

export const openAppends = ({ ask, make }: Schema): Writes["append"] => {
  const call = async (group: readonly Ask[]): Promise<ReadonlyMap<unknown, unknown>> => {
    const lists = listsOf(group);
    await make();
    const question = "select $SCHEMA.append($1, $2, $3, $4, $5) as answers";
    const [row] = await ask(question, (again) => [...lists, again]);
    return new Map(
      listOf(row?.["answers"]).map((answer) => [columnsOf(answer)["nr"], answer] as const),
    );
  };

  const fit = (waiting: readonly Waiting[]): number => {
    let sum = 0;
    const over = waiting.findIndex(({ letters }, at) => (sum += letters) > LETTERS && at > 0);
    return over === -1 ? waiting.length : over;
  };
  const queue = createQueue<Waiting>(async (group) => {
    const answers = await call(group);
    for (const [nr, { done, card }] of group.entries())
      done(answers.has(nr) ? answered(answers.get(nr)) : { is: "appended", version: card.version });
    return true;
  }, fit);

  return (run, expected, rows, card, terms) =>
    new Promise((done, fail) => {
      const letters = lettersOf(rows);
      queue.add({ run, expected, rows, card, terms, letters, done, fail });
    });
};
