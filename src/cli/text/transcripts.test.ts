// Tests of reading an output on: over the seam between what was live and what is stored.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../core/refusal.ts";
import type { Output, Outputs } from "../../runtime/system.ts";
import { untouched } from "../../../test/fixtures/engine.ts";
import { behind, printedTexts } from "./transcripts.ts";

test("what was printed live goes on with what is stored, however that counts its bytes", async () => {
  // A credential that was taken out takes fewer characters than its bytes were.
  let [text, kept] = ["a\nkey=[redacted]\n", false];
  const output: Outputs["output"] = (_run, _fence, from) => {
    const next = kept ? text.length : 100;
    const part: Output = { text: text.slice(from), next, over: kept, kept };
    return Promise.resolve(part);
  };
  const read = printedTexts({ ...untouched<Outputs>("outputs"), output });
  const live = await read("r", 1);
  [text, kept] = [`${text}b\nend\n`, true];
  const last = await read("r", 1);
  assert.ok(!isRefusal(live) && !isRefusal(last));
  assert.deepEqual([live.text, live.over], ["a\nkey=[redacted]\n", false]);
  assert.deepEqual([last.text.slice(behind(last.text, live.text)), last.over], ["b\nend\n", true]);
});

test("of what is stored without its middle the rest is told behind the last that was printed", () => {
  const rest = (text: string, printed: string): string => text.slice(behind(text, printed));
  const last = `${"x".repeat(5_000)}\n`;
  assert.equal(rest(`a\n[9 bytes left out]\n${last}end\n`, `a\nb\nc\n${last}`), "end\n");
  assert.equal(rest("a\n[9 bytes left out]\nend\n", "a\nb\n"), "[9 bytes left out]\nend\n");
});
