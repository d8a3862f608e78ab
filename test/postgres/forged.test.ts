// Tests of forged calls of the PostgreSQL functions by a runner's login: all refused.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client, DatabaseError } from "pg";
import type { Card, Draft } from "../../src/core/row.ts";
import { listsOf } from "../../src/ledger/postgres/appends.ts";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { postgresMissing, startPostgres } from "./server.ts";

/** An append as somebody may word it who doesn't go through the program. `asked`: columns of the ask in place of those that fit. */
type Forged = {
  readonly run: string;
  readonly expected: number;
  readonly rows: readonly Draft[];
  readonly card: Card;
  readonly asked?: Readonly<Record<string, unknown>>;
};

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  const ledger = openPostgres({ url: `${base}?project=web`, env: {} });
  const sql = new Client(base);
  await sql.connect();
  after(async () => {
    await ledger.close();
    await sql.end();
  });
  const a = drafts("a", null, 2, "start a");
  const b = drafts("b", null, 2, "start b");
  await ledger.append("a", 0, a, cardOf(a));
  await ledger.append("b", 0, b, cardOf(b));
  const last = a.at(-1) ?? null;
  const [three, four, five] = drafts("a", last, 3, (version) => `more ${version}`);
  assert.ok(three !== undefined && four !== undefined && five !== undefined);
  const other = drafts("b", b.at(-1) ?? null, 1, "more b");
  const fresh = drafts("c", null, 2, "start c");
  const [first, second] = fresh;
  assert.ok(first !== undefined && second !== undefined);

  const call = async (forged: readonly Forged[]): Promise<void> => {
    const [asks, ...lists] = listsOf(forged.map((one) => ({ ...one, terms: {} })));
    const read: unknown = JSON.parse(asks);
    assert.ok(Array.isArray(read));
    const worded: unknown[] = read;
    const mixed = worded.map((ask, nr) => Object.assign({}, ask, forged[nr]?.asked));
    await sql.query(
      "select cairn_web.append($1::text::json, $2::text::json, $3::text::json, $4::text::json, false)",
      [JSON.stringify(mixed), ...lists],
    );
  };
  const on = (
    rows: readonly Draft[],
    card: Partial<Card> = {},
    asked: Forged["asked"] = {},
  ): Forged => ({
    run: "a",
    expected: 2,
    rows,
    card: cardOf(rows.length === 0 ? a : rows, { run: "a", place: ".stones/a", ...card }),
    asked,
  });
  const begun = (rows: readonly Draft[], card: Partial<Card> = {}): Forged => ({
    run: "c",
    expected: 0,
    rows,
    card: cardOf(rows, card),
  });
  const good: Forged = { run: "b", expected: 2, rows: other, card: cardOf(other) };
  const slow = { usual: false };

  const forgeries: Readonly<Record<string, readonly Forged[]>> = {
    "rows of another run": [on(other, { head: other[0]?.hash ?? "", version: 3 })],
    "a row of another run beside the own one": [
      on([three, ...other], { version: 3, head: three.hash }),
    ],
    "a gap": [on([three, five])],
    "a gap at the beginning": [on([four])],
    "a row behind the card": [on([three, four], { version: 3, head: three.hash })],
    "a card ahead of its rows": [on([three], { version: 4 })],
    "a card without rows": [on([], { version: 3 })],
    "a card that stays, without rows": [on([], { version: 2 })],
    "a card that goes back": [on([], { version: 1 })],
    "a head that is no row's": [on([three], { head: four.hash })],
    "a head of a row before the last": [on([three, four], { head: three.hash })],
    "a life that nobody knows": [on([three], {}, { life: "eternal" })],
    "a time that is none": [on([{ ...three, at: "noon" }])],
    "a day that is none": [on([{ ...three, at: "2026-13-01T12:00:00.000Z" }])],
    "another protocol": [on([three], { protocol: "other" }, slow)],
    "another root": [on([three], { root: "/" })],
    "another origin": [on([three], { origin: "b/1" })],
    "a start with a gap": [begun([first, { ...second, version: 3 }])],
    "a start below 1": [
      begun(
        [
          { ...first, version: -1 },
          { ...second, version: 0 },
        ],
        { version: 2, head: second.hash },
      ),
    ],
    "a start at 2": [begun([second])],
    "a start of another run": [begun([{ ...first, run: "d" }], { run: "c" })],
    "two rows of one version": [begun([first, { ...second, version: 1 }])],
  };

  const state = async (): Promise<unknown> => ({
    rows: await ledger.read({}),
    runs: await ledger.runs(),
  });
  const before = await state();
  for (const [what, forged] of Object.entries(forgeries))
    for (const [how, asks] of [
      ["alone", forged] as const,
      ["with others", [good, ...forged]] as const,
    ])
      test(`${what}, ${how}, is refused, and nothing of it is there`, async () => {
        const asked = asks.map((one) => ({ ...one, asked: { ...one.asked } }));
        await assert.rejects(call(asked), DatabaseError);
        assert.deepEqual(await state(), before);
      });

  test("two appends of one number, and rows out of their order, are refused", async () => {
    await assert.rejects(call([on([three]), { ...good, asked: { nr: 0 } }]), DatabaseError);
    await assert.rejects(
      call([{ ...good, rows: [four] }, on([three], { version: 4, head: four.hash })]),
      DatabaseError,
    );
    assert.deepEqual(await state(), before);
  });

  test("a snapshot of what isn't recorded is not kept, and doesn't keep the right one out", async () => {
    const keep = async (run: string, version: number, text: string) =>
      sql.query("select cairn_web.keep($1, 'stones', $2, $3)", [run, version, text]);
    await keep("a", 2_000_000_000, "forged");
    await keep("nobody", 1, "forged");
    assert.equal(await ledger.snapshot("nobody", "stones"), null);
    await ledger.keep("a", "stones", 2, "right");
    assert.deepEqual(await ledger.snapshot("a", "stones"), { version: 2, text: "right" });
  });

  test("no lease lasts for ever, and none takes the last fence", async () => {
    const lease = async (ms: number, least = 1) =>
      sql.query("select cairn_web.lease($1::text::json)", [
        JSON.stringify({
          do: "take",
          run: "a",
          job: "j",
          ms,
          host: "h",
          name: "n",
          secret: "s",
          least,
        }),
      ]);
    for (const ms of [-1, 31_536_000_001, 1e14])
      await assert.rejects(lease(ms), DatabaseError, String(ms));
    for (const least of [-1, 0, 1e12, 9e18])
      await assert.rejects(lease(1, least), DatabaseError, String(least));
    assert.deepEqual(await ledger.leases(), []);
  });

  test("what fits is recorded, by the same calls", async () => {
    await call([on([three])]);
    await call([{ ...on([four], {}, slow), expected: 3 }, good]);
    await call([begun(fresh)]);
    assert.deepEqual(
      (await ledger.read({})).map(({ seq, run, version }) => `${seq} ${run}${version}`),
      ["1 a1", "2 a2", "3 b1", "4 b2", "5 a3", "6 b3", "7 a4", "8 c1", "9 c2"],
    );
  });
}
