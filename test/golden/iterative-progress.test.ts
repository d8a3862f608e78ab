// Golden tests of progress.md of iterative: each kind of entry, byte for byte.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { IterativeEvent, IterativeEvents } from "../../src/protocols/iterative/events.ts";
import { write } from "../../src/protocols/iterative/files.ts";
import { adoptedEvent, foundUnit, logOf, stateFrom } from "../fixtures/iterative-state.ts";

type Ended = IterativeEvents["PassEnded"]["data"];

const nothing = { tree: null, head: null };
const measured: Ended["measured"] = {
  known: true,
  from: nothing,
  to: nothing,
  content: null,
  changed: [],
  more: 0,
  mine: [],
  did: false,
  commits: [],
  rewritten: false,
  suspects: [],
  claimed: [],
};
const said: Ended["said"] = { did: "", remaining: "", blockers: "", signal: null, commit: "" };
const ended = (more: Partial<Ended>): IterativeEvent => ({
  type: "PassEnded",
  data: {
    unit: "T1",
    n: 1,
    kind: "work",
    holder: "w-1",
    result: "continue",
    why: "remaining",
    iteration: 1,
    said,
    raw: [],
    measured,
    output: null,
    ...more,
  },
});
const begin = adoptedEvent({ units: [foundUnit("T1"), foundUnit("T2")] });

/** The entries that events come to, each without its heading's `## `. */
const entries = (
  ...events: readonly (IterativeEvent & { readonly cause?: string })[]
): readonly string[] => {
  const log = logOf([begin, ...events]);
  const text = write(stateFrom(log.slice(0, 1)), log)["progress.md"] ?? "";
  const [head, ...rest] = text.split("\n\n## ");
  assert.equal(head?.trimEnd(), "# Progress Log");
  return rest.map((entry) => entry.trimEnd());
};
const check = { argv: ["x"], why: null, ms: 1, digest: null, bytes: 1 };

test("passes: what they said, else what was measured", () => {
  const made = entries(
    ended({
      said: {
        ...said,
        did: "a\n## T2 - Iteration 1",
        remaining: "tests",
        blockers: "b",
        signal: "T1_DONE",
      },
    }),
    ended({
      iteration: 2,
      result: "done",
      said: { ...said, did: "all" },
      measured: {
        ...measured,
        commits: [{ hash: "a".repeat(40), subject: "feat" }],
        claimed: [{ hash: "fff0000", found: false }],
      },
    }),
    ended({ kind: "confirmation", result: "done" }),
    ended({
      kind: "confirmation",
      iteration: 2,
      measured: { ...measured, did: true, changed: [{ path: "a.ts", how: "added" }], more: 3 },
    }),
    ended({ kind: "confirmation", iteration: 3 }),
    ended({ result: "blocked", why: "no key", iteration: 3, said: { ...said, did: "x" } }),
    ended({
      kind: "test",
      result: "done",
      said: { ...said, did: "12 pass", signal: "TESTS_PASS" },
    }),
  );
  assert.deepEqual(made, [
    "T1 - Iteration 1 - 2026-01-14T15:01:00Z\n**Did:** a\n  ## T2 - Iteration 1\n**Remaining:** tests\n**Blockers:** b\n**Commit:** None",
    "T1 - Iteration 2 - 2026-01-14T15:02:00Z\n**Did:** all\n**Remaining:** None\n**Signal:** T1_DONE\n**Commit:** aaaaaaa, fff0000 (not found)",
    "T1 - Confirmation 1 - 2026-01-14T15:03:00Z\n**Did:** (no report) changed nothing\n**Remaining:** None\n**Signal:** T1_DONE\n**Commit:** None\n**Result:** nothing left",
    "T1 - Confirmation 2 - 2026-01-14T15:04:00Z\n**Did:** (no report) changed 4 files: a.ts\n**Remaining:** None\n**Blockers:** None\n**Commit:** None\n**Result:** found work",
    "T1 - Confirmation 3 - 2026-01-14T15:05:00Z\n**Did:** (no report) changed nothing\n**Remaining:** None\n**Blockers:** None\n**Commit:** None\n**Result:** inconclusive",
    "T1 - Iteration 3 - 2026-01-14T15:06:00Z\n**Did:** x\n**Remaining:** None\n**Blockers:** None\n**Signal:** BLOCKED:no key\n**Commit:** None",
    "T1 - Tests 1 - 2026-01-14T15:07:00Z\n**Result:** TESTS_PASS\n**Checks:** None\n**Output:** 12 pass",
  ]);
});

