// Tests of the hook call reader, on input recorded from each agent program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { callIn, momentOf } from "./hook-call.ts";
import { commandOf, editedBy, exitOf } from "./tools.ts";

const read = (event: string, value: unknown) => {
  const call = callIn(event, JSON.stringify(value));
  assert.ok(call !== null);
  return call;
};
const bash = { session_id: "s", tool_name: "Bash", tool_input: { command: "echo hi; exit 3" } };
const shell = { ...bash, tool_name: "run_shell_command" };

const ran: readonly (readonly [string, string, unknown, number | null])[] = [
  [
    "Claude Code, well",
    "PostToolUse",
    { ...bash, tool_response: { stdout: "Exit code 3", stderr: "", interrupted: false } },
    0,
  ],
  [
    "Claude Code, badly",
    "PostToolUseFailure",
    { ...bash, error: "Exit code 3\nhi\nExit code 0", is_interrupt: false },
    3,
  ],
  [
    "Claude Code, interrupted",
    "PostToolUse",
    { ...bash, tool_response: { stdout: "", stderr: "", interrupted: true } },
    null,
  ],
  [
    "Claude Code, behind the turn",
    "PostToolUse",
    { ...bash, tool_response: { stdout: "", interrupted: false, backgroundTaskId: "b" } },
    null,
  ],
  [
    "Claude Code, not even begun",
    "PostToolUseFailure",
    { ...bash, error: "The user said no" },
    null,
  ],
  ["Codex, either", "PostToolUse", { ...bash, tool_response: "hi\n" }, null],
  [
    "Gemini CLI, well",
    "AfterTool",
    {
      ...shell,
      tool_response: { llmContent: "Output: ok\nProcess Group PGID: 7", returnDisplay: "ok" },
    },
    0,
  ],
  [
    "Gemini CLI, badly",
    "AfterTool",
    { ...shell, tool_response: { llmContent: "Output: hi\nExit Code: 3\nProcess Group PGID: 7" } },
    3,
  ],
  [
    "Qwen Code, well",
    "PostToolUse",
    {
      ...shell,
      tool_response: { llmContent: "Output: Exit Code: 9\nExit Code: 0\nSignal: (none)" },
    },
    0,
  ],
  [
    "Qwen Code, badly",
    "PostToolUseFailure",
    { ...shell, error: "Output: hi\nError: (none)\nExit Code: 3\nSignal: (none)" },
    3,
  ],
];
for (const [name, event, value, exit] of ran)
  test(`a command's exit as ${name}, tells it`, () => {
    const call = read(event, value);
    assert.deepEqual(
      [call.is, call.conversation, commandOf(call), exitOf(call)],
      ["after", "s", "echo hi; exit 3", exit],
    );
  });

const patch =
  "*** Begin Patch\n*** Update File: a b.txt\n*** Move to: c.txt\n@@\n-*** Add File: no.txt\n*** Delete File: d\n*** End Patch";
const edits: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["Write", { file_path: "/r/a.txt", content: "x" }, ["/r/a.txt"]],
  ["NotebookEdit", { notebook_path: "/r/a.ipynb" }, ["/r/a.ipynb"]],
  ["replace", { file_path: "a.txt" }, ["a.txt"]],
  ["apply_patch", { command: patch }, ["a b.txt", "c.txt", "d"]],
  ["Read", { file_path: "/r/a.txt" }, []],
  ["Bash", { command: "echo > a.txt" }, []],
  ["Write", { file_path: 7 }, []],
];
for (const [tool, input, paths] of edits)
  test(`what ${tool} would change: ${paths.join(", ") || "nothing that it says"}`, () => {
    assert.deepEqual(editedBy(read("PreToolUse", { tool_name: tool, tool_input: input })), paths);
  });

test("the last message and whether a hook is why it goes on, as each tells it", () => {
  const claude = read("Stop", { stop_hook_active: true, last_assistant_message: "done" });
  const gemini = read("AfterAgent", { stop_hook_active: false, prompt_response: "done" });
  const helper = read("SubagentStop", { agent_id: "h", session_id: "s" });
  assert.deepEqual(
    [claude.message, claude.again, gemini.message, gemini.again],
    ["done", true, "done", false],
  );
  assert.deepEqual([helper.helper, helper.conversation, helper.again], ["h", "s", false]);
});

test("what it can't be is nothing, and broken text is no crash that anybody sees", () => {
  assert.equal(callIn("Notification", "{}"), null);
  assert.equal(callIn("Stop", "[]"), null);
  assert.equal(momentOf("constructor"), null);
  assert.throws(() => callIn("Stop", "{"), SyntaxError);
});
