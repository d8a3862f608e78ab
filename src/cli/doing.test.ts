// Tests of what an agent does now: its last tool and what it is used on, else its last words, on one line and without secrets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { doingIn } from "./doing.ts";

const event = (value: unknown): string => JSON.stringify(value);
const tool = event({ type: "assistant", message: { content: [{ type: "tool_use", name: "Bash", input: { command: "npm test\nmore" } }] } });
const words = event({ type: "assistant", message: { content: [{ type: "text", text: "Reading the graph.\n\n```" }] } });
const key = `sk-ant-api03-${"a".repeat(40)}`;

for (const [what, output, doing] of [
  ["nothing yet", "", ""],
  ["blank lines alone", "\n \n", ""],
  ["a tool and the first line of what it is used on", `${words}\n${tool}\n`, "Bash npm test"],
  ["the last words of a stream", `${tool}\n${words}\n`, "Reading the graph."],
  ["plain output", "compiling\nlinking 3 files\n", "linking 3 files"],
  ["plain output of wide letters", "説明を読む\n", "説明を読む"],
  ["an event that says nothing, behind one that does", `${tool}\n${event({ type: "turn.completed", n: 1 })}\n`, "Bash npm test"],
  ["an event that is written only in part", `${tool}\n{"type":"assistant","mess`, "Bash npm test"],
  ["an event nested too deep to be one", `${tool}\n${"[".repeat(3)}`, "Bash npm test"],
] as const)
  test(`it tells of ${what}`, () => {
    assert.equal(doingIn(output), doing);
  });

test("a secret is told by no line, and a long line is cut", () => {
  assert.ok(!doingIn(`export ANTHROPIC_API_KEY=${key}\n`).includes(key));
  assert.ok(doingIn(`${"word ".repeat(400)}\n`).length < 250);
});
