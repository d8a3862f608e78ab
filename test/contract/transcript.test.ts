// Tests of transcripts: recorded streams of each agent program, in pieces, torn or hostile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { acpDriver } from "../../src/agents/acp.ts";
import type { Driver } from "../../src/agents/agent.ts";
import { claudeCodeDriver } from "../../src/agents/claude-code.ts";
import { codexDriver } from "../../src/agents/codex.ts";
import { geminiDriver } from "../../src/agents/gemini.ts";
import { opencodeDriver } from "../../src/agents/opencode.ts";
import { qwenDriver } from "../../src/agents/qwen.ts";
import {
  entriesOf,
  isTranscriptEvent,
  type TranscriptEvent,
} from "../../src/core/agents/transcript.ts";
import { doingWords, entryWords } from "../../src/core/words/transcript.ts";
import { entryText } from "../../src/cli/text/transcript-text.ts";
import { bounded, transcriptBytes, wholeStream } from "../../src/runtime/output/keep.ts";
import { eventsFrom } from "../../src/runtime/output/events.ts";
import { readerOf } from "../../src/runtime/output/part.ts";
import { recordedOf } from "../fixtures/recorded.ts";

const where = { root: "/", path: "" };
const root = "/home/ana/work";
const last = 'It is done.\n\n```cairn-report\n{"status":"done"}\n```';

type Program = {
  readonly driver: Driver;
  /** Of its recorded whole turn: kind, text and note of each entry. */
  readonly whole: readonly (readonly [word: string, text: string, note: string])[];
  /** What it does while its recorded turn is interrupted in a tool; "": it tells of one only afterwards. */
  readonly interrupted: string;
  /** How it tells a message. */
  readonly said: (text: string) => object;
};

const anthropic = (text: string): object => ({
  type: "assistant",
  message: { content: [{ type: "text", text }] },
});

const programs: readonly Program[] = [
  {
    driver: claudeCodeDriver(where),
    whole: [
      ["read", "README.md", ""],
      ["ran", "ls", "28 B"],
      ["edited", "hello.txt", "+1 −1"],
      ["asked", "cairn: report", ""],
      ["said", last, ""],
      ["used", "500 tokens in, 50 out, under $0.01", ""],
    ],
    interrupted: "runs tail -f /dev/null failed · 225 B",
    said: anthropic,
  },
  {
    driver: codexDriver(where),
    whole: [
      [
        "error",
        "Model metadata for `gpt-5` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.",
        "",
      ],
      ["asked", "cairn: report", ""],
      ["ran", "echo hello > hello.txt", "exit 0 · 0 B"],
      ["ran", "grep -q nothing hello.txt", "exit 1 · 0 B"],
      ["said", last, ""],
      ["used", "400 tokens in, 40 out", "in its whole conversation"],
    ],
    interrupted: "runs sleep 100",
    said: (text) => ({
      type: "item.completed",
      item: { id: "item_9", type: "agent_message", text },
    }),
  },
  {
    driver: geminiDriver(where),
    whole: [
      ["ran", "echo hi && env | grep -c CAIRN_", "4 B"],
      ["edited", "hello.txt", "+1"],
      ["said", last, ""],
      ["used", "300 tokens in, 30 out", ""],
    ],
    interrupted: "runs touch begun && sleep 300",
    said: (text) => ({ type: "message", role: "assistant", content: text }),
  },
  {
    driver: opencodeDriver(where),
    whole: [
      ["read", "/home/ana/owork/README.md", ""],
      ["ran", "ls", "exit 0 · 16 B"],
      ["edited", "/home/ana/owork/hello.txt", "+1"],
      ["asked", "cairn_report", ""],
      ["said", last, ""],
      ["used", "500 tokens in, 50 out, under $0.01", ""],
    ],
    interrupted: "runs ls exit 0 · 26 B",
    said: (text) => ({ type: "text", part: { messageID: "m", text } }),
  },
  {
    driver: qwenDriver(where),
    whole: [
      ["ran", "echo hi && env | grep -c CAIRN_", "4 B"],
      ["edited", "hello.txt", "+1 · failed"],
      ["said", last, ""],
      ["used", "300 tokens in, 30 out", ""],
    ],
    interrupted: "runs touch begun && sleep 300 failed · 168 B",
    said: anthropic,
  },
];