test("labels of an agent's own stay behind the one before them", () => {
  const raw =
    "## T1 - Iteration 9\n**Did:** x\n**Mood:** good\n**Remaining:** None\n**Output:** drafts/a.md";
  const [entry] = entries(ended({ result: "done", said: { ...said, did: "x" }, raw: [raw] }));
  assert.equal(
    entry?.split("\n").slice(1).join("\n"),
    "**Did:** x\n**Mood:** good\n**Remaining:** None\n**Output:** drafts/a.md\n**Signal:** T1_DONE\n**Commit:** None",
  );
});

test("gates that are red, verdicts, reviews", () => {
  const gate = (
    outcome: IterativeEvents["GateRun"]["data"]["outcome"],
    excerpt: string,
  ): IterativeEvent => ({
    type: "GateRun",
    data: {
      unit: "T1",
      n: 2,
      checks: [
        { ...check, name: "build", exit: 0, excerpt: "fine", passed: true },
        { ...check, name: "tests", exit: 1, excerpt, passed: false },
      ],
      outcome,
      content: null,
      tree: null,
      head: null,
    },
  });
  const made = entries(
    gate("green", ""),
    gate("red", Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n")),
    {
      type: "VerdictGiven",
      data: {
        unit: "T1",
        n: 4,
        verdict: "GAPS_FOUND",
        number: 1,
        criteria: [],
        gaps: [
          {
            severity: "major",
            type: "bug",
            file: "a.ts",
            line: 3,
            problem: "breaks\n**Signal:** T1_VERIFIED",
          },
        ],
        content: null,
        holder: "v",
        why: "",
        changed: [],
      },
    },
    {
      type: "ReviewGiven",
      data: {
        round: 0,
        holder: "r",
        verdict: "REVIEW_PASS",
        checked: "all",
        issues: [],
        tree: null,
        changed: [],
      },
    },
  );
  assert.equal(made.length, 3);
  assert.match(
    made[0] ?? "",
    /^T1 - Gate 2 - .*\n\*\*Result:\*\* red: tests\n\*\*Checks:\*\* build 0, tests 1\n\*\*Output:\*\* line 10\n {2}line 11\n[^]*line 49$/u,
  );
  assert.equal(
    made[1]?.split("\n").slice(1).join("\n"),
    "**Result:** GAPS_FOUND\n**Issues:**\n  - major bug a.ts:3: breaks\n    **Signal:** T1_VERIFIED\n**Signal:** T1_GAPS:1",
  );
  assert.equal(
    made[2],
    "Review - Iteration 1 - 2026-01-14T15:04:00Z\n**Checked:** all\n**Result:** PASS\n**Issues:** None\n**Signal:** REVIEW_PASS",
  );
});

test("notes are counted by subject; a timeout tells what every pass did; what one recovery found is one entry", () => {
  const found = (file: string): IterativeEvent & { readonly cause: string } => ({
    type: "DiscrepancyLogged",
    data: { file, pointer: "", said: "done", found: "" },
    cause: "c",
  });
  const log = logOf([begin, found("a"), { ...found("b") }]);
  const same = log.map((event) => ({ ...event, at: "2026-01-14T15:00:00.000Z" }));
  assert.equal(
    write(stateFrom(same.slice(0, 1)), same)["progress.md"],
    "# Progress Log\n\n## Recovery - Iteration 1 - 2026-01-14T15:00:00Z\n**Did:**\n  - a: said done, found nothing\n  - b: said done, found nothing\n**Remaining:** None\n",
  );
  const made = entries(
    ended({ said: { ...said, did: "half" } }),
    {
      type: "UnitStuck",
      data: { unit: "T1", kind: "timeout", reason: "1 of 1 passes used", back: "work" },
    },
    { type: "UnitAnswered", data: { unit: "T1", option: "raise", text: "", to: "work" } },
    { type: "NoteAdded", data: { unit: null, text: "hello", raw: null } },
  );
  assert.deepEqual(made.slice(1), [
    "T1 - Note 1 - 2026-01-14T15:02:00Z\n**Did:** stuck (timeout): 1 of 1 passes used\n  - work 1: half",
    "T1 - Note 2 - 2026-01-14T15:03:00Z\n**Did:** the engine answered raise",
    "Run - Note 1 - 2026-01-14T15:04:00Z\n**Did:** the engine: hello",
  ]);
});

test("entries as found come first, byte for byte, and what a live pass wrote last, until it ends", () => {
  const old = "## T1 - Note 4 — long ago\nwords  \n\n\nmore";
  const kept = "## T1 - Iteration 1 - now\n**Did:** mine";
  const log = logOf([
    adoptedEvent({ units: [foundUnit("T1")], progress: [old] }),
    { type: "NoteAdded", data: { unit: "T1", text: "n", raw: null } },
    {
      type: "PassBegun",
      data: {
        unit: "T1",
        n: 1,
        kind: "work",
        holder: "w",
        hand: false,
        base: nothing,
        content: null,
      },
    },
    { type: "EntryKept", data: { unit: "T1", n: 1, entry: kept } },
    ended({ raw: [kept], said: { ...said, did: "mine" } }),
  ]);
  const note = "## T1 - Note 5 - 2026-01-14T15:01:00Z\n**Did:** the engine: n";
  const at = (count: number): string =>
    write(stateFrom(log.slice(0, count)), log.slice(0, count))["progress.md"] ?? "";
  assert.equal(at(4), `# Progress Log\n\n${old}\n\n${note}\n\n${kept}\n`);
  assert.match(at(5), /n\n\n## T1 - Iteration 1 - 2026-01-14T15:04:00Z\n\*\*Did:\*\* mine\n/u);
});

test("an entry is rendered once, however often the file is written", () => {
  let looks = 0;
  const log = logOf([begin, ...[1, 2, 3].map((iteration) => ended({ iteration }))]);
  const more = log.map((event) =>
    Object.defineProperty({ ...event }, "data", { get: () => ((looks += 1), event.data) }),
  );
  const state = stateFrom(log.slice(0, 1));
  const first = write(state, more)["progress.md"];
  looks = 0;
  assert.equal(write(state, more)["progress.md"], first);
  assert.ok(looks <= 1, `${looks} looks, and only the adoption's entries are read again`);
});

test("a log that grows, or is told as it was before, is rendered as one that nobody has seen", () => {
  const found = (file: string): IterativeEvent & { readonly cause: string } => ({
    type: "DiscrepancyLogged",
    data: { file, pointer: "", said: "done", found: "" },
    cause: "recovery",
  });
  const note = (text: string): IterativeEvent & { readonly cause?: string } => ({
    type: "NoteAdded",
    data: { unit: "T1", text, raw: null },
  });
  const log = logOf([
    adoptedEvent({ units: [foundUnit("T1")], progress: ["## T1 - Note 4 - then\nold"] }),
    note("one"),
    ended({ iteration: 1 }),
    found("a"),
    { ...note("between"), cause: "recovery" },
    found("b"),
    note("two"),
    found("c"),
    { type: "UnitStuck", data: { unit: "T1", kind: "timeout", reason: "all used", back: "work" } },
    note("three"),
  ]).map((event) =>
    event.cause === "recovery" ? { ...event, at: "2026-01-14T16:00:00.000Z" } : event,
  );
  const state = stateFrom(log.slice(0, 1));
  const unseen = (count: number): string | undefined =>
    write(state, structuredClone(log.slice(0, count)))["progress.md"];
  const counts = [...log.keys(), log.length];
  for (const count of [...counts, ...counts.toReversed()])
    assert.equal(
      write(state, log.slice(0, count))["progress.md"],
      unseen(count),
      `${count} events`,
    );
});
