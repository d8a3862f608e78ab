// Why: what needs somebody must stand first, and nothing that fits may be missing from the list.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunLine } from "../../../src/http/answers.ts";
import { type Choice, counted, ownDecisions, readChoice, sections, standingOf } from "./choice.ts";
import { line } from "../../../test/fixtures/run-line.ts";

const asks = (run: string) => [{ run, key: "plan", question: "Approve it?" }];
const all: Choice = { words: "", protocol: null, is: null };
const shown = (lines: readonly RunLine[], choice = all) =>
  sections(lines, { ...all, ...choice }).map(({ is, entries }) => [
    is,
    ...entries.map(({ line, depth }) => `${"-".repeat(depth)}${line.run}`),
  ]);

test("who needs somebody stands first; what is over comes last and asks nothing", () => {
  const lines = [
    line("over", { life: "over", status: "ended", good: true, decisions: asks("over") }),
    line("paused", { life: "paused", status: "paused" }),
    line("idle", { status: "waiting" }),
    line("busy"),
    line("plan", { status: "waiting", decisions: asks("plan") }),
    line("held", { life: "paused", status: "paused", decisions: asks("held") }),
  ];
  assert.deepEqual(shown(lines), [
    ["asks", "held", "plan"],
    ["running", "busy"],
    ["waiting", "idle"],
    ["paused", "paused"],
    ["ended", "over"],
  ]);
  assert.deepEqual(
    [...counted(lines)],
    [
      ["ended", 1],
      ["paused", 1],
      ["waiting", 1],
      ["running", 1],
      ["asks", 2],
    ],
  );
});

test("a live run keeps its place while events come; what is over stands by its end", () => {
  const later = "2026-01-02T00:00:00.000Z";
  assert.deepEqual(shown([line("old", { at: "2026-01-09T00:00:00.000Z" }), line("new", { startedAt: later })]), [
    ["running", "new", "old"],
  ]);
  const over = { life: "over", status: "ended", good: true } as const;
  assert.deepEqual(shown([line("first", { ...over, startedAt: later }), line("last", { ...over, at: later })]), [
    ["ended", "last", "first"],
  ]);
});

test("children stand below their parents, of whatever section, and below nobody where their parent isn't shown", () => {
  const lines = [
    line("mum", { decisions: asks("kid") }),
    line("kid", { origin: "mum/N-001/1", decisions: asks("kid"), protocol: "player" }),
    line("grandkid", { origin: "kid/x/1", life: "over", status: "ended" }),
    line("orphan", { origin: "gone/N-001/1" }),
  ];
  assert.deepEqual(shown(lines), [
    ["asks", "mum", "-kid", "--grandkid"],
    ["running", "orphan"],
  ]);
  assert.deepEqual(shown(lines, { ...all, protocol: "player" }), [["asks", "kid"]]);
  const [asking] = sections(lines, all);
  assert.deepEqual(
    asking?.entries.map((entry) => ownDecisions(entry).length),
    [1, 0, 0],
    "a question is asked once",
  );
});

test("all words must be found: in title, id, folder, protocol, and in who works on what", () => {
  const lines = [
    line("a1", { title: "Mend the login", workers: [{ by: "ana/codex", subject: "T3", role: "worker", since: null }] }),
    line("b2", { title: "Mend the logout" }),
  ];
  const found = (words: string) => shown(lines, { ...all, words }).flatMap(([, ...runs]) => runs);
  assert.deepEqual(found("mend LOG"), ["a1", "b2"]);
  assert.deepEqual(found("mend codex"), ["a1"]);
  assert.deepEqual(found("b2"), ["b2"]);
  assert.deepEqual(found("  t3  "), ["a1"]);
  assert.deepEqual(found("mend nothing"), []);
});

test("an address with a state that there isn't shows all", () => {
  assert.deepEqual(readChoice(new URLSearchParams("q=a+b&protocol=player&is=nonsense")), { words: "a b", protocol: "player", is: null });
  assert.equal(readChoice(new URLSearchParams("is=asks")).is, "asks");
  assert.equal(standingOf(line("x", { life: "archived", status: "ended" })), "ended");
});