const heard = ({ driver }: Program, out: string | Buffer): readonly TranscriptEvent[] =>
  wholeStream(readerOf(Buffer.from(out)), { hear: driver.hear, root });
const shown = (events: readonly TranscriptEvent[]): readonly (readonly string[])[] =>
  entriesOf(events).map((entry) => {
    const { word, text, note } = entryWords(entry);
    return [word, text, note];
  });
const lineOf = (event: object): string => `${JSON.stringify(event)}\n`;

/** As a page reads it that asks after each so many bytes that came. */
const followed = ({ driver }: Program, out: Buffer, step: number): readonly TranscriptEvent[] => {
  const events: TranscriptEvent[] = [];
  for (let [size, from] = [step, 0]; ; size += step) {
    const over = size >= out.length;
    for (let before = -1; before !== from;) {
      before = from;
      const part = eventsFrom(readerOf(out.subarray(0, size)), from, over, {
        hear: driver.hear,
        root,
      });
      events.push(...part.events);
      from = part.next;
    }
    if (over) return events;
  }
};

for (const program of programs) {
  const { driver, whole, interrupted, said } = program;
  const { name } = driver;
  const recorded = (turn: string): string => recordedOf(name)(`${turn}.jsonl`);

  test(`${name}: a recorded turn is told step by step, with exits, lengths, changed lines, tokens and cost`, () => {
    const events = heard(program, recorded("whole"));
    assert.deepEqual(shown(events), whole);
    assert.ok(events.every(isTranscriptEvent), "it can be kept and read again");
    assert.deepEqual(JSON.parse(JSON.stringify(events)), events);
  });

  test(`${name}: read as it comes, in pieces of any size, it is the same`, () => {
    const out = Buffer.from(recorded("whole"));
    for (const step of [7, 113, 1_024])
      assert.deepEqual(shown(followed(program, out, step)), whole, `in pieces of ${step}`);
  });

  test(`${name}: what it does now is its last step; a stream that stops in the middle of a line tells all before that`, () => {
    assert.equal(doingWords(entriesOf(heard(program, recorded("interrupted")))), interrupted);
    const out = Buffer.from(recorded("whole"));
    const half = shown(heard(program, out.subarray(0, Math.floor(out.length / 2))));
    assert.ok(
      half.length > 0 && half.every(([word], n) => word === "used" || word === whole[n]?.[0]),
      JSON.stringify(half),
    );
  });

  test(`${name}: a line of 10 MB is left out and told, and what follows it is heard`, () => {
    const out =
      lineOf(said("before")) + lineOf(said("x ".repeat(5_000_000))) + lineOf(said("after"));
    const entries = shown(heard(program, out));
    assert.deepEqual(
      entries.map(([word]) => word),
      ["said", "cut", "said"],
    );
    assert.deepEqual(
      [entries[1]?.[1], entries[2]?.[1]],
      ["10.0 MB of its stream left out here", "after"],
    );
  });

  test(`${name}: broken UTF-8, events of other shapes and calls without ids hide nothing`, () => {
    const odd = [
      null,
      7,
      [],
      {},
      { type: {} },
      { type: "assistant", message: 7 },
      { type: "item.completed", item: null },
    ];
    const shapes = [
      ...odd,
      { type: "result", usage: "x", stats: [] },
      { type: "tool_use", part: { state: 1 }, parameters: null },
    ];
    const noise = Buffer.concat([
      Buffer.from([0xff, 0xfe, 0x7b, 0x22, 0xc3, 0x0a]),
      Buffer.from(shapes.map((one) => `${JSON.stringify(one)}\n`).join("")),
    ]);
    const entries = shown(
      heard(
        program,
        Buffer.concat([Buffer.from(lineOf(said("one"))), noise, Buffer.from(lineOf(said("two")))]),
      ),
    );
    const texts = entries.flatMap(([word, text]) => (word === "said" ? [text] : []));
    assert.deepEqual(texts, name === "gemini" ? texts : ["one", "two"]);
    assert.ok(texts.join("").includes("one") && texts.join("").includes("two"));
  });

  test(`${name}: no escape of a terminal and no credential of its stream is shown`, () => {
    const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const events = heard(program, lineOf(said(`\u001b]0;owned\u0007\u001b[2Jclear ${token} it`)));
    const line = entriesOf(events)
      .map((entry) => entryText(entry, { width: 80, colour: false }))
      .join("\n");
    assert.ok(
      !line.includes("\u001b") && !line.includes("\u0007") && !line.includes(token),
      JSON.stringify(line),
    );
    assert.match(line, /clear .* it/u);
  });
}

