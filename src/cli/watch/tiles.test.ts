// Tests of the board of `cairn watch`: it fits the terminal, and what is chosen is in sight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "../terminal/layout.ts";
import type { AtWork, Board } from "./board.ts";
import { boardLines, boardTitle } from "./tiles.ts";

const now = Date.parse("2026-11-30T10:00:00Z");
const agent = (n: number, label: string): AtWork => ({
  id: `r job-${n}`,
  run: "r",
  title: "Count quantities, add slugs and a CSV export",
  pieces: { of: 4, done: 1, proved: 1, failed: 0 },
  job: {
    key: `job-${n}`,
    role: "worker",
    kind: "agent",
    subject: String(n),
    is: "running",
    ready: false,
    why: null,
    later: null,
    by: "claude",
    since: "2026-11-30T09:59:00Z",
    fence: n,
    limitMs: 600_000,
    label,
    does: "edits src/cart.ts +2 −1",
  },
  entries: Array.from({ length: 12 }, (_, line) => ({
    is: "said" as const,
    text: `line ${line} of what it says, which is longer than the terminal is wide, and wraps at words`,
    piece: "",
  })),
});
const board: Board = {
  waits: [
    {
      id: "s approve-1",
      run: "s",
      title: "Add JWT login",
      word: "asks",
      key: "approve-1",
      text: "\nIs the plan good to be worked on?",
    },
  ],
  agents: [1, 2, 3].map((n) => agent(n, `Greet visitors in the words of their own language: ${n}`)),
};

test("no line is wider than the terminal, in 40, 80 and 120 columns", () => {
  for (const width of [40, 80, 120])
    for (const rows of [4, 21, 60]) {
      const { lines } = boardLines(board, { width, colour: false }, { chosen: null, rows, now });
      for (const line of lines) assert.ok(columns(line) <= width, `${width}: ${line}`);
    }
});

test("an agent has as many last lines as there is room for, at least one", () => {
  const linesFor = (rows: number) =>
    boardLines(board, { width: 80, colour: false }, { chosen: null, rows, now }).lines.filter(
      (line) => /^ {6}/u.test(line),
    ).length;
  assert.deepEqual([4, 21, 60].map(linesFor), [3, 9, 27]);
});

test("what is chosen is marked, and known by its lines", () => {
  const { lines, at } = boardLines(
    board,
    { width: 80, colour: false },
    { chosen: "r job-2", rows: 30, now },
  );
  assert.deepEqual(
    lines.flatMap((line, index) => (line.startsWith("▸") ? [index] : [])),
    [at?.[0]],
  );
  assert.match(lines[at?.[0] ?? 0] ?? "", /language: 2 .*1\/4/u);
  assert.match(lines[1 + (at?.[0] ?? 0)] ?? "", /edits src\/cart\.ts .*claude · 1 min of 10 min$/u);
});

test("its head counts agents, questions and what is to merge", () => {
  assert.equal(boardTitle(board), "3 agents at work · 1 question");
  assert.equal(boardTitle({ waits: [], agents: [] }), "no agent is at work");
});
