// Tests of failure output: code, place, cause and remedy in text and JSON.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault, refuse } from "../core/refusal.ts";
import { readFileSync } from "node:fs";
import { exitsOfBoth, failed, refused } from "./failure.ts";
import { QuestionLeft } from "./world.ts";

const page = { width: 80, colour: false };

test("a refusal begins with its code, then what fits, then every other finding with its place", () => {
  const first = refuse("A_B", "first\u001b[2J", {
    fits: "this",
    pointer: "/x",
    path: "plan.json",
    line: 3,
    column: 9,
  });
  const answer = refused({ ...first, more: [first, refuse("C_D", "second")] });
  assert.equal(answer.exit, 2);
  assert.equal(
    answer.text?.(page),
    "A_B: first\u241b[2J (plan.json line 3, column 9 /x)\n  this\nC_D: second",
  );
});

test("a fault tells its cause once and what to do next", () => {
  const answer = failed(
    new Fault(
      "DISK_FULL",
      "files could not be written: ENOSPC",
      "Make room.",
      new Error("ENOSPC", { cause: new Error("deeper") }),
    ),
  );
  assert.equal(answer.exit, 1);
  assert.equal(
    answer.text?.(page),
    "DISK_FULL: files could not be written: ENOSPC: deeper\n  Make room.",
  );
  assert.deepEqual(answer.json, {
    error: {
      code: "DISK_FULL",
      text: "files could not be written: ENOSPC",
      hint: "Make room.",
      cause: "deeper",
    },
  });
});

test("a fault of several findings tells one a line", () => {
  const found = new Fault(
    "CONFIG_INVALID",
    "c.json /a is bad\nc.json /b is bad\u001b",
    "mend",
    null,
  );
  assert.equal(
    failed(found).text?.(page),
    "CONFIG_INVALID: c.json /a is bad\n  c.json /b is bad\u241b\n  mend",
  );
});

test("a cause whose system code the message names isn't repeated", () => {
  const cause = new Error("EROFS: read-only file system, mkdir '/x'");
  const fault = new Fault("A_B", "can't make /x: it is read-only (EROFS)", "do this", cause);
  assert.equal(
    failed(fault).text?.(page),
    "A_B: can't make /x: it is read-only (EROFS)\n  do this",
  );
});

test("a fault without a cause says nothing of one", () => {
  const answer = failed(new Fault("A_B", "it is so", "do this", null));
  assert.equal(answer.text?.(page), "A_B: it is so\n  do this");
  assert.deepEqual(answer.json, { error: { code: "A_B", text: "it is so", hint: "do this" } });
});

test("too many open files are never a bug, in whatever words and wherever they were met", () => {
  const bare = Object.assign(new Error(", Unknown error: Too many open files '/x/trees.gone'"), {
    code: "",
  });
  const spawned = new Fault(
    "PROGRAM_MISSING",
    "git can't be started",
    "install it",
    Object.assign(new Error("spawn"), { code: "EMFILE" }),
  );
  const part = Object.assign(
    new Error("dist/work.cjs is missing", { cause: "EMFILE: too many open files, open" }),
    {
      code: "PROGRAM_DAMAGED",
      hint: "install cairn again",
    },
  );
  for (const [error, code] of [
    [bare, "FILES_EXHAUSTED"],
    [spawned, "PROGRAM_MISSING"],
    [part, "FILES_EXHAUSTED"],
  ] as const) {
    const answer = failed(error);
    assert.equal(answer.exit, 1);
    assert.match(
      answer.text?.(page) ?? "",
      new RegExp(`^${code}: [^]*raise the limit of open files`, "u"),
    );
  }
});

test("anything else is a bug, told with its stack", () => {
  const answer = failed(new TypeError("x is not a function"));
  assert.equal(answer.exit, 70);
  assert.match(answer.text?.(page) ?? "", /^BUG: [^]*TypeError: x is not a function\n {4}at /);
});

test("a question that was left open by Ctrl-C, or by a terminal that went away, is no bug", () => {
  for (const error of [
    new QuestionLeft(),
    Object.assign(new Error("setRawMode EIO"), { syscall: "setRawMode", code: "EIO" }),
  ]) {
    const answer = failed(error);
    assert.equal(answer.exit, 130);
    assert.doesNotMatch(answer.text?.(page) ?? "", /BUG/);
  }
});

test("a part of the program that can't be read is the operator's to mend, and no bug", () => {
  const error = new Error("player.cjs is missing", { cause: "Cannot find module" });
  const told = failed(
    Object.assign(error, { code: "PROGRAM_DAMAGED", hint: "install cairn again" }),
  );
  assert.deepEqual(
    [told.exit, told.text?.({ width: 80, colour: false })],
    [1, "PROGRAM_DAMAGED: player.cjs is missing: Cannot find module\n  install cairn again"],
  );
});

test("a refusal fits the page; a command in it stands in one line, to be pasted", () => {
  const command = "`cairn init --agent mine --argv 'my-agent {brief}' --role worker=mine`";
  const answer = refused(
    refuse("AGENT_MISSING", `no agent for role worker: ${"word ".repeat(20)}`, {
      fits: `${"more ".repeat(10)}${command}`,
    }),
  );
  const lines = (answer.text?.(page) ?? "").split("\n");
  assert.ok(
    lines.every((line) => line.length <= 80),
    lines.join("\n"),
  );
  assert.ok(
    lines.some((line) => line.includes(command)),
    lines.join("\n"),
  );
  const last = refused(
    refuse("A_B", "first", {
      fits: `${"more ".repeat(12)}then: cairn decide k7dm approve-1 revise --note WHY`,
    }),
  );
  assert.match(last.text?.(page) ?? "", /^ {2}cairn decide k7dm approve-1 revise --note WHY$/mu);
  const fault = failed(
    new Fault("DISK_FULL", "word ".repeat(30).trim(), "more ".repeat(30).trim(), null),
  );
  assert.ok((fault.text?.(page) ?? "").split("\n").every((line) => line.length <= 80));
});

test("a code that is a refusal here and a fault there ends with one exit code", () => {
  const page = readFileSync(
    new URL("../../docs/reference/refusals.md", import.meta.url),
    "utf8",
  ).split("## Faults");
  const [refusals = [], faults = []] = page.map((part) =>
    [...part.matchAll(/^\| `(\w+)` \|/gmu)].map(([, code = ""]) => code),
  );
  const both = refusals.filter((code) => faults.includes(code));
  assert.ok(both.length > 5);
  for (const code of [...both, "AGENT_MISSING"]) {
    const [no, fault] = [refused(refuse(code, "x")), failed(new Fault(code, "x", "y"))];
    assert.equal(no.exit, fault.exit, code);
    assert.equal(no.exit, exitsOfBoth[code], code);
  }
});
