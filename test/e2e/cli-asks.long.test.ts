// A run at a terminal: what it asks is asked there, answered there, and it goes on; what isn't answered is left to be typed.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Desk, hostsWithin } from "./desk.ts";
import { auto, shop } from "./one-file.ts";

hostsWithin();

const asking = auto.filter((word) => word !== "--auto");

/** A program as $EDITOR: it is handed the file's name and rewrites it. */
const editor = (here: Desk, code: string): NodeJS.ProcessEnv => {
  const path = join(here.folder, "editor.cjs");
  writeFileSync(
    path,
    `const fs = require("node:fs"); const file = process.argv.at(-1); let text = fs.readFileSync(file, "utf8");\n${code}\nfs.writeFileSync(file, text);`,
  );
  return { EDITOR: `${process.execPath} ${path}` };
};

test("a run asks at a terminal, after the whole plan, which may be edited there, and goes on with the answer to its end; what isn't answered waits, with what to type", async (t) => {
  const here = shop(t);
  // Nobody is asked with --no-input, with --json and in CI.
  await here.ends(3, [...asking, "--no-input"], { answers: [] });
  await here.ends(3, "run s --json", { answers: [] });
  await here.ends(3, "run s", { answers: [], env: { CI: "true" } });
  for (const typed of [{ answers: ["later"] }, { answers: [], left: true as const }]) {
    const left = await here.ends(3, "run s", typed);
    assert.match(left.out, /^ *cairn decide \S+ approve-1 approve$/mu);
  }
  const gone = { env: { EDITOR: "rm -f" }, answers: ["edit", "later"] };
  assert.match(
    (await here.ends(3, "run s", gone)).err,
    /nothing was changed: the editor left no file /u,
  );
  const bad = editor(here, `text = text.replace(/"id": "1"/, '"id": "verify"');`);
  const refused = await here.cairn("run s", { env: bad, answers: ["edit", "n", "later"] });
  assert.match(refused.err, /UNIT_ID_INVALID/u);
  assert.match(refused.err, /Edit it again\?/u);
  const good = editor(here, `text = text.replace(/"subject": "[^"]*"/, '"subject": "By hand"');`);
  const done = await here.ends(0, "run s", { env: good, answers: ["edit", "approve", "n"] });
  for (const criterion of ["one.txt is there", "it is still there"])
    assert.match(done.out, new RegExp(`${criterion}\\n +check: command output: test -e one\\.txt`));
  assert.match(done.err, /1 approve: .*\n2 revise: .*\n3 cancel: .*\n4 edit: .*\n5 later: /u);
  assert.doesNotMatch(done.out, /Answer by|```/u);
  assert.match(done.out, /By hand/u);
  assert.match((await here.cairn("log s")).out, /PlanApproved.*2/u);
});

test("a question that is answered elsewhere is asked no longer: who answered is said, and the run goes on", async (t) => {
  const here = shop(t);
  await here.cairn([...asking, "--no-input"]);
  const elsewhere = () => here.cairn("decide approve --as ana");
  const done = await here.ends(0, "run s", { elsewhere, answers: ["n"] });
  assert.match(done.err, /^approve-1 was answered elsewhere by ana: plan approved$/mu);
  const merged = await here.cairn("run s", {
    elsewhere: () => here.cairn("merge s --as ana"),
    answers: [],
  });
  assert.match(merged.out, /its work was merged or dropped elsewhere meanwhile/u);
});

test("a note that an option must have is asked; the plan goes back to its planner with it", async (t) => {
  const here = shop(t);
  await here.cairn([...asking, "--no-input"]);
  await here.ends(0, "decide s approve-1", {
    answers: ["revise", "", "split it"],
  });
  const log = await here.cairn("log s");
  assert.match(log.out, /PlanReturned .*split it/u);
});

test("a question without choices is answered by typing the answer, and Enter alone leaves it open", async (t) => {
  const asks = {
    task: "1",
    status: "needs_context",
    summary: "",
    question: { text: "Which currency?" },
  };
  const here = shop(t, () => [{ report: asks }]);
  const left = await here.ends(3, [...asking, "--max-attempts", "1"], { answers: ["approve", ""] });
  const question = /^Which currency\?\n.*Your answer \(Enter alone: later\)/mu;
  assert.match(left.err, question);
  assert.doesNotMatch(left.err, /1 answer:/u);
  const said = await here.cairn("decide", { answers: ["euros"] });
  assert.match(said.err, question);
  assert.match((await here.cairn("log s")).out, /QuestionAnswered .*euros/u);
});
