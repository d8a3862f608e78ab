// Why: a commit costs the server a sync and the network a round trip, so appends that come together share one.
import { Fault } from "../../core/refusal.ts";
import type { Card, Draft } from "../../core/row.ts";
import { causes } from "../append.ts";
import { asLease, asRow, number, text } from "../columns.ts";
import type { Appended, Terms } from "../ledger.ts";
import type { Line } from "./line.ts";
import { columnsOf, handed, stored } from "./plain.ts";
import type { Schema } from "./schema.ts";

type Ask = { readonly json: string; readonly done: (answer: Appended) => void; readonly fail: (error: unknown) => void };

export type Appends = {
  append(run: string, expected: number, rows: readonly Draft[], card: Card, terms: Terms): Promise<Appended>;
};

/** Bounds of one call: beyond them nothing is gained, and others wait in line. */
const TOGETHER = 1024;
const LETTERS = 4_000_000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const answered = (value: unknown): Appended => {
  const columns = columnsOf(value);
  const by = columns["by"] ?? null;
  if (columns["is"] === "appended") return { is: "appended", version: number(columns, "version") };
  if (columns["is"] === "lost") return { is: "lost", version: number(columns, "version") };
  if (columns["is"] === "fenced") return { is: "fenced", job: text(columns, "job"), by: by === null ? null : asLease(columnsOf(by)) };
  if (columns["is"] === "taken") return { is: "taken", what: columns["what"] === "origin" ? "origin" : "place", run: text(columns, "run") };
  const rows = columns["rows"];
  if (!isList(rows)) throw new TypeError("append: the server answered what nobody knows");
  return { is: "repeated", cause: text(columns, "cause"), rows: rows.map((row) => asRow(columnsOf(row))) };
};

export const openAppends = (line: Line, schema: Schema): Appends => {
  const question = schema.text("select $SCHEMA.append(($1::text)::json, $2) as answers");
  let waiting: Ask[] = [];
  let called = false;
  // How many of the first that wait go alone: one that can't be written must not take down those that came with it.
  let apart = 0;

  const call = async (asks: readonly Ask[]): Promise<readonly unknown[]> => {
    const all = `[${asks.map(({ json }) => json).join(",")}]`;
    await schema.make();
    const [found] = await line.ask((again) => ({ text: question, params: [all, again ? "true" : "false"] }));
    const answers: unknown = columnsOf(found)["answers"];
    if (!isList(answers) || answers.length !== asks.length) throw new TypeError("append: the server answered what nobody knows");
    return answers;
  };

  const next = (): readonly Ask[] => {
    if (apart > 0) return waiting.slice(0, 1);
    let letters = 0;
    const over = waiting.findIndex(({ json }, at) => (letters += json.length) > LETTERS && at > 0);
    return waiting.slice(0, Math.min(TOGETHER, over === -1 ? TOGETHER : over));
  };

  const turn = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = next();
      try {
        const answers = await call(group);
        group.forEach(({ done }, at) => done(answered(answers[at])));
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
    append: (run, expected, rows, card, { fences = [], restored = false }) =>
      new Promise((done, fail) => {
        const json = handed({ run, expected, causes: causes(rows), restored, fences, rows, card: { ...card, run: stored(card.run) } });
        waiting.push({ json, done, fail });
        // When all promises that could run have run, concurrent sends stand in one queue, and a single one waits for nothing.
        if (!called) process.nextTick(() => void turn());
        called = true;
      }),
  };
};
