// Tests of cancelled prompts: by Ctrl-C, Ctrl-D, the end of the input, and the end of the process.
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { promptsUntil } from "./prompts.ts";
import { type Prompts, QuestionLeft } from "../world.ts";

const questions: Readonly<
  Record<string, (prompts: Prompts, gone: AbortSignal) => Promise<unknown>>
> = {
  choose: ({ choose }, gone) => choose("Which one?", [{ id: "a", label: "A" }], "a", gone),
  line: ({ line }, gone) => line("What?", true, gone),
  agree: ({ agree }, gone) => agree("Merge?", false, gone),
};

const leavings: Readonly<
  Record<string, (input: PassThrough, ends: AbortController, gone: AbortController) => void>
> = {
  "Ctrl-C": (input) => void input.write("\u0003"),
  "Ctrl-D": (input) => void input.write("\u0004"),
  "the end of the input": (input) => void input.end(),
  "a terminal that goes away": (input) => void input.destroy(),
  "the end of the process": (_input, ends) => ends.abort(),
  "an answer elsewhere": (_input, _ends, gone) => gone.abort(),
};

for (const [way, leave] of Object.entries(leavings))
  for (const [kind, ask] of Object.entries(questions))
    test(`${way} leaves a question: ${kind}`, async () => {
      const [input, ends, gone] = [new PassThrough(), new AbortController(), new AbortController()];
      const asked = ask(promptsUntil(ends.signal, input, new PassThrough().resume()), gone.signal);
      setImmediate(() => leave(input, ends, gone));
      await assert.rejects(asked, QuestionLeft);
    });

test("a question after the end of the input is left at once, and answers still count, one after the other", async () => {
  const input = new PassThrough();
  const { agree, line } = promptsUntil(undefined, input, new PassThrough().resume());
  setImmediate(() => input.write("y"));
  assert.equal(await agree("Merge?", false), true);
  const said = line("What?", true);
  setImmediate(() => input.write("all of it\r"));
  assert.equal(await said, "all of it");
  input.end();
  await assert.rejects(line("And?", false), QuestionLeft);
  await assert.rejects(line("And?", false), QuestionLeft);
});
