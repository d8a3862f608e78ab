// Tests of nested runs' arguments: a hostile value becomes no flag and no second pair.
import assert from "node:assert/strict";
import { test } from "node:test";
import { started, templateOf } from "../../../../test/fixtures/player.ts";
import { wordsOf } from "./child.ts";

test("words are parted at blanks and kept together by quotes, and nothing else is done to them", () => {
  assert.deepEqual(wordsOf(`slug --context a=1  b="two words" 'c=$(x) "y"'\n d=\\n`), [
    "slug",
    "--context",
    "a=1",
    "b=two words",
    'c=$(x) "y"',
    "d=\\n",
  ]);
  assert.deepEqual(wordsOf(`"" a`), ["", "a"]);
  assert.deepEqual(wordsOf("  "), []);
});

test("a hostile value becomes neither a flag nor another pair", async () => {
  const goal = `x" --context evil=1 'y`;
  const node = {
    id: "N-001",
    type: "command",
    executor: "cairn:player",
    args_template: 'inner --context "goal={goal}" fixed=yes --goal',
  };
  const stage = await started(templateOf("nest", [node]), goal);
  const { child } = stage.job("child:N-001:1");
  const { digest } = stage.state().template;
  assert.deepEqual(child?.start.data, {
    template: "inner",
    context: { goal, fixed: "yes" },
    nested: { depth: 1, templates: [digest] },
  });
});
