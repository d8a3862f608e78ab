// Why: a commit costs the server a sync and the network a round trip, so appends that come together share one.
import { Fault } from "../../core/refusal.ts";
import type { Card, Draft } from "../../core/row.ts";
import { asLease, asRow, number, text } from "../columns.ts";
import type { Appended, Terms } from "../ledger.ts";
import { type Ask, lettersOf, listsOf } from "./asks.ts";
import type { Line } from "./line.ts";
import { columnsOf } from "./plain.ts";
import type { Schema } from "./schema.ts";

type Waiting = Ask & {
  readonly letters: number;
  readonly done: (answer: Appended) => void;
  readonly fail: (error: unknown) => void;
};

export type Appends = {
  append(
    run: string,
    expected: number,
    rows: readonly Draft[],
    card: Card,
    terms: Terms,
  ): Promise<Appended>;
};

/** Bounds of one call: beyond them nothing is gained, and others wait in line. */
const TOGETHER = 1024;
const LETTERS = 4_000_000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const answered = (value: unknown): Appended => {
  const columns = columnsOf(value);
  const by = columns["by"] ?? null;
  if (columns["is"] === "lost") return { is: "lost", version: number(columns, "version") };
  if (columns["is"] === "fenced")
    return {
      is: "fenced",
      job: text(columns, "job"),
      by: by === null ? null : asLease(columnsOf(by)),
    };
  if (columns["is"] === "taken")
    return {
      is: "taken",
      what: columns["what"] === "origin" ? "origin" : "place",
      run: text(columns, "run"),
    };
  const rows = columns["rows"];
  if (!isList(rows)) throw new TypeError("append: the server answered what nobody knows");
  return {
    is: "repeated",
    cause: text(columns, "cause"),
    rows: rows.map((row) => asRow(columnsOf(row))),
  };
};

export const openAppends = (line: Line, schema: Schema): Appends => {
  // A boolean goes as a text: of a parameter of that type the client makes false, whatever stands in a text.
  const question = schema.text(
    "select $SCHEMA.append($1::text::json, $2::text::json, $3::text::json, $4::text::json, $5::text::boolean) as answers",
  );
  let waiting: Waiting[] = [];
  let called = false;
  // How many of the first that wait go alone: one that can't be written must not take down those that came with it.
  let apart = 0;

  const call = async (asks: readonly Ask[]): Promise<ReadonlyMap<unknown, unknown>> => {
    const lists = listsOf(asks);
    await schema.make();
    const [found] = await line.ask((again) => ({
      text: question,
      params: [...lists, again ? "true" : "false"],
    }));
    const answers: unknown = columnsOf(found)["answers"];
    if (!isList(answers)) throw new TypeError("append: the server answered what nobody knows");
    return new Map(answers.map((answer) => [columnsOf(answer)["nr"], answer]));
  };

  const next = (): readonly Waiting[] => {
    if (apart > 0) return waiting.slice(0, 1);
    let sum = 0;
    const over = waiting.findIndex(({ letters }, at) => (sum += letters) > LETTERS && at > 0);
    return waiting.slice(0, Math.min(TOGETHER, over === -1 ? TOGETHER : over));
  };

  const turn = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = next();
      try {
        const answers = await call(group);
        group.forEach(({ done, card }, nr) =>
          done(
            answers.has(nr) ? answered(answers.get(nr)) : { is: "appended", version: card.version },
          ),
        );
      } catch (error) {
        if (group.length > 1 && !(error instanceof Fault)) {
          apart = group.length;
          continue;
        }
        for (const { fail } of group) fail(error);
      }
      waiting = waiting.slice(group.length);
      apart = Math.max(0, apart - group.length);
    }
    called = false;
  };

  return {
    append: (run, expected, rows, card, terms) =>
      new Promise((done, fail) => {
        waiting.push({ run, expected, rows, card, terms, letters: lettersOf(rows), done, fail });
        // When all promises that could run have run, concurrent sends stand in one queue, and a single one waits for nothing.
        if (!called) process.nextTick(() => void turn());
        called = true;
      }),
  };
};
