// The search of a run's event lines: what fits, in which bounds, and how little of the ledger is read for it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Card, Row } from "../../src/core/row.ts";
import { tellerOf } from "../../src/core/words/event-line.ts";
import { lineIndexes } from "../../src/http/keep/line-index.ts";
import { at, desk } from "../e2e/desk.ts";
import { shop } from "../mcp/shop.ts";
import { api } from "./api.ts";

type Line = { readonly version: number; readonly type: string; readonly by: string };
const linesOf = (value: unknown): readonly Line[] => {
  const lines = at(value, "lines");
  assert.ok(Array.isArray(lines));
  return lines.map((line) => ({
    version: Number(at(line, "version")),
    type: String(at(line, "type")),
    by: String(at(line, "by")),
  }));
};

test("words, type, sender and subject, the newest first", async (t) => {
  const own = await shop(t);
  const { get } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const log = linesOf((await get(`${address}/log`)).json());
  const search = async (query: string): Promise<unknown> => {
    const answer = await get(`${address}/search?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  };
  const all = await search("");
  assert.deepEqual(at(all, "versions"), log.map(({ version }) => version).toReversed());
  assert.deepEqual(linesOf(all), log.toReversed());
  const first = await search("words=RUNSTARTED+%231");
  assert.deepEqual(
    [at(first, "versions"), at(first, "count"), at(first, "lines", 0, "type")],
    [[1], 1, "RunStarted"],
  );
  const person = log.filter(({ by }) => by === "person:ana");
  assert.ok(person.length > 0 && person.length < log.length);
  assert.deepEqual(linesOf(await search("words=person%3Aana")), person.toReversed());
  assert.deepEqual(at(await search("words=RunStarted+nobody"), "versions"), []);
  assert.equal(at(await search("about=no-such-task"), "count"), 0);
});

test("no more is listed than was asked for, none behind the moment, and what can't be read is refused", async (t) => {
  const own = await shop(t);
  const { get } = await api(t, own);
  const address = `/api/runs/${own.run}/search`;
  const few = (await get(`${address}?limit=2&to=3`)).json();
  assert.deepEqual([at(few, "versions"), at(few, "count"), at(few, "to")], [[3, 2], 3, 3]);
  const none = (await get(`${address}?limit=0`)).json();
  assert.deepEqual([at(none, "versions"), at(none, "lines")], [[], []]);
  assert.ok(Number(at(none, "count")) > 0);
  assert.equal(at((await get(`${address}?to=999999`)).json(), "to"), at(none, "to"));
  assert.equal(at((await get(`${address}?to=0`)).json(), "count"), 0);
  for (const wrong of ["limit=x", "to=-1", `words=${"x".repeat(201)}`, "words=a&words=b"])
    assert.equal((await get(`${address}?${wrong}`)).status, 400, wrong);
  assert.equal((await get("/api/runs/nothing/search")).status, 404);
});

test("a secret isn't found, and what stands in its place is; what came later is found, too", async (t) => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const own = desk(t);
  const started = await own.cairn([
    "run",
    "--later",
    "ultrawork",
    `Use ${token} to deploy`,
    "--json",
  ]);
  const run = String(at(started.json(), "run"));
  const { get } = await api(t, own);
  const count = async (words: string): Promise<number> =>
    Number(
      at((await get(`/api/runs/${run}/search?words=${encodeURIComponent(words)}`)).json(), "count"),
    );
  assert.equal(await count(token), 0);
  assert.ok((await count("[redacted]")) > 0);
  assert.equal(await count("RunPaused"), 0);
  const paused = await own.cairn(["stop", run]);
  assert.equal(paused.exit, 0, paused.err);
  assert.equal(await count("RunPaused"), 1);
});

const rowsOf = (count: number, mark: string): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({
    seq: index + 1,
    run: "r",
    version: index + 1,
    type: "Noted",
    data: `{"text":"${mark} ${index + 1}"}`,
    by: '{"kind":"engine","name":"engine"}',
    at: "2026-01-08T12:00:00.000Z",
    cause: "c",
    hash: `${mark}${index + 1}`,
  }));

const ledger = (first: readonly Row[]) => {
  let rows = first;
  const read: number[] = [];
  return {
    replace: (others: readonly Row[]) => void (rows = others),
    read: () => read.splice(0).reduce((sum, one) => sum + one, 0),
    rows: (_run: string, after = 0, limit = 1_000) => {
      const some = rows.slice(after, after + limit);
      read.push(some.length);
      return Promise.resolve(some);
    },
    card: (): Card => ({
      run: "r",
      protocol: "none",
      origin: null,
      root: ".",
      place: "r",
      life: "live",
      phase: "x",
      good: true,
      version: rows.length,
      head: rows.at(-1)?.hash ?? "",
      at: "2026-01-08T12:00:00.000Z",
    }),
  };
};

test("what was read is kept: only new events are read, and all of them where the ledger was replaced", async () => {
  const { replace, read, rows, card } = ledger(rowsOf(2_500, "one"));
  const lines = lineIndexes({ rows });
  assert.equal((await lines(card(), tellerOf({}))).to, 2_500);
  assert.ok(read() <= 2_505);
  replace(rowsOf(2_510, "one"));
  const [index, same] = await Promise.all([
    lines(card(), tellerOf({})),
    lines(card(), tellerOf({})),
  ]);
  assert.equal(index, same, "two who ask at once share one reading");
  assert.equal(read(), 11);
  assert.equal(index.lines.at(-1)?.told, "text=one 2510");
  replace(rowsOf(2_600, "two"));
  const other = await lines(card(), tellerOf({}));
  assert.deepEqual([other.from, other.to, other.lines[0]?.told], [1, 2_600, "text=two 1"]);
  replace(rowsOf(5, "three"));
  assert.deepEqual((await lines(card(), tellerOf({}))).lines.length, 5);
});
