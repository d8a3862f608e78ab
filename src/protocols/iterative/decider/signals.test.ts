// Tests of the signal parser: only a line of its own counts; look-alikes, fences and quotes don't.
import assert from "node:assert/strict";
import { test } from "node:test";
import { messageLimit } from "../limits.ts";
import { meaningOf, signalOf, signalsIn } from "./signals.ts";

const tag = "<signal>T1_DONE</signal>";
const names = (message: string): readonly string[] => signalsIn(message).map(({ name }) => name);

test("a line of its own counts, wherever in the message", () => {
  assert.deepEqual(names(tag), ["T1_DONE"]);
  assert.deepEqual(names(`All is well.\n\n  ${tag}\t\r\nBye`), ["T1_DONE"]);
  assert.deepEqual(signalsIn("<signal>BLOCKED:no database: refused</signal>"), [
    { name: "BLOCKED", reason: "no database: refused" },
  ]);
});

test("words beside the tag, in a fence, a quote, a comment, a table, inline code: none", () => {
  for (const message of [
    `I will not print \`${tag}\` yet`,
    `Done: ${tag}`,
    `${tag} now`,
    `\`x\` ${tag}`,
    `\`\`\`\n${tag}\n\`\`\``,
    `~~~text\n${tag}\n~~~`,
    `\`\`\`\`\n\`\`\`\n${tag}\n\`\`\`\``,
    `\`\`\`\nleft open\n${tag}`,
    `> ${tag}`,
    `  > ${tag}`,
    `<!--\n${tag}\n-->`,
    `<!-- left open\n${tag}`,
    `| ${tag} |`,
    `- ${tag}`,
    `a \`span\n${tag}\nof code\` ends`,
  ])
    assert.deepEqual(names(message), [], message);
});

test("bare names, empty tags, placeholders, other tags, lower case, look-alikes, blanks inside: none", () => {
  for (const message of [
    "T1_DONE",
    "all done",
    "<signal></signal>",
    "<signal>{ID}_DONE</signal>",
    "<promise>T1_DONE</promise>",
    "<signal>t1_done</signal>",
    "<SIGNAL>T1_DONE</SIGNAL>",
    "<signal>Т1_DONE</signal>",
    "<signal>T1_DОNE</signal>",
    "<signal> T1_DONE </signal>",
    "<signal>T1_DONE</signal",
    "&lt;signal&gt;T1_DONE&lt;/signal&gt;",
  ])
    assert.deepEqual(names(message), [], message);
});

test("what was taken out leaves the lines around it alone", () => {
  assert.deepEqual(names(`\`\`\`\nlog\n\`\`\`\n${tag}`), ["T1_DONE"]);
  assert.deepEqual(names(`it's \`one\` thing\n\n${tag}\n\nand \`another\``), ["T1_DONE"]);
  assert.deepEqual(names(`<!-- note -->\n${tag}`), ["T1_DONE"]);
});

test("of a message whose beginning was cut off, a fence may turn everything around", () => {
  const filler = "x".repeat(messageLimit);
  assert.deepEqual(names(`${filler}\n${tag}`), ["T1_DONE"]);
  assert.deepEqual(names(`${filler}\n${tag}\n\`\`\`\nmore`), []);
});

test("a name means something for its own unit and kind of job alone", () => {
  const meaning = (name: string, kind: Parameters<typeof meaningOf>[2], reason = "") =>
    meaningOf({ name, reason }, "T1", kind);
  assert.equal(meaning("T1_DONE", "work"), "done");
  assert.equal(meaning("T1_DONE", "confirmation"), "done");
  assert.equal(meaning("FIXED", "fix"), "done");
  assert.equal(meaning("TESTS_PASS", "test"), "done");
  for (const name of [
    "T2_DONE",
    "T10_DONE",
    "T1_VERIFIED",
    "REVIEW_PASS",
    "FIXED",
    "TESTS_PASS",
    "NEEDS_ESCALATION",
  ])
    assert.equal(meaning(name, "work", ""), "foreign", name);
  assert.equal(meaning("BLOCKED", "work", "no key"), "blocked");
  for (const reason of ["", "reason", "{reason}"])
    assert.equal(meaning("BLOCKED", "work", reason), "undone", reason);
  assert.equal(meaning("NEEDS_ESCALATION", "revise", "why"), "blocked");
  assert.equal(meaning("TEST_BLOCKED", "test"), "blocked");
  assert.equal(meaning("TESTS_FAIL", "test", "two"), "undone");
  assert.deepEqual(signalOf("BLOCKED: x"), { name: "BLOCKED", reason: "x" });
  assert.equal(signalOf("done, I think"), null);
});
