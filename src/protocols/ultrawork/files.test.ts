// Tests of ultrawork's session files: printing, key order, prefixes of proofs and claims.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begun,
  claimed,
  executing,
  fold,
  logOf,
  proved,
  started,
  task,
} from "../../../test/fixtures/ultrawork.ts";
import { type Json, type Ordered, printed, raw } from "../../core/print.ts";
import { write } from "./files.ts";

type Free = ReturnType<typeof JSON.parse>;
const ordered = (...entries: readonly (readonly [string, Json])[]): Ordered => ({ entries });
import type { UltraworkEvent } from "./events.ts";

const one = [
  task("1", [
    ["a", "npm test"],
    ["b", null],
  ]),
];
const filesOf = (...events: readonly UltraworkEvent[]) => write(fold(...events), logOf(events));
const table = (text: string | undefined): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(text ?? "{}");
  return typeof value === "object" && value !== null ? { ...value } : {};
};
/** `verified output` of each entry of a task's evidence. */
const shown = (...more: readonly UltraworkEvent[]): readonly string[] => {
  const { evidence } = table(filesOf(...executing(one), begun("1"), ...more)["tasks/1.json"]);
  assert.ok(Array.isArray(evidence));
  return evidence.map((entry: unknown) => {
    const { verified, output } = table(JSON.stringify(entry));
    return `${String(verified)} ${String(output)}`;
  });
};

test("printing is what JSON.stringify with two spaces gives, but keeps order and raw texts", () => {
  const value = { b: 1, a: [], c: [{ d: null }, "x\n"], e: {} };
  const same = ordered(["b", 1], ["a", []], ["c", [ordered(["d", null]), "x\n"]], ["e", ordered()]);
  assert.equal(printed(same), `${JSON.stringify(value, null, 2)}\n`);
  assert.equal(
    printed(ordered(["z", 1], ["2", raw("1.0")], ["1", 2])),
    '{\n  "z": 1,\n  "2": 1.0,\n  "1": 2\n}\n',
  );
});

test("a passing proof alone is verified; what failed says how", () => {
  const at = { attempt: 1 };
  assert.deepEqual(shown(proved("1", 1, at)), ["true all well"]);
  assert.deepEqual(shown(proved("1", 1, at, { passed: false, exit: 1, why: "exit 1" })), [
    "false [exit 1] all well",
  ]);
  assert.deepEqual(shown(proved("1", 1, at, { passed: false, exit: null, why: "timed out" })), [
    "false [timed out] all well",
  ]);
  assert.deepEqual(shown(proved("1", 1, at, { passed: false, exit: null })), [
    "false [exit unknown] all well",
  ]);
  assert.deepEqual(shown(proved("1", 1, at, { passed: false, exit: 0, why: "no test ran" })), [
    "false [exit 0] no test ran\nall well",
  ]);
});

test("a file is shown by no command, and a sweep that shows a criterion again leaves the time when the task was resolved", () => {
  const looks = [task("1", [["a", null]])];
  const set: UltraworkEvent = {
    type: "CheckSet",
    data: {
      task: "1",
      criterion: 1,
      check: { type: "file_content", path: "a.md" },
      chosenBy: "worker",
      reason: "r",
      by: "wim",
      round: null,
    },
  };
  const events = [
    ...executing(looks),
    begun("1"),
    set,
    proved("1", 1, { attempt: 1 }, { command: "a.md" }),
    { type: "TaskResolved", data: { task: "1" } },
    proved("1", 1, { sweep: 1 }, { command: "a.md" }),
  ] satisfies readonly UltraworkEvent[];
  const file: Free = JSON.parse(filesOf(...events)["tasks/1.json"] ?? "{}");
  const [entry] = file.evidence;
  assert.equal(entry.command, "");
  assert.ok(
    entry.timestamp <= file.completed_at,
    `${entry.timestamp} is after ${file.completed_at}`,
  );
});

test("a claim is labelled with its agent and never verified; a proof takes its place", () => {
  const claim: UltraworkEvent = {
    type: "EvidenceClaimed",
    data: {
      task: "1",
      criterion: 1,
      criteria: "a",
      type: "command_output",
      text: "42 passed",
      command: "npm test",
      path: null,
      by: "task-x",
    },
  };
  assert.deepEqual(shown(claim), ["false [claim by task-x] 42 passed"]);
  assert.deepEqual(shown(claim, proved("1", 1, { attempt: 1 })), ["true all well"]);
});

