// Tests of hook settings: installed once, removed without trace, other bytes untouched.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../core/refusal.ts";
import { programs } from "./programs.ts";
import { groupsFor, withHooks, withoutHooks } from "./settings.ts";

const cairn = { typed: "cairn", found: "command -v cairn >/dev/null" };
const elsewhere = {
  typed: "'/node' '/old place/bin/cairn.cjs'",
  found: "[ -e '/old place/bin/cairn.cjs' ]",
};
const text = (value: string | { readonly text: string }): string => {
  if (typeof value !== "string") throw new Error(value.text);
  return value;
};

const mine = '{"type": "command", "command": "mine"}';
const files: Readonly<Record<string, string>> = {
  "nothing in it": "{}",
  "other settings": '{\n  "model": "m",\n  "limit": 1.50,\n  "big": 12345678901234567890\n}\n',
  "hooks of somebody else": `{\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [${mine}] }],\n\t\t"Other": []\n\t},\n\t"z": null\n}\n`,
  "line ends of Windows":
    '{\r\n    "a": [1, 2],\r\n    "hooks": {\r\n        "Stop": [\r\n            { "hooks": [] }\r\n        ]\r\n    }\r\n}',
  "all in one line": `{"hooks":{"SessionStart":[{"matcher":"startup","hooks":[${mine}]}]},"a":"\\u00e9"}`,
  "a byte order mark": '\u{feff}{\n  "a": 1\n}\n',
  "keys that a gemini has there": '{\n  "hooks": {\n    "disabled": ["x"]\n  }\n}\n',
};

for (const program of programs)
  for (const [name, before] of Object.entries(files))
    test(`${program.name}: put in and taken out again, settings are what they were: ${name}`, () => {
      const groups = groupsFor(program, cairn);
      const once = text(withHooks(before, groups));
      const read = JSON.parse(once.replace(/^\u{feff}/u, ""));
      for (const [event, group] of groups) assert.deepEqual(read.hooks[event].at(-1), group, event);
      assert.equal(text(withHooks(once, groups)), once, "twice");
      assert.equal(text(withoutHooks(once)), before);
      const moved = text(withHooks(text(withHooks(before, groupsFor(program, elsewhere))), groups));
      assert.deepEqual(
        JSON.parse(moved.replace(/^\u{feff}/u, "")),
        read,
        "another program's path is replaced",
      );
      if (before.includes("\r\n")) assert.doesNotMatch(once, /[^\r]\n/u);
    });

test("where there is no file, one is made of nothing but hooks", () => {
  const [program] = programs;
  assert.ok(program !== undefined);
  const made = text(withHooks("", groupsFor(program, cairn)));
  assert.deepEqual(Object.keys(JSON.parse(made)), ["hooks"]);
  assert.equal(text(withoutHooks(made)), "{}\n");
});

test("a handler of somebody else in the same group stays", () => {
  const [program] = programs;
  assert.ok(program !== undefined);
  const own = JSON.stringify(groupsFor(program, cairn)[0]?.[1].hooks[0]);
  const before = `{"hooks": {"Stop": [{"hooks": [${mine}, ${own}]}]}}`;
  assert.equal(text(withoutHooks(before)), `{"hooks": {"Stop": [{"hooks": [${mine}]}]}}`);
});

test("what would lose something is refused, with what can be done", () => {
  const [program] = programs;
  assert.ok(program !== undefined);
  for (const before of [
    '{\n  // mine\n  "a": 1\n}\n',
    '{"a": 1,}',
    "[]",
    '{"hooks": []}',
    '{"hooks": {"Stop": {}}}',
    '{"a": 1, "a": 2}',
  ]) {
    const refused = withHooks(before, groupsFor(program, cairn));
    assert.ok(isRefusal(refused), before);
    assert.match(`${refused.text} ${refused.fits ?? ""}`, /by hand/u);
  }
});
