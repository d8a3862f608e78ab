// Tests of linear time in readers on a megabyte of hostile text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "../../src/core/json/json.ts";
import { redact } from "../../src/core/secrets/redact.ts";
import { readReport } from "../../src/core/reports/report-block.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { anchorsIn } from "../../src/workspace/anchors.ts";
import { taken } from "../fixtures/taken.ts";
import { foundOf } from "../formats/folders.ts";
import { runOf } from "./runs.ts";

const n = 1_000_000;
const many = (count: number, of: (index: number) => string, between = ","): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(between);
const hostile: Readonly<Record<string, string>> = {
  "open brackets": "[".repeat(n),
  quotes: '"'.repeat(n),
  backslashes: `"${"\\".repeat(n)}"`,
  "escaped quotes": `"${'\\"'.repeat(n / 2)}"`,
  blanks: " ".repeat(n),
  "line ends": "\r\n".repeat(n / 2),
  digits: "1".repeat(n),
  "a list of numbers": `[${many(n / 4, () => "1")}]`,
  "many keys": `{${many(n / 12, (index) => `"key${index}":1`)}}`,
  "one key, often": `{${many(n / 8, () => '"key":1')}}`,
  fences: "```\n".repeat(n / 4),
  "report fences": "```cairn-report\n{}\n```\n".repeat(n / 24),
  words: "password = ".repeat(n / 11),
  "half tokens": "sk-".repeat(n / 3),
  "one long word": "a".repeat(n),
  "begins of keys": "-----BEGIN PRIVATE KEY-----\n".repeat(n / 28),
};
const entry = (index: number): string =>
  `{"task_id":"1","criteria":"a","type":"manual","content":"c${index}","timestamp":"t"}`;
const evidence = (index: number): string =>
  `{"criteria":"a","command":"","output":"o${index}","verified":true,"timestamp":"t"}`;
const task = (index: number): string =>
  `{"id":"t${index}","subject":"s","status":"open","success_criteria":["a"],"evidence":[],"blocked_by":["t${index + 1}"]}`;
const session = (tasks: string, log: string): string =>
  `{"version":"1.0","goal":"g","phase":"EXECUTION","child_tasks":[${tasks}],"evidence_log":[${log}]}`;
const documents: Readonly<Record<string, string>> = {
  ...hostile,
  "a long log": session(task(0), many(n / 80, entry)),
  "a long chain of tasks": session(many(n / 120, task), ""),
  "one task, often": session(
    many(n / 120, () => task(0)),
    "",
  ),
  "much evidence": session(
    `{"id":"1","subject":"s","status":"open","success_criteria":["a"],"blocked_by":[],"evidence":[${many(n / 80, evidence)}]}`,
    "",
  ),
};

/** Far above what any of them takes, far below the square. */
const limit = 10_000;
const quick = (name: string, act: () => void): void => {
  const took = taken(act);
  assert.ok(took < limit, `${name} took ${Math.round(took)} ms`);
};

for (const [name, text] of Object.entries(hostile)) {
  test(`a megabyte of ${name}`, () => {
    quick("JSON", () => void readJson(text));
    quick("the report", () => void readReport(text, [], "j"));
    quick("redacting", () => void redact(text));
    quick("anchors", () => void anchorsIn(text));
  });
}

const quickly = async (name: string, act: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await act();
  const took = performance.now() - began;
  assert.ok(took < limit, `${name} took ${Math.round(took)} ms`);
};
const run = runOf("working");
const [before, log] = [run.files()["session.json"] ?? null, run.log()];
for (const [name, text] of Object.entries(documents)) {
  test(`a session file of ${name}`, async () => {
    await quickly("judging", () => ultrawork.check({ "session.json": text }));
    await quickly("adopting", () => ultrawork.read(foundOf({ "session.json": text })));
    const edit = { path: "session.json", text, before };
    await quickly("admitting", async () => {
      const admitted = await ultrawork.admit(run.state(), [edit], run.facts(), log);
      assert.ok(admitted.length > 0);
    });
  });
}