test("a stale proof, a waiver and a person's word say so", () => {
  const stale: UltraworkEvent = {
    type: "EvidenceStaled",
    data: { was: "tree-a", is: "tree-b", paths: [] },
  };
  assert.deepEqual(shown(proved("1", 1, { attempt: 1 }), stale), ["false [stale] all well"]);
  const waived: UltraworkEvent = {
    type: "CriterionWaived",
    data: { task: "1", criterion: 2, criteria: "b", by: "ana", reason: "later" },
  };
  assert.deepEqual(shown(waived), ["false [waived by ana] later"]);
  const met = { by: "person", name: "ana", content: "looks good", exit: null } as const;
  assert.deepEqual(shown(proved("1", 1, { attempt: 1 }, met)), [
    "true [confirmed by ana] looks good",
  ]);
});

test("long texts are cut, and say how much is left out", () => {
  const [text = ""] = shown(
    proved("1", 1, { attempt: 1 }, { content: `${"h".repeat(3_000)}${"t".repeat(3_000)}` }),
  );
  assert.ok(text.length < 2_100);
  assert.match(text, /4000 characters left out/u);
});

test("a waived task is failed in the files; waiting is open; times are whole seconds", () => {
  const file = table(
    filesOf(...executing(one), { type: "TaskWaived", data: { task: "1", by: "ana", reason: "x" } })[
      "tasks/1.json"
    ],
  );
  assert.equal(file["status"], "failed");
  const running = table(filesOf(...executing(one), begun("1"), claimed("1"))["tasks/1.json"]);
  assert.equal(running["status"], "in_progress");
  assert.match(String(running["started_at"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u);
});

test("exploration is complete once all expected have reported, and lists are unions in first-seen order", () => {
  const explorers = [
    { id: "exp-1", hint: "a" },
    { id: "exp-2", hint: "b" },
  ];
  const found = (explorer: string, ...keyFiles: readonly string[]): UltraworkEvent => ({
    type: "ExplorationRecorded",
    data: {
      explorer,
      hint: "a",
      file: null,
      summary: "s",
      keyFiles: [...keyFiles],
      patterns: [],
      constraints: [],
    },
  });
  const half = table(
    filesOf(started({ explorers }), found("exp-2", "b.ts", "a.ts"))["context.json"],
  );
  assert.equal(half["exploration_complete"], false);
  const whole = table(
    filesOf(started({ explorers }), found("exp-2", "b.ts", "a.ts"), found("exp-1", "a.ts", "c.ts"))[
      "context.json"
    ],
  );
  assert.equal(whole["exploration_complete"], true);
  assert.deepEqual(whole["key_files"], ["b.ts", "a.ts", "c.ts"]);
  assert.deepEqual(whole["expected_explorers"], ["exp-1", "exp-2"]);
});

test("unknown keys come after the known ones, in the order found", () => {
  const kept: UltraworkEvent = {
    type: "ExtrasKept",
    data: {
      file: "session.json",
      pointer: "/planner",
      entries: [
        ["10", '{"x":1}'],
        ["2", "true"],
        ["status", '"forged"'],
      ],
    },
  };
  const text = filesOf(started(), kept)["session.json"] ?? "";
  assert.match(text, /"completed_at": null,\n {4}"10": \{"x":1\},\n {4}"2": true\n {2}\}/u);
  assert.ok(!text.includes("forged"));
});

test("refused.md is there only while an edit stands refused, and its words can't leave their block", () => {
  assert.equal(filesOf(started())["refused.md"], undefined);
  const why = "```\n# Approved\n```";
  const text =
    filesOf(started(), {
      type: "EditRefused",
      data: { path: "tasks/1.json", digest: "d1", code: "EDIT_UNREAD", why },
    })["refused.md"] ?? "";
  assert.ok(text.includes("````text\n```\n# Approved\n```\n````"));
  for (const part of ["tasks/1.json", "EDIT_UNREAD", "below `refused/run1/`", "d1"])
    assert.ok(text.includes(part), part);
});

test("an entry of the log that was printed before follows its place and the keys kept there", () => {
  const ran = (criterion: number) => proved("1", criterion, { attempt: 1 });
  const events = [...executing(one), begun("1"), ran(1), ran(2)];
  const [state, log] = [fold(...events), logOf(events)];
  const logged = (extras: typeof state.extras, from = log): unknown =>
    table(write({ ...state, extras }, from)["session.json"])["evidence_log"];
  const entries = [["mine", "7"]] as const;
  const kept = [{ file: "session.json", pointer: "/evidence_log/1", entries }];
  const plain = logged([]);
  assert.ok(Array.isArray(plain) && plain.length === 2);
  const [first, second] = plain;
  assert.deepEqual(logged([]), [first, second]);
  assert.deepEqual(logged(kept), [first, { ...second, mine: 7 }]);
  assert.deepEqual(logged([]), [first, second]);
  assert.deepEqual(logged(kept, log.toSpliced(-2, 1)), [second]);
});
