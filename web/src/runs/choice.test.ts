// Tests of which runs are listed, in which order and groups.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunLine } from "../../../src/http/answers.ts";
import { sections } from "./choice.ts";
import { counted } from "./tops.ts";
import { shownJob } from "../../../test/fixtures/shown.ts";
import { line } from "../../../test/fixtures/run-line.ts";

const asks = (run: string) => [
  { run, key: "plan", question: "Approve it?", since: "2026-01-01T00:00:00.000Z" },
];
const shown = (lines: readonly RunLine[], words = "") =>
  sections(lines, words).map(({ name, lines: own }) => [name, ...own.map(({ run }) => run)]);

test("who needs somebody stands first; what is over comes last", () => {
  const lines = [
    line("over", { life: "over", state: "done", good: true }),
    line("paused", { life: "paused", state: "paused" }),
    line("idle", { state: "waiting" }),
    line("busy"),
    line("left", { state: "no runner" }),
    line("new", { state: "not started" }),
    line("plan", { state: "waits for you", decisions: asks("plan") }),
    line("lost", { state: "in doubt" }),
  ];
  assert.deepEqual(shown(lines), [
    ["waits for you", "plan"],
    ["in doubt", "lost"],
    ["no runner", "left"],
    ["paused", "paused"],
    ["not started", "new"],
    ["running", "busy"],
    ["waiting", "idle"],
    ["done", "over"],
  ]);
});

test("of what waits the longest stands first, and what goes on before what is over", () => {
  const since = (run: string, day: string) =>
    asks(run).map((one) => ({ ...one, since: `2026-01-0${day}T00:00:00.000Z` }));
  const lines = [
    line("done", { life: "over", state: "done", good: true, at: "2026-01-09T00:00:00.000Z" }),
    line("busy"),
    line("new", { state: "waits for you", decisions: since("new", "5") }),
    line("over", { life: "over", state: "not done", at: "2026-01-03T00:00:00.000Z" }),
    line("old", { state: "waits for you", decisions: since("old", "2") }),
    line("mid", { state: "waits for you", decisions: since("mid", "3") }),
  ];
  assert.deepEqual(shown(lines), [
    ["waits for you", "old", "mid", "new"],
    ["running", "busy"],
    ["not done", "over"],
    ["done", "done"],
  ]);
});

test("a live run keeps its place while events come; what is over stands by its end", () => {
  const later = "2026-01-02T00:00:00.000Z";
  assert.deepEqual(
    shown([line("old", { at: "2026-01-09T00:00:00.000Z" }), line("new", { startedAt: later })]),
    [["running", "new", "old"]],
  );
  const over = { life: "over", state: "done", good: true } as const;
  assert.deepEqual(
    shown([line("first", { ...over, startedAt: later }), line("last", { ...over, at: later })]),
    [["done", "last", "first"]],
  );
});

test("one row and one count for a run and what it started; a child alone where its parent isn't shown, or is over before it", () => {
  const lines = [
    line("mum", { state: "waits for you", decisions: asks("kid") }),
    line("kid", {
      origin: "mum/N-001/1",
      state: "waits for you",
      decisions: asks("kid"),
      protocol: "player",
    }),
    line("grandkid", { origin: "kid/x/1", life: "over", state: "not done" }),
    line("orphan", { origin: "gone/N-001/1" }),
    line("ended", { life: "over", state: "done" }),
    line("left", { origin: "ended/N-001/1" }),
  ];
  assert.deepEqual(shown(lines), [
    ["waits for you", "mum"],
    ["running", "left", "orphan"],
    ["done", "ended"],
  ]);
  assert.deepEqual(shown(lines, "player"), [["waits for you", "kid"]]);
  assert.deepEqual(
    Object.fromEntries(counted(lines)),
    Object.fromEntries(shown(lines).map(([name, ...rows]) => [name, rows.length])),
  );
});

test("all words must be found: in title, id, folder, protocol, state, and in who works on what", () => {
  const lines = [
    line("a1", {
      title: "Mend the login",
      workers: [
        { ...shownJob("running", { by: "ana/codex", subject: "T3" }), label: "Greet visitors" },
      ],
    }),
    line("b2", { title: "Mend the logout" }),
  ];
  const found = (words: string) => shown(lines, words).flatMap(([, ...runs]) => runs);
  assert.deepEqual(found("mend LOG"), ["a1", "b2"]);
  assert.deepEqual(found("mend codex"), ["a1"]);
  assert.deepEqual(found("b2"), ["b2"]);
  assert.deepEqual(found("  t3  "), ["a1"]);
  assert.deepEqual(found("mend nothing"), []);
});
