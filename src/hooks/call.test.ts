// Tests of the hook call reader, on input recorded from each agent program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { callIn, editedBy } from "./call.ts";

const read = (event: string, value: unknown) => {
  const call = callIn(event, JSON.stringify(value));
  assert.ok(call !== null);
  return call;
};
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
  const helper = read("Stop", { stop_hook_active: false, agent_id: "h" });
  const mute = read("Stop", { last_assistant_message: "done" });
  assert.deepEqual(
    [claude.message, claude.goesOn, gemini.message, gemini.goesOn, helper.goesOn, mute.goesOn],
    ["done", true, "done", false, true, true],
  );
});

test("moments that it can't know and texts that are none are no crash that anybody sees", () => {
  assert.equal(callIn("Stop", "[]"), null);
  assert.throws(() => callIn("Stop", "{"), SyntaxError);
  for (const event of ["Notification", "constructor"])
    assert.throws(() => callIn(event, "{}"), /nothing is known of/u);
});
