// Tests of an agent's last words in the record of a failure: one short line of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lastWords, withLastWords } from "./last-words.ts";
import { asBriefed, refusedReason, refusedReasons, refusedTimes } from "./misfit.ts";
import { refuse } from "../refusal.ts";

test("its log comes before its message; events, warnings, traces and fences are no words, and a long line is cut", () => {
  assert.equal(
    lastWords({
      errors: "error: no login\nwarning: old\n    at run (a.js:1:2)\n",
      message: "done",
    }),
    "error: no login",
  );
  assert.equal(
    lastWords({ errors: '{"type":"end"}\n', message: "I stop here.\n```json\n{}\n```\n" }),
    "I stop here.",
  );
  assert.equal(lastWords({ message: "x".repeat(300) }), `${"x".repeat(200)}…`);
  assert.equal(withLastWords({ errors: " \n---\n", message: "" }), "");
});

/** Crash output of different runtimes, and the line that explains the crash. */
const crashes: readonly (readonly [runtime: string, said: string, errors: string])[] = [
  [
    "Node",
    "Error: boom",
    '/a.js:1\nthrow new Error("boom")\n^\n\nError: boom\n    at run (/a.js:1:7)\n\nNode.js v24.21.0\n',
  ],
  [
    "Node, with what the error holds",
    "Error: ENOENT: no such file or directory, open '/a'",
    "a line before\nnode:fs:621\n  return binding.open(\n                 ^\n\nError: ENOENT: no such file or directory, open '/a'\n    at openSync (node:fs:621:18) {\n  errno: -2,\n  path: '/a'\n}\n\nNode.js v24.21.0\n",
  ],
  [
    "Node, cut off above",
    "TypeError: no key",
    "TypeError: no key\n    at run (/a.js:1:7)\n\nNode.js v24.21.0\n",
  ],
  [
    "Python",
    "ValueError: no key",
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    run()\nValueError: no key\n',
  ],
  [
    "Rust",
    "no key",
    "thread 'main' panicked at src/main.rs:2:5:\nno key\nnote: run with `RUST_BACKTRACE=1` environment variable\n",
  ],
];
for (const [runtime, said, errors] of crashes)
  test(`of a crash the line counts that tells what went wrong: ${runtime}`, () =>
    assert.equal(lastWords({ errors, message: "" }), said));

const misfit = refuse("REPORT_MISFIT", "/task is missing", asBriefed);

test("what cairn answered a report is told as its refusal, not as the agent's words", () => {
  const answer =
    "REPORT_MISFIT: /task is missing (/task)\n  the form that the job's brief describes\n";
  assert.equal(lastWords({ errors: answer, message: "", refused: refusedReason(misfit) }), "");
  assert.equal(
    lastWords({ errors: "JOB_ODD: mine\n", message: "", refused: refusedReason(misfit) }),
    "JOB_ODD: mine",
  );
});

test("a refusal is told in one form: place, what fits, all findings, and how often", () => {
  const placed = refuse("MANIFEST_INVALID", "no heading", { path: "docs/prd.md", line: 7 });
  assert.equal(
    refusedReasons({ ...misfit, more: [misfit, placed] }),
    "REPORT_MISFIT: /task is missing (what fits: the form that the job's brief describes)\nMANIFEST_INVALID: docs/prd.md:7: no heading",
  );
  const why = refusedReason(placed);
  assert.equal(why, "MANIFEST_INVALID: docs/prd.md:7: no heading");
  assert.equal(refusedTimes({ times: 1, why }), why);
  assert.equal(refusedTimes({ times: 3, why }), `3 times, at last: ${why}`);
});
