// Tests of the list of runs: in one row each, at 80 and at 120 columns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "../terminal/layout.ts";
import type { Card } from "../../core/row.ts";
import { cardLine, unreadableLine } from "../../runtime/picture/line-of.ts";
import { type Listed, listLines, type Listing } from "./list-text.ts";

const at = "2026-01-08T12:00:00.000Z";
const asks = (run: string, ...keys: readonly string[]): Listed["decisions"] =>
  keys.map((key) => ({ run, key, question: "", since: at }));
const cost = (dollars: number): Pick<Listed, "usage"> => ({
  usage: { input: 0, output: 0, cost: dollars },
});
const card = (run: string): Card => ({
  run,
  protocol: "ultrawork",
  place: `sessions/${run}`,
  root: "/shop",
  origin: null,
  phase: "EXECUTION",
  life: "live",
  good: null,
  version: 1,
  head: "h",
  at,
});
const listed = (run: string, more: Partial<Listed> = {}): Listed => ({
  ...cardLine(card(run)),
  root: "/shop",
  place: `sessions/${run}`,
  startedAt: at,
  state: "running",
  title: "Add weights",
  pieces: { of: 4, done: 2, proved: 2, failed: 0 },
  work: null,
  ...more,
});
const lines = (
  runs: readonly Listed[],
  width: number,
  gone = 0,
  strays: Listing["strays"] = [],
): readonly string[] =>
  listLines({ runs, strays }, gone, { width, colour: false }, Date.parse(at) + 60_000);

test("no runs: how one begins, or that there were some; folders that no run has are named", () => {
  assert.deepEqual(lines([], 80), ['no runs here yet: cairn run "what is wanted"']);
  assert.deepEqual(lines([], 80, 1), ["no runs here any more: 1 was here before (`cairn verify`)"]);
  assert.deepEqual(lines([], 80, 0, [".workflow/a"]).slice(1), [
    "",
    "1 unmanaged session folder: cairn adopt .workflow/a",
  ]);
});

for (const width of [80, 120])
  test(`at ${width} columns runs take a row each, those that wait for a person first`, () => {
    const waiting = listed("b2", {
      state: "waits for you",
      title: "Fix it",
      decisions: asks("b2", "approve-1", "question-1"),
      ...cost(0.414),
    });
    assert.deepEqual(lines([listed("a1"), waiting], width), [
      "waits for you  Fix it       b2 · approve-1 and 1 more · 1 min ago · 2/4 · $0.41",
      "running        Add weights  a1 · 1 min ago · 2/4",
      "",
      "asks you: cairn decide b2 approve-1",
    ]);
  });

test("at 80 columns each row has its state, what it is, its id, and what waits for a person", () => {
  const [run, name] = ["5gwcc0j9htrx", "count-quantities"];
  const title = "Count quantities, add a CSV export and slugs for product pages";
  const over = { life: "over", good: true, work: "to merge", state: "not proved" } as const;
  const pieces = { of: 14, done: 12, proved: 12, failed: 0 };
  const long = { title, name, pieces, ...cost(12.3) };
  const shown = lines(
    [
      listed(run, {
        ...long,
        state: "waits for you",
        decisions: asks(run, "approve-1", "question-1"),
      }),
      listed(run, { ...long, ...over, evidence: { have: 1, of: 4 } }),
    ],
    80,
  );
  for (const line of shown) assert.ok(columns(line) <= 80, line);
  assert.match(
    shown[0] ?? "",
    /^waits for you {2}Count quantities, add .* 5gwcc0j9htrx · approve-1 and 1 more$/u,
  );
  assert.match(
    shown[1] ?? "",
    /^not proved {5}Count quantities, add .* 5gwcc0j9htrx · to merge · 1 min ago$/u,
  );
});

for (const width of [80, 120])
  test(`at ${width} columns many long titles take a row each, and none passes on what a terminal obeys`, () => {
    const title = `長い題名\u001b[31m\r ${"weights and edges ".repeat(8).trim()}`;
    const runs = Array.from({ length: 40 }, (_, n) =>
      listed(`run-${n}`, { title: n === 3 ? title : `Run ${n}`, life: "live" }),
    );
    const shown = lines(runs, width);
    assert.equal(shown.length, runs.length);
    for (const line of shown) {
      assert.ok(columns(line) <= width, line);
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f]/u);
    }
    assert.ok(shown.some((line) => /weights and .*… +run-3 · /u.test(line)));
  });

test("a run that can't be read hides none of the others, and an archived one says so", () => {
  const shown = lines(
    [
      listed("a1", unreadableLine(card("a1"), "LEDGER_DAMAGED")),
      listed("b2", { state: "done", life: "archived" }),
    ],
    120,
  );
  assert.match(shown[0] ?? "", /^unreadable {2}a1 .*can't be read: LEDGER_DAMAGED/u);
  assert.match(shown[1] ?? "", /^done .*archived/u);
});

test("a run that is done unproved, or that wasn't looked at, doesn't look like one that is proved", () => {
  const done = { state: "done", life: "over", good: true } as const;
  const unproved = { ...done, state: "not proved" } as const;
  const shown = lines(
    [
      listed("a1", done),
      listed("b2", { ...unproved, evidence: { have: 1, of: 4 } }),
      listed("c3", { ...unproved, startedAt: null }),
    ],
    120,
  );
  assert.deepEqual(
    shown.map((line) => line.split(/ {2,}/u)[0]),
    ["not proved", "ended", "done"],
  );
  assert.match(shown[0] ?? "", / · 1 min ago · 2\/4 · 1 of 4 proved$/u);
  assert.doesNotMatch(shown[2] ?? "", /proved/u);
});

test("proved work is offered for a merge before other work, whose changes are to be read first", () => {
  const over = { life: "over", good: true, work: "to merge" } as const;
  const red = listed("b2", { ...over, state: "not proved" });
  const offer = (...runs: readonly Listed[]) => lines(runs, 120).at(-1);
  assert.equal(
    offer(red, listed("a1", { ...over, state: "done" })),
    "to merge: cairn merge a1   look: cairn diff a1 --patch",
  );
  assert.equal(offer(red), "not all proved: cairn diff b2 --patch   then to merge: cairn merge");
});

test("a run within another has no row of its own: its question stands in the row of that one", () => {
  const decisions = asks("b2", "approve-1");
  const outer = listed("a1", { state: "waits for you", decisions });
  const inner = listed("b2", {
    state: "waits for you",
    origin: "a1/N-002/1",
    decisions,
  });
  assert.deepEqual(lines([inner, outer], 80), [
    "waits for you  Add weights  a1 · approve-1 · 1 min ago · 2/4",
    "",
    "asks you: cairn decide b2 approve-1",
  ]);
});
