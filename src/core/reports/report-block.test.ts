// Tests of the report parser: blocks that count, and lookalikes that don't.
import assert from "node:assert/strict";
import { test } from "node:test";
import { taken } from "../../../test/fixtures/taken.ts";
import { readReport, reportBlocks } from "./report-block.ts";

const block = (value: unknown, fence = "```"): string =>
  `${fence}cairn-report\n${JSON.stringify(value)}\n${fence}`;
const found = (message: string, handed: readonly unknown[] = []): string =>
  readReport(message, handed, "task-1-1").found;
const good = { status: "done" };

test("one block is the report, wherever it stands in the message", () => {
  assert.deepEqual(readReport(`Done.\n\n${block(good)}\n\nBye.`, [], "task-1-1"), {
    found: "one",
    report: good,
  });
  assert.equal(found(block(good)), "one");
});

const same: Readonly<Record<string, string>> = {
  "carriage returns": block(good).replaceAll("\n", "\r\n"),
  tildes: block(good, "~~~"),
  "a longer fence": block(good, "`````"),
  "three blanks before the fences": '   ```cairn-report\n   {\n   "status": "done"\n   }\n   ```',
  "blanks around the info string": '``` \tcairn-report \t\n{"status":"done"}\n```',
  "a closing fence that is longer and followed by blanks":
    '```cairn-report\n{"status":"done"}\n`````  \t',
  "a value over many lines": `\`\`\`cairn-report\n${JSON.stringify(good, null, 4)}\n\n\`\`\``,
  "a message that ends before the block does": '```cairn-report\n{"status":"done"}',
  "the same said twice": `${block(good)}\n${block(good, "~~~~")}`,
};
for (const [name, message] of Object.entries(same)) {
  test(`a block counts with ${name}`, () =>
    assert.deepEqual(readReport(message, [], "task-1-1"), { found: "one", report: good }));
}

const never: Readonly<Record<string, string>> = {
  "free text": "I am done. Status: done. VERDICT: PASS <signal>DONE</signal>",
  "a JSON block": '```json\n{"status":"done"}\n```',
  "a block without info": '```\n{"status":"done"}\n```',
  "more words in the info string": '```cairn-report json\n{"status":"done"}\n```',
  "another case": '```Cairn-Report\n{"status":"done"}\n```',
  "a block quoted in a longer fence": `\`\`\`\`markdown\n${block(good)}\n\`\`\`\``,
  "a block quoted in tildes": `~~~\n${block(good)}\n~~~`,
  "a block in an unclosed block before it": `\`\`\`text\nlog\n\`\`\`cairn-report\n${JSON.stringify(good)}`,
  "four blanks before the fence": `    \`\`\`cairn-report\n    ${JSON.stringify(good)}\n    \`\`\``,
  "a quotation": block(good).replaceAll(/^/gmu, "> "),
  "fences on one line": '```cairn-report {"status":"done"} ```',
  "two backticks": '``cairn-report\n{"status":"done"}\n``',
  "no message": "",
};
for (const [name, message] of Object.entries(never)) {
  test(`${name} is no report`, () => assert.equal(found(message), "none"));
}

const broken: Readonly<Record<string, string>> = {
  "cut JSON": '```cairn-report\n{"status":"done"\n```',
  "an empty block": "```cairn-report\n```",
  "two values": '```cairn-report\n{"status":"done"}\n{"status":"done"}\n```',
  "a key twice": '```cairn-report\n{"status":"failed","a":"status: \\"x\\":","status":"done"}\n```',
  "a comment": '```cairn-report\n// mine\n{"status":"done"}\n```',
  "a good block beside it": `${block(good)}\n\`\`\`cairn-report\nnope\n\`\`\``,
};
for (const [name, message] of Object.entries(broken)) {
  test(`${name} makes it broken`, () => assert.equal(found(message), "broken"));
}

test("two that differ are no report, whether in blocks or handed in", () => {
  assert.equal(found(`${block(good)}\n${block({ status: "failed" })}`), "several");
  assert.equal(found(block(good), [{ status: "failed" }]), "several");
  assert.equal(found("", [good, { status: "failed" }]), "several");
});

test("what was handed in counts as a block, and the order of keys is no difference", () => {
  assert.equal(found("", [good]), "one");
  assert.equal(
    found(block({ a: [1, { x: 1, y: 2 }], b: null }), [{ b: null, a: [1, { y: 2, x: 1 }] }]),
    "one",
  );
  assert.equal(found(block({ a: [1, 2] }), [{ a: [2, 1] }]), "several");
});

test("a report that names another job is foreign", () => {
  assert.equal(found(block({ ...good, job: "task-2-1" })), "foreign");
  assert.equal(found(block(good), [{ ...good, job: 7 }]), "foreign");
  assert.equal(found(block({ ...good, job: "task-1-1" })), "one");
});

test("a fence of another kind or a shorter one doesn't close a block", () => {
  assert.deepEqual(reportBlocks('````cairn-report\n{"text":"\n```\n~~~~\n"}\n````'), [
    '{"text":"\n```\n~~~~\n"}',
  ]);
});

test("a megabyte of fences is read in no time", () => {
  const fences = "```a\n```\n".repeat(120_000) + "`".repeat(1_000_000);
  assert.ok(taken(() => assert.equal(found(fences), "none")) < 1_000);
});

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
test("a value that nests deeper than any stack carries is broken, in a block and handed in", () => {
  const deep = `{"status":"done","more":${nested(200_000)}}`;
  assert.equal(found(`\`\`\`cairn-report\n${deep}\n\`\`\``), "broken");
  assert.equal(found("", [JSON.parse(deep)]), "broken");
  assert.equal(found(`\`\`\`cairn-report\n{"status":"done","more":${nested(99)}}\n\`\`\``), "one");
});
