// Tests of check commands' display: unambiguous quoting, paths outside the tree, changed files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../test/fixtures/stigmergy-desk.ts";
import { argvText, tokens } from "../../core/checks/argv.ts";
import { ask, brief } from "./brief.ts";
import { checkLine } from "./check-words.ts";

const check = (...argv: readonly string[]) => ({ name: "Tests", argv, timeout_ms: 1_000 });

test("a command is shown as it would be written: one word is never taken for two, nor for an operator", () => {
  assert.equal(argvText(["node", "check.cjs && npm test", ""]), 'node "check.cjs && npm test" ""');
  for (const argv of [
    ["npm", "test"],
    ["node", "a b", 'say "hi"', "c:\\d", "$(id)", "it's", "--x=y/z.ts"],
  ])
    assert.deepEqual(
      tokens(argvText(argv))?.map(({ text }) => text),
      argv,
    );
});

test("what lies outside of the working tree is said where a check is approved", () => {
  assert.equal(checkLine(check("npm", "test")), "Tests: npm test");
  assert.match(
    checkLine(check("node", "../other/check.cjs")),
    /outside of the working tree[^)]*: \.\.\/other\/check\.cjs\)$/u,
  );
  assert.match(checkLine(check("/opt/judge")), /outside of the working tree/u);
});

test("whoever judges is told which files that checks run the work has changed", () => {
  for (const [edit, told] of [
    [{ "check.cjs": "process.exit(0)" }, true],
    [{ "src/list.ts": "list" }, false],
  ] as const) {
    const run = openDesk();
    run.execute({}, {}, undefined, ["node check.cjs"]);
    run.build("1.1", {}, edit);
    run.checks();
    const job = run.job("review");
    const text = brief(run.state(), job, run.facts(ask(run.state(), job)));
    assert.equal(/Checks run, or go by, `check\.cjs`, which this work changed/u.test(text), told);
  }
  const run = openDesk();
  run.execute({}, {}, undefined, ["node --test"]);
  run.build("1.1", {}, { ".npmrc": "x", "vitest.config.ts": "x", "src/list.ts": "x" });
  run.checks();
  const job = run.job("review");
  assert.match(
    brief(run.state(), job, run.facts(ask(run.state(), job))),
    /or go by, `\.npmrc`, `vitest\.config\.ts`, which this work changed/u,
  );
});
