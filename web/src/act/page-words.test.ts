// Tests of server texts on the page: each terminal command in src that may reach it has an equivalent, or is marked as a terminal's.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { verbs } from "../../../src/cli/verbs.ts";
import { labelOf } from "../../../src/core/message.ts";
import { protocols } from "../../../src/open.ts";
import { pageWords, printedWords } from "./page-words.ts";
import { ways } from "./page-verbs.ts";

test("what the page can do is named as the page names it", () => {
  const told: readonly (readonly [string, string])[] = [
    ["`cairn resume r`, then check again", "press “Resume”, then check again"],
    ["`cairn run r` goes on with what is due", "“Resume” goes on with what is due"],
    ['`cairn run r --budget "5usd"` sets one', "“Set budget” sets one"],
    [
      "a person: `cairn decide r key retry`, or skip",
      "a person: answer the open question, or skip",
    ],
    ["`cairn decide r key` shows the answers", "the open question shows the answers"],
    ["a person: `cairn send r Retry --unit t1`", "a person: take “Try again” under “More”"],
    ["`cairn send r SetContext`", "take “Set context” under “More”"],
    ["what happened is in `cairn log r`", "what happened is in the Ledger tab"],
    ["`cairn status` lists the runs", "the Runs page lists the runs"],
    ["commit them; then: `cairn merge r`", "commit them; then: press “Merge”"],
    ["It ended. `cairn status r` shows why", "It ended. The run’s page shows why"],
  ];
  for (const [text, words] of told) assert.equal(pageWords(text), words);
});

test("what needs a terminal is said to, once, and stays as it is to be typed", () => {
  assert.equal(
    pageWords("`cairn verify` names what was damaged"),
    "`cairn verify` in a terminal names what was damaged",
  );
  assert.equal(
    pageWords("go on by hand: `cairn job claim r t1`"),
    "go on by hand: in a terminal: `cairn job claim r t1`",
  );
  assert.equal(
    pageWords("`cairn init` or `cairn setup agents`"),
    "in a terminal: `cairn init` or `cairn setup agents`",
  );
  assert.equal(
    pageWords("begin one in a terminal: `cairn run r`"),
    "begin one in a terminal: `cairn run r`",
  );
  assert.equal(
    pageWords("`cairn run r --hand` starts no agent"),
    "`cairn run r --hand` in a terminal starts no agent",
  );
  assert.equal(
    pageWords("name it in `cairn.config.json`; `git stash`"),
    "name it in `cairn.config.json`; `git stash`",
  );
});

test("words that were said already stay", () => {
  for (const text of [
    "`cairn verify` names it",
    "a: `cairn job claim r`",
    "`cairn resume r`, then `cairn init`",
  ])
    assert.equal(pageWords(pageWords(text)), pageWords(text));
});

test("of what a program printed, lines that name what to type are left out", () => {
  assert.deepEqual(
    printedWords([
      "t1 is done",
      "  proofs: cairn evidence r      events: cairn log r",
      "then resume: cairn run r",
      "paused: `cairn resume` goes on",
    ]),
    ["t1 is done", "paused: “Resume” goes on"],
  );
});

/** Source code without comments, of everything that may answer the page. */
const sources = (folder: string): readonly (readonly [path: string, text: string])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = `${entry.parentPath}/${entry.name}`;
    return entry.isFile() &&
      path.endsWith(".ts") &&
      !path.endsWith(".test.ts") &&
      !/\/src\/(?:cli|mcp|hooks)\//u.test(path)
      ? [[path, readFileSync(path, "utf8").replaceAll(/^\s*(?:\/\/|\/?\*).*$/gmu, "")] as const]
      : [];
  });
const src = sources(new URL("../../../src", import.meta.url).pathname);

test("each way is that of a verb, and each command in a text of the server stands in backticks, and its verb is one", () => {
  const spoken = new RegExp(
    `(?<!\\w|\`|command: ")cairn (?:${Object.keys(verbs).join("|")}|help)\\b`,
    "gu",
  );
  for (const verb of Object.keys(ways)) assert.ok(verb in verbs, verb);
  for (const [path, text] of src) {
    for (const [, verb = ""] of text.matchAll(/`cairn ([a-z]+(?:-[a-z]+)*)/gu))
      assert.ok(
        ["help", "knows"].includes(verb) || verb in verbs,
        `${path}: \`cairn ${verb}\` is no command`,
      );
    assert.deepEqual(
      [...text.matchAll(spoken)].map(([bare]) => `${path}: ${bare}`),
      [],
    );
  }
});

test("each command that the server advises to send is named by its own label", async () => {
  const messages = (await Promise.all(Object.values(protocols).map((load) => load()))).flatMap(
    (one) => one.messages,
  );
  const sent = src.flatMap(([, text]) =>
    [...text.matchAll(/cairn send \S+ ([A-Z][A-Za-z]*)/gu)].map(([, type = ""]) => type),
  );
  assert.ok(sent.length > 10);
  for (const type of new Set(sent)) {
    const labels = messages.filter((one) => one.type === type).map(labelOf);
    assert.ok(labels.length > 0, type);
    for (const label of labels)
      assert.equal(pageWords(`\`cairn send r ${type}\` does`), `“${label}” under “More” does`);
  }
});
