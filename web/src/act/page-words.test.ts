// Tests of server texts on the page, and that each terminal command in src that may reach it stands in backticks.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { verbs } from "../../../src/cli/verbs.ts";
import { pageWords, printedWords, ways } from "./page-words.ts";

test("what the page can do is named as the page names it, what needs a terminal stays to be typed", () => {
  const told: readonly (readonly [string, string])[] = [
    ["`cairn resume r`, then check again", "“Resume”, then check again"],
    ["`cairn run r` goes on with what is due", "“Resume” goes on with what is due"],
    ["a person: `cairn decide r key retry`, or skip", "a person: the open question, or skip"],
    ["what happened is in `cairn log r`", "what happened is in the Ledger tab"],
    ["`cairn status` lists the runs", "the Runs page lists the runs"],
    ["commit them; then: `cairn merge r`", "commit them; then: “Merge”"],
    ["It ended. `cairn status r` shows why", "It ended. The run’s page shows why"],
    ...[
      "`cairn verify` names what was damaged",
      '`cairn run r --budget "5usd"` sets one',
      "`cairn run r --hand` starts no agent",
      "rarer options are typed: `cairn run ultrawork --help`",
      "a person: `cairn send r Retry --unit t1`",
      "name it in `cairn.config.json`; `git stash`",
    ].map((text) => [text, text] as const),
  ];
  for (const [text, words] of told) assert.equal(pageWords(text), words);
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
  for (const [{ source }] of ways) {
    const verb = /^\^([a-z]+)/u.exec(source)?.[1] ?? source;
    assert.ok(verb in verbs, verb);
  }
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
