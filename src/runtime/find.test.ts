// Tests of finding a run by name: never the wrong one, and a list if ambiguous.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Card } from "../core/row.ts";
import { findRun } from "./find.ts";
import { missed } from "./find-missed.ts";

const card = (run: string, place: string, rest: Partial<Card> = {}): Card => ({
  run,
  protocol: "ultrawork",
  origin: null,
  root: ".",
  place,
  life: "live",
  phase: "PLANNING",
  version: 1,
  head: "",
  at: "",
  good: null,
  ...rest,
});
const cards = [
  card("abc1", "x/login"),
  card("abd2", "x/abc1x", { life: "over" }),
  card("zzz3", "x/shop", { root: "other" }),
];
const found = (name: string | null, among = cards, root = "."): string => {
  const answer = findRun(among, name, root);
  return "among" in answer ? answer.code : answer.run;
};

test("a run is found by its id, its folder's name or a unique beginning", () => {
  assert.deepEqual(
    ["abc1", "login", "abd"].map((name) => found(name)),
    ["abc1", "abc1", "abd2"],
  );
});

test("a run that was put away under its day is found by the name it had", () => {
  const away = card("yyy4", "x/archive/pay-20260114", { life: "archived" });
  const second = card("yyy5", "x/archive/pay-20260114-2", { life: "archived" });
  assert.equal(found("pay", [...cards, away]), "yyy4");
  assert.equal(found("pay", [...cards, away, second]), "RUN_AMBIGUOUS");
  assert.equal(found("pay", [...cards, away, card("yyy6", "x/pay")]), "yyy6");
  assert.equal(found("pa", [...cards, away]), "RUN_UNKNOWN");
});

test("without a name it is the only live run of this root", () => {
  assert.equal(found(null), "abc1");
  assert.equal(found(null, cards, "other"), "zzz3");
  assert.equal(found(null, [...cards, card("q", "x/q")]), "RUN_AMBIGUOUS");
  assert.equal(found(null, []), "RUN_UNKNOWN");
});

test("a run that a live one started is not meant where none is named", () => {
  const inner = [
    card("kid", "x/kid", { origin: "abc1/N-001/1" }),
    card("kid2", "x/kid2", { origin: "kid/N-001/1" }),
  ];
  assert.equal(found(null, [...cards, ...inner]), "abc1");
  assert.equal(found(null, [card("abc1", "x/a", { life: "over" }), ...inner]), "kid");
  assert.equal(found("kid2", [...cards, ...inner]), "kid2");
});

test("what could be meant is listed", () => {
  const answer = findRun(cards, "ab", ".");
  assert.ok(
    "among" in answer &&
      answer.code === "RUN_AMBIGUOUS" &&
      missed(answer, true, new Map()).fits?.includes("login") === true,
  );
  assert.equal(found("nope"), "RUN_UNKNOWN");
});

test("where nothing is live the run that was at work last is looked at, and only one that is alone is put away", () => {
  const ended = [
    card("aaa1", "x/a", { life: "over", at: "2026-01-01" }),
    card("aaa2", "x/b", { life: "archived", at: "2026-01-03" }),
    card("aaa3", "x/c", { life: "over", at: "2026-01-04", root: "other" }),
    card("aaa4", "x/d", { life: "over", at: "2026-01-05", origin: "aaa1/n/1" }),
  ];
  const over = (among: readonly Card[], which?: "newest" | "only" | "away"): string => {
    const answer = findRun(among, null, ".", which);
    return "among" in answer ? answer.code : answer.run;
  };
  assert.deepEqual(
    [over(ended), over(ended, "newest"), over(ended, "only"), over(ended, "away")],
    ["RUN_UNKNOWN", "aaa2", "aaa1", "aaa2"],
  );
  assert.equal(over([...ended, card("aaa7", "x/g", { life: "archived" })], "away"), "RUN_UNKNOWN");
  const second = card("aaa5", "x/e", { life: "over", at: "2026-01-06" });
  assert.deepEqual(
    [over([...ended, second], "newest"), over([...ended, second], "only")],
    ["aaa5", "RUN_UNKNOWN"],
  );
  assert.equal(over([...ended, card("aaa6", "x/f")], "newest"), "aaa6");
});

test("an empty name is none, not the beginning of every run", () => {
  const answer = findRun(cards, "", ".");
  assert.ok("among" in answer && answer.code === "RUN_UNKNOWN", JSON.stringify(answer));
  assert.equal(answer.text, "an empty name names no run");
});
