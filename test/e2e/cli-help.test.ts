// Help as it is printed: short first, everything by group, topics, and words that people use elsewhere.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { elsewhere } from "../../src/cli/help/elsewhere.ts";
import { nineWords, purpose } from "../../src/cli/help/first-steps.ts";
import { columns } from "../../src/cli/terminal/layout.ts";
import { topics } from "../../src/cli/help/topics.ts";
import { groups } from "../../src/cli/help/verb-groups.ts";
import { verbs } from "../../src/cli/verbs.ts";
import { at, desk } from "./desk.ts";

const narrow = { env: { COLUMNS: "80" } };
const wide = (text: string): readonly string[] =>
  text.split("\n").filter((line) => columns(line) > 80 || line.endsWith(" "));

test("the short help has at most 40 lines of 80 columns, with the verbs of daily use", async (t) => {
  const { cairn } = desk(t);
  for (const words of [["--help"], ["help"]]) {
    const { exit, out } = await cairn(words, narrow);
    assert.equal(exit, 0);
    assert.ok(out.trimEnd().split("\n").length <= 40, out);
    assert.deepEqual(wide(out), []);
    for (const verb of groups[0]?.verbs ?? []) assert.match(out, new RegExp(`^  ${verb} `, "mu"));
    assert.doesNotMatch(out, /^ {2}unarchive /mu);
  }
});

test("the short help leads with what it is for, the first commands and nine words, a line each", async (t) => {
  const { out } = await desk(t).cairn("help", narrow);
  assert.equal(out.slice(0, out.indexOf("\n\n")).replaceAll("\n", " "), purpose);
  const packed = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  assert.equal(at(JSON.parse(packed), "description"), purpose);
  assert.match(out, /^Cairn [^]*\n {2}cairn run --light "GOAL" [^]*\n {2}run /u);
  assert.equal(nineWords.length, 9);
  for (const [word, means] of nineWords)
    assert.match(out, new RegExp(`^  ${word} +${RegExp.escape(means)}$`, "mu"));
});

test("the help of each verb fits 80 columns", async (t) => {
  const { cairn } = desk(t);
  for (const name of groups.flatMap(({ verbs: names }) => names))
    assert.deepEqual(wide((await cairn([name, "--help"], narrow)).out), [], name);
});

test("every verb for people stands in one group, and in the whole help", async (t) => {
  const { cairn } = desk(t);
  const all = (await Promise.all(Object.values(verbs).map((load) => load()))).filter(
    ({ hidden }) => hidden !== true,
  );
  assert.deepEqual(
    groups.flatMap((group) => group.verbs).toSorted(),
    all.map(({ name }) => name).toSorted(),
    "declare it in src/cli/help/verb-groups.ts",
  );
  for (const words of [
    ["--help", "--all"],
    ["help", "--all"],
    ["--all", "--help"],
  ]) {
    const { out } = await cairn(words, narrow);
    assert.deepEqual(wide(out), []);
    for (const { title } of groups) assert.ok(out.includes(`\n${title}\n`), title);
    for (const { name } of all) assert.match(out, new RegExp(`^  ${name} `, "mu"));
  }
});

test("topics are shown, also behind the help of a verb of the same name", async (t) => {
  const { cairn, ends } = desk(t);
  for (const [name, { summary }] of Object.entries(topics)) {
    const { exit, out } = await cairn(["help", name], narrow);
    assert.equal(exit, 0, name);
    assert.ok(out.trim().length > summary.length, name);
    assert.deepEqual(wide(out), [], name);
  }
  assert.match((await cairn("help ways", narrow)).out, /^ {2}ralph +You list stories\./mu);
  assert.match((await cairn("help exit-codes")).out, /^ {2}130 {2}interrupted/mu);
  const agents = await cairn("help setup agents");
  assert.match(
    agents.out,
    /^cairn setup agents \[flags\][\s\S]*\nMore\nCairn starts agent programs/u,
  );
  assert.match(
    agents.out,
    /`cairn-report`[\s\S]*cairn job report --data @FILE/u,
    "what a program of one's own answers",
  );
  assert.equal(at(JSON.parse((await cairn("help exit-codes --json")).out), "topic"), "exit-codes");
  const none = await ends(2, "help frobnicate");
  assert.match(
    none.err,
    /there is no verb or topic `frobnicate`\n {2}all verbs and topics: cairn help --all$/mu,
  );
  assert.match((await cairn("help budgts")).err, /did you mean `budgets`\?/u);
});

test("a word of another program names the verb that does it here, and nothing is run", async (t) => {
  const here = desk(t);
  for (const [word, fits] of [
    ["ls", "cairn status"],
    ["approve", "cairn decide"],
    ["halt", "cairn stop"],
    ["logs", "cairn log"],
    ["continue", "cairn run"],
    ["top", "cairn watch"],
    ["questions", "cairn decide"],
    ["aprove", "cairn decide"],
    ["stauts", "status"],
  ] as const) {
    const { exit, out, err } = await here.cairn([word]);
    assert.deepEqual([exit, out], [2, ""], word);
    assert.ok(err.includes(`did you mean \`${fits}\`?`), err);
  }
  assert.ok(!existsSync(join(here.root, ".git/cairn")));
  for (const [word, command] of elsewhere) {
    assert.ok(!Object.hasOwn(verbs, word), `${word} is a verb itself`);
    assert.ok(command === "help" || Object.hasOwn(verbs, command.split(" ")[0] ?? ""), command);
  }
});
