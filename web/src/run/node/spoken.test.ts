// Test of what is shown of an agent's last words: all but a report at their end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { spoken } from "./spoken.ts";

const report = '{\n  "status": "done",\n  "summary": "did it"\n}';
test("a report at the end is left out, in a fence or without, and nothing else is", () => {
  const said = "I changed the file.";
  const example = 'Changed config:\n{ "a": 1 }\nThis was needed, since x.\nFinal obj {b}';
  for (const [text, shown] of [
    [report, ""],
    [`${said}\n\n${report}\n`, said],
    [`${said}\n\n\`\`\`json\n${report}\n\`\`\``, said],
    [example, example],
    [`${said}\n{ not JSON }`, `${said}\n{ not JSON }`],
    [`${report}\n${said}`, `${report}\n${said}`],
    [said, said],
  ] as const)
    assert.equal(spoken(text).trim(), shown, text);
});
