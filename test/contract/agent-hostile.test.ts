// Tests of drivers against hostile streams: option-like names, foreign reports, malformed events.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Driver } from "../../src/agents/agent.ts";
import { claudeCodeDriver } from "../../src/agents/claude-code.ts";
import { codexDriver } from "../../src/agents/codex.ts";
import { geminiDriver } from "../../src/agents/gemini.ts";
import { opencodeDriver } from "../../src/agents/opencode.ts";
import { qwenDriver } from "../../src/agents/qwen.ts";
import { isConversationName } from "../../src/core/agents/conversation-name.ts";
import { readReport } from "../../src/core/reports/report-block.ts";

/** A turn in a program's words: its conversation, its last message, and its end. */
type Words = {
  readonly begun: (id: unknown) => object;
  readonly said: (text: unknown) => object;
  readonly ended: (text: string, bad: boolean) => object;
};
const where = { root: "/", path: "" };
const anthropic: Words = {
  begun: (id) => ({ type: "system", subtype: "init", session_id: id }),
  said: (text) => ({ type: "assistant", message: { content: [{ type: "text", text }] } }),
  ended: (text, bad) => ({
    type: "result",
    is_error: bad,
    result: text,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
};
const programs: readonly (readonly [Driver, Words])[] = [
  [claudeCodeDriver(where), anthropic],
  [qwenDriver(where), anthropic],
  [
    codexDriver(where),
    {
      begun: (id) => ({ type: "thread.started", thread_id: id }),
      said: (text) => ({ type: "item.completed", item: { type: "agent_message", text } }),
      ended: (_text, bad) =>
        bad ? { type: "turn.failed", error: { message: "401" } } : { type: "turn.completed" },
    },
  ],
  [
    geminiDriver(where),
    {
      begun: (id) => ({ type: "init", session_id: id }),
      said: (text) => ({ type: "message", role: "assistant", content: text }),
      ended: (_text, bad) => ({
        type: "result",
        status: bad ? "error" : "success",
        error: { message: "401" },
      }),
    },
  ],
  [
    opencodeDriver(where),
    {
      begun: (id) => ({ type: "step_start", sessionID: id }),
      said: (text) => ({ type: "text", part: { messageID: "m", text } }),
      ended: (_text, bad) =>
        bad
          ? { type: "error", error: { name: "APIError", data: { message: "401" } } }
          : { type: "step_finish", part: {} },
    },
  ],
];
const stream = (...events: readonly object[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join("");
const block = (value: object): string => `\`\`\`cairn-report\n${JSON.stringify(value)}\n\`\`\``;

for (const [driver, { begun, said, ended }] of programs) {
  const { name } = driver;
  test(`${name}: a conversation named like an option, a path or a flood is none to go on with`, () => {
    for (const id of [
      "--x",
      "-c",
      "../../x",
      "a/b",
      "a b",
      "a\nb",
      "",
      "x".repeat(100_000),
      7,
      null,
      { a: 1 },
      ["--x"],
    ]) {
      const { conversation } = driver.read(
        stream(begun(id), said("hello"), ended("hello", false)),
        "",
        0,
      );
      assert.equal(
        conversation !== null && isConversationName(conversation),
        false,
        JSON.stringify(id).slice(0, 40),
      );
    }
  });

  test(`${name}: a report of another job is foreign, and of two ends the last counts`, () => {
    const foreign = block({ job: "task-2-1", status: "done" });
    const { message } = driver.read(
      stream(begun("s1"), said(foreign), ended(foreign, false)),
      "",
      0,
    );
    assert.equal(readReport(message, [], "task-1-1").found, "foreign");
    const own = block({ job: "task-1-1", status: "done" });
    const failed = driver.read(
      stream(begun("s1"), said(own), ended(own, false), ended("401", true)),
      "",
      0,
    );
    assert.equal(failed.fault?.kind, "auth");
    const went = driver.read(
      stream(begun("s1"), ended("401", true), said(own), ended(own, false)),
      "",
      1,
    );
    assert.deepEqual([went.fault, readReport(went.message, [], "task-1-1").found], [null, "one"]);
  });

  test(`${name}: what is no event, half of one, or one of other shapes, hides nothing and ends nobody`, () => {
    const own = block({ status: "done" });
    const odd = [
      null,
      7,
      "x",
      [],
      { type: {} },
      { type: "assistant", message: 7 },
      { type: "item.completed", item: null },
      { type: "result", usage: "x" },
    ];
    const noise = [
      ...odd.map((one) => JSON.stringify(one)),
      "{",
      `{"type":"result"`,
      Buffer.from([0xff, 0xfe, 0x7b]).toString("utf8"),
      "[".repeat(100_000),
      `{"a":`.repeat(100_000),
      "\0",
    ];
    const { message } = driver.read(
      `${noise.join("\n")}\n${stream(begun("s1"), said(own), ended(own, false))}`,
      noise.join("\n"),
      0,
    );
    assert.equal(readReport(message, [], "task-1-1").found, "one");
  });

  test(`${name}: one line without an end, and many without sense, are read in a time that their length tells`, () => {
    for (const out of [
      "{".repeat(4_000_000),
      `{"type":"result","result":"${"a`\\n".repeat(1_000_000)}`,
      '{"a":'.repeat(800_000),
    ]) {
      const began = performance.now();
      assert.equal(readReport(driver.read(out, out, 1).message, [], "task-1-1").found, "none");
      driver.stuck?.(out.slice(-65_536), out.slice(-65_536));
      driver.waits?.(out.slice(-65_536), "");
      assert.ok(performance.now() - began < 10_000, out.slice(0, 20));
    }
  });
}
