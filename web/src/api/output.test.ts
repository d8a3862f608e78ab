// Tests of how output is read on and held within bounds.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Output } from "../../../src/http/answers.ts";
import { readOutput, withOutput, emptyOutput } from "./output.ts";

const more = (text: string) => ({ text, next: text.length, over: false, kept: false });

test("what comes is put behind what was heard", () => {
  const heard = withOutput(withOutput(emptyOutput, more("one\n")), {
    ...more("two\n"),
    over: true,
  });
  assert.deepEqual(heard, { text: "one\ntwo\n", next: 4, over: true, kept: false, cut: 0 });
});

test("beyond the bound the beginning goes, at a line's end, and how much is told", () => {
  const heard = withOutput(emptyOutput, more("first\nsecond\nthird\n"), 12);
  assert.equal(heard.text, "third\n");
  assert.equal(heard.cut, "first\nsecond\n".length);
  assert.equal(withOutput(heard, more("x".repeat(30)), 12).text, "x".repeat(12));
  assert.equal(withOutput(heard, more("x".repeat(30)), 12).cut, 13 + 24);
});

/** A server that sends four bytes at a time. */
const served =
  (text: string, rest: { readonly over: boolean; readonly kept: boolean }) =>
  (from: number): Promise<Output> => {
    const part = text.slice(from, from + 4);
    return Promise.resolve({ text: part, next: from + part.length, ...rest });
  };

test("what is there is read to its end, also of a job that is over, and only what is new the next time", async () => {
  const first = await readOutput(
    emptyOutput,
    served("one two three", { over: false, kept: false }),
  );
  assert.equal(first.text, "one two three");
  const asked: number[] = [];
  const later = served("one two three four", { over: true, kept: false });
  const second = await readOutput(first, (from) => {
    asked.push(from);
    return later(from);
  });
  assert.deepEqual([second.text, second.over], ["one two three four", true]);
  assert.equal(asked[0], first.next);
});

test("the kept text takes the place of what came while the job was at work", async () => {
  const live = await readOutput(emptyOutput, served("live text", { over: false, kept: false }));
  const kept = await readOutput(live, served("the kept text", { over: true, kept: true }));
  assert.deepEqual([kept.text, kept.cut, kept.kept], ["the kept text", 0, true]);
  assert.equal(
    (await readOutput(kept, served("the kept text", { over: true, kept: true }))).text,
    "the kept text",
  );
});
