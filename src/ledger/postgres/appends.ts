// Appends to the database; those that come together share one call of the server.
import type { Card, Draft } from "../../core/row.ts";
import { asLease, asRow, number, text } from "../columns.ts";
import type { Appended, Terms } from "../ledger.ts";
import { createQueue, type Waiting as Waits } from "../queue.ts";
import { type Ask, lettersOf, listsOf } from "./asks.ts";
import type { Line } from "./line.ts";
import { columnsOf } from "./plain.ts";
import type { Schema } from "./schema.ts";

type Waiting = Ask &
  Waits & { readonly letters: number; readonly done: (answer: Appended) => void };

export type Appends = {
  append(
    run: string,
    expected: number,
    rows: readonly Draft[],
    card: Card,
    terms: Terms,
  ): Promise<Appended>;
};

/** Bounds one call: larger ones gain nothing and make others wait. */
const LETTERS = 4_000_000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const answered = (value: unknown): Appended => {
  const columns = columnsOf(value);
  const by = columns["by"] ?? null;
  if (columns["is"] === "lost") return { is: "lost", version: number(columns, "version") };
  if (columns["is"] === "fenced") {
    const holder = by === null ? null : asLease(columnsOf(by));
    return { is: "fenced", job: text(columns, "job"), by: holder };
  }
  if (columns["is"] === "taken") {
    const what = columns["what"] === "origin" ? "origin" : "place";
    return { is: "taken", what, run: text(columns, "run") };
  }
  const rows = columns["rows"];
  if (!isList(rows)) throw new TypeError("append: the server sent an unknown answer");
  const repeated = rows.map((row) => asRow(columnsOf(row)));
  return { is: "repeated", cause: text(columns, "cause"), rows: repeated };
};

export const openAppends = (line: Line, schema: Schema): Appends => {
  // Sent as text: the client turns a boolean parameter into false whenever it is given as text.
  const question = schema.text(
    "select $SCHEMA.append($1::text::json, $2::text::json, $3::text::json, $4::text::json, $5::text::boolean) as answers",
  );
  const call = async (asks: readonly Ask[]): Promise<ReadonlyMap<unknown, unknown>> => {
    const lists = listsOf(asks);
    await schema.make();
    const [found] = await line.ask((again) => ({
      text: question,
      params: [...lists, again ? "true" : "false"],
    }));
    const answers: unknown = columnsOf(found)["answers"];
    if (!isList(answers)) throw new TypeError("append: the server sent an unknown answer");
    return new Map(answers.map((answer) => [columnsOf(answer)["nr"], answer]));
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

  return {
    append: (run, expected, rows, card, terms) =>
      new Promise((done, fail) => {
        const letters = lettersOf(rows);
        queue.add({ run, expected, rows, card, terms, letters, done, fail });
      }),
  };
};