test("a credential that a program tells in two pieces is shown by none, however its stream is read", () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const piece = (content: string): string =>
    lineOf({ type: "message", role: "assistant", content, delta: true });
  const out = Buffer.from(
    piece(`it is ${token.slice(0, 20)}`) +
      piece(`${token.slice(20)} now`) +
      lineOf({ type: "result", status: "success" }),
  );
  const gemini = programs.find(({ driver }) => driver.name === "gemini");
  assert.ok(gemini !== undefined);
  for (const step of [11, 90, 4_000]) {
    const text = JSON.stringify(followed(gemini, out, step));
    assert.ok(
      !text.includes(token.slice(4, 18)) && !text.includes(token.slice(22, 34)),
      `in pieces of ${step}: ${text}`,
    );
    assert.match(text, /it is .* now/u);
  }
});

test("an ACP agent's session is told in the same words", () => {
  const { hear } = acpDriver(where);
  const lines = [
    { type: "started", agent: "a 1", conversation: "s1", resumed: false },
    { type: "thought", text: "where " },
    { type: "thought", text: "is it" },
    { type: "tool", id: "t1", title: "npm test", over: false, kind: "execute" },
    { type: "tool", id: "t1", title: "", over: true, failed: true },
    {
      type: "tool",
      id: "t2",
      title: "edit a",
      over: true,
      kind: "edit",
      path: `${root}/a.ts`,
      changed: { added: 2, removed: 1 },
    },
    { type: "said", message: "m1", text: "do" },
    { type: "said", message: "m1", text: "ne" },
    { type: "cost", usd: 0.25 },
  ];
  assert.deepEqual(
    shown(wholeStream(readerOf(Buffer.from(lines.map(lineOf).join(""))), { hear, root })),
    [
      ["thought", "where is it", ""],
      ["ran", "npm test", "failed"],
      ["edited", "a.ts", "+2 −1"],
      ["said", "done", ""],
      ["used", "$0.25", "in its whole conversation"],
    ],
  );
});

test("a program without a stream is told by its lines", () => {
  const events = wholeStream(readerOf(Buffer.from("compiling\nlinking 3 files\n")), {
    hear: undefined,
    root,
  });
  assert.deepEqual(shown(events), [["said", "compiling\nlinking 3 files", ""]]);
  assert.equal(doingWords(entriesOf(events)), "linking 3 files");
});

test("of a transcript that is too long its beginning and its end are kept, and how much lies between is told", () => {
  const kept = bounded(transcriptBytes);
  for (let n = 0; n < 40; n += 1)
    kept.add(
      Array.from({ length: 1_000 }, (_, at) => ({
        is: "said",
        text: `${n * 1_000 + at} ${"word ".repeat(20)}`,
      })),
    );
  const all = kept.all();
  const size = Buffer.byteLength(all.map((event) => `${JSON.stringify(event)}\n`).join(""));
  assert.ok(size <= transcriptBytes + 100 && size > transcriptBytes * 0.9, String(size));
  const [first, end] = [all[0], all.at(-1)];
  assert.ok(
    first?.is === "said" &&
      first.text.startsWith("0 ") &&
      end?.is === "said" &&
      end.text.startsWith("39999 "),
  );
  assert.equal(all.filter(({ is }) => is === "cut").length, 1);
});
