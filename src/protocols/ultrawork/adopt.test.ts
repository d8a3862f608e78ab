// Tests of adopting session folders: the seed's example, the page's table, and that `check` finds what is refused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Adopted, Source } from "../../core/run-files.ts";
import { digest } from "../../core/hash.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { valueOf } from "../../kit/findings.ts";
import * as t from "../../kit/schema.ts";
import { adoptedWork, foundRun } from "../../work/adopted.ts";
import { usualOptions } from "../../work/options.ts";
import type { Work } from "../../work/work.ts";
import { read } from "./adopt.ts";
import { check } from "./read/reading.ts";
import { ownOf } from "./own.ts";
import { phase } from "./phase.ts";
import { write } from "./documents.ts";

type Json = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string>>;
const root = join(import.meta.dirname, "..", "..", "..");
const example = readFileSync(join(root, "test", "golden", "fixtures", "seed-session.json"), "utf8");
const seed: Json = JSON.parse(example);
const folder = "/home/ana/.claude/ultrawork/shop/sessions/abc";
const sourceOf = (files: Files, more: Partial<Source> = {}): Source => ({
  folder,
  userHome: "/home/ana",
  files,
  digests: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)])),
  unread: [],
  beside: [],
  options: {},
  ...more,
});
const at = "2026-02-01T12:00:00.000Z";
const shape = t.record({
  found: foundRun,
  corrections: t.texts,
  digests: t.byName(t.text),
});
/** As the run's first event makes it, after the command's schema. */
const workOf = ({ start }: Adopted): Work => {
  const data = valueOf(shape, start.data);
  return adoptedWork(
    { ...data, run: "r", options: usualOptions, base: { head: null, tree: null } },
    at,
  );
};
type Taken = {
  readonly corrections: readonly string[];
  readonly work: Work;
  readonly files: Files;
};
const taken = async (files: Files): Promise<Taken> => {
  const adopted = await read(sourceOf(files));
  if (adopted === null || isRefusal(adopted)) return assert.fail(JSON.stringify(adopted));
  assert.deepEqual(adopted.quarantined, []);
  const work = workOf(adopted);
  return { corrections: adopted.corrections, work, files: write(work, []) };
};
const refused = async (files: Files, more: Partial<Source> = {}): Promise<Refusal> => {
  const adopted = await read(sourceOf(files, more));
  return isRefusal(adopted) ? adopted : assert.fail(`it was taken: ${JSON.stringify(adopted)}`);
};
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const parsed = (text: string | undefined): Json => JSON.parse(text ?? "{}");

const task = (id: string, more: Json = {}): Json => ({
  id,
  subject: `Task ${id}`,
  status: "open",
  worker_agent_id: null,
  success_criteria: [`${id} holds`],
  evidence: [],
  blocked_by: [],
  started_at: null,
  completed_at: null,
  ...more,
});
const shown = (id: string, more: Json = {}): Json => ({
  criteria: `${id} holds`,
  command: "npm test",
  output: "ok",
  verified: true,
  timestamp: "2026-01-08T12:15:00Z",
  ...more,
});
const planner = { ...Object(seed["planner"]), status: "completed" };
/** A session under way, with changes. */
const session = (tasks: readonly Json[], more: Json = {}): string =>
  json({
    ...seed,
    phase: "EXECUTION",
    planner,
    verify_task_id: "verify",
    evidence_log: [],
    child_tasks: [...tasks, task("verify", { blocked_by: tasks.map(({ id }) => id) })],
    ...more,
  });
const only = (...given: Parameters<typeof session>): Files => ({
  "session.json": session(...given),
});
const statuses = ({ units }: Work): readonly string[] =>
  units.filter(({ kind }) => kind !== "plan").map(({ id, status }) => `${id} ${status}`);

test("the seed's example comes back equal, but for planner pending, task 5 and updated_at", async () => {
  const { work, files, corrections } = await taken({ "session.json": example });
  const written = parsed(files["session.json"]);
  assert.deepEqual(Object.keys(written), Object.keys(seed));
  const [first, ...more] = Array.isArray(written["child_tasks"]) ? written["child_tasks"] : [];
  assert.deepEqual(
    { ...written, child_tasks: [first], updated_at: seed["updated_at"] },
    { ...seed, planner: { ...Object(seed["planner"]), status: "pending" } },
  );
  assert.deepEqual(
    more.map(({ id, blocked_by }) => [id, blocked_by]),
    [["5", ["1"]]],
  );
  assert.deepEqual(statuses(work), ["1 done", "5 open"]);
  assert.deepEqual(corrections, [
    "VERIFY_MISSING: the verify task 5 isn't there; it is made (session.json /verify_task_id)",
    "the planner task-abc123 was running; it is pending again",
    "resolved tasks (1) stay resolved, not proved here",
  ]);
});

test("commands found in evidence become checks of the worker; nothing found is a proof", async () => {
  const { work, corrections } = await taken(
    only([
      task("1", {
        status: "resolved",
        success_criteria: ["1 holds", "b", "c"],
        evidence: [
          shown("1", { command: "npm run old" }),
          shown("1"),
          shown("b", { criteria: "b", command: "a | b" }),
          "a text",
        ],
        checks: [{ criteria: "c", type: "file_content", path: "a.txt" }],
      }),
    ]),
  );
  const one = work.units.find(({ id }) => id === "1");
  assert.deepEqual(
    one?.criteria.map(({ check: how, chosenBy, proof }) => [how, chosenBy, proof]),
    [
      [{ type: "command_output", command: "npm test" }, "worker", null],
      [null, null, null],
      [{ type: "file_content", path: "a.txt" }, "worker", null],
    ],
  );
  assert.deepEqual(
    [one?.adopted, one?.found.map(({ criteria }) => criteria)],
    [true, ["1 holds", "1 holds", "b", ""]],
  );
  assert.deepEqual(
    corrections.map((text) => text.split(":")[0]),
    ["EVIDENCE_PLAIN", "resolved tasks (1) stay resolved, not proved here", "CHECK_UNPARSABLE"],
  );
});

const rows: readonly (readonly [
  what: string,
  files: Files,
  phase: string,
  statuses: readonly string[],
  corrections: readonly string[],
])[] = [
  [
    "in_progress: open, with its worker until a new one begins",
    only([task("1", { status: "in_progress", worker_agent_id: "w" })]),
    "EXECUTION",
    ["1 open", "verify open"],
    ["task 1 was in progress by w; it is open again"],
  ],
  [
    "failed: a person is asked",
    only([task("1", { status: "failed" })]),
    "EXECUTION",
    ["1 failed", "verify open"],
    [],
  ],
  [
    "blocked, pending, another case",
    only([task("1", { status: "blocked" }), task("2", { status: "Pending" })]),
    "EXECUTION",
    ["1 open", "2 open", "verify open"],
    ["VALUE_ALIASED", "VALUE_ALIASED"],
  ],
  [
    "VERIFICATION",
    only([task("1", { status: "resolved", evidence: [shown("1")] })], { phase: "VERIFICATION" }),
    "VERIFICATION",
    ["1 done", "verify open"],
    ["resolved tasks (1) stay resolved, not proved here"],
  ],
  [
    "DOCUMENTATION with open work: the tasks tell which",
    only([task("1")], { phase: "documentation" }),
    "EXECUTION",
    ["1 open", "verify open"],
    ["VALUE_ALIASED"],
  ],
  [
    "CANCELLED",
    only([task("1")], { phase: "CANCELLED", cancelled_at: "2026-01-08T13:00:00Z" }),
    "CANCELLED",
    ["1 open", "verify open"],
    ["the run is over (CANCELLED), as found"],
  ],
  [
    "FAILED",
    only([task("1", { status: "failed" })], { phase: "FAILED", failure_reason: "no server" }),
    "FAILED",
    ["1 failed", "verify open"],
    ["the run is over (FAILED), as found"],
  ],
  [
    "COMPLETE",
    {
      "session.json": session([], {
        phase: "COMPLETE",
        completed_at: "2026-01-08T13:00:00Z",
        child_tasks: [
          task("1", { status: "resolved", evidence: [shown("1")] }),
          task("verify", { status: "resolved", success_criteria: [] }),
        ],
      }),
    },
    "COMPLETE",
    ["1 done", "verify done"],
    ["resolved tasks (1) stay resolved, not proved here", "the run is over (COMPLETE), as found"],
  ],
  [
    "no criteria: its subject, bare",
    only([task("1", { success_criteria: [] })]),
    "EXECUTION",
    ["1 open", "verify open"],
    ["CRITERIA_EMPTY"],
  ],
  [
    "broken rules in PLANNING: a draft",
    only([task("1", { blocked_by: ["2"] }), task("2", { blocked_by: ["1", "9"] })], {
      phase: "PLANNING",
    }),
    "PLANNING",
    ["1 open", "2 open", "verify open"],
    ["UNIT_UNKNOWN", "GRAPH_CYCLIC"],
  ],
  [
    "verifier_passed: kept, not believed",
    only([task("1")], { verifier_passed: true }),
    "EXECUTION",
    ["1 open", "verify open"],
    ["verifier_passed is kept, and not believed"],
  ],
];
for (const [what, files, word, states, corrections] of rows)
  test(`found: ${what}`, async () => {
    const run = await taken(files);
    assert.equal(phase(run.work), word);
    assert.deepEqual(statuses(run.work), states);
    assert.deepEqual(
      run.corrections.map((text) => (/^[A-Z_]+:/u.test(text) ? text.split(":")[0] : text)),
      corrections,
    );
    const again = await taken(run.files);
    assert.deepEqual(
      parsed(again.files["session.json"])["child_tasks"],
      parsed(run.files["session.json"])["child_tasks"],
    );
    const errors = (await check(run.files))?.filter(({ severity }) => severity === "error");
    assert.deepEqual(errors, []);
  });

test("a task in both places: its own file wins; verify in 5.json is written as verify.json", async () => {
  const files = {
    "session.json": session([task("1")], {
      verify_task_id: "5",
      child_tasks: [task("1", { subject: "Older" }), task("5", { success_criteria: [] })],
    }),
    "tasks/1.json": json(task("1", { subject: "Newer", color: "red" })),
    "tasks/5.json": json(task("5", { success_criteria: [] })),
    "tasks/7.json": json(task("7")),
  };
  const { work, files: written, corrections } = await taken(files);
  assert.deepEqual(
    work.units.map(({ id, title }) => [id, title]),
    [
      ["plan", "Plan"],
      ["1", "Newer"],
      ["7", "Task 7"],
      ["5", "Task 5"],
    ],
  );
  assert.deepEqual(corrections, [
    "TASK_DISAGREES: tasks/1.json says otherwise of 1, and it counts (session.json /child_tasks/0)",
  ]);
  assert.deepEqual(Object.keys(written).toSorted(), [
    "context.json",
    "session.json",
    "tasks/1.json",
    "tasks/7.json",
    "tasks/verify.json",
  ]);
  assert.equal(parsed(written["tasks/1.json"])["color"], "red");
});

test("explorers are units that are done, and unknown keys stay at their objects", async () => {
  const explorer = { id: "exp-1", hint: "h", file: "exploration/exp-1.md", summary: "s", mood: 1 };
  const context = {
    version: "2.1",
    expected_explorers: ["exp-1", "exp-2"],
    exploration_complete: false,
    explorers: [explorer],
    key_files: ["a"],
    patterns: ["b"],
    constraints: ["c"],
    color: "red",
  };
  const child = task("1", { evidence: [shown("1", { mood: [1, 2] })], color: "blue" });
  const text = session([child], { planner: { ...planner, model: "large" }, iteration: 2 });
  const { work, files } = await taken({ "session.json": text, "context.json": json(context) });
  assert.deepEqual(
    work.units.slice(0, 3).map(({ id, kind, status, after }) => [id, kind, status, after]),
    [
      ["exp-1", "explore", "done", []],
      ["exp-2", "explore", "open", []],
      ["plan", "plan", "done", ["exp-1", "exp-2"]],
    ],
  );
  assert.deepEqual(ownOf(work).findings[0]?.key_files, ["a"]);
  assert.deepEqual(parsed(files["context.json"]), context);
  const written = parsed(files["session.json"]);
  assert.deepEqual({ ...written, updated_at: null }, { ...parsed(text), updated_at: null });
});

test("of the newest published version absent keys are empty, and an unknown phase is told by the tasks", async () => {
  const text = json({
    version: "7.1",
    session_id: "abc",
    goal: "g",
    phase: "unknown",
    started_at: "2026-01-08T12:00:00Z",
    evidence_log: [{ type: "command_execution", command: "ls", exit_code: 0 }],
  });
  const one = { id: "1", subject: "s", status: "pending", success_criteria: ["a"] };
  const { work, files, corrections } = await taken({
    "session.json": text,
    "tasks/1.json": json(one),
  });
  assert.deepEqual([phase(work), statuses(work)], ["EXECUTION", ["1 open", "verify open"]]);
  assert.deepEqual(
    corrections.map((each) => each.split(":")[0]),
    ["VERSION_OLDER", "PHASE_UNKNOWN", "VALUE_UNKNOWN", "VALUE_ALIASED", "VERIFY_MISSING"],
  );
  assert.deepEqual(await check(files), []);
});

const no: readonly (readonly [what: string, files: Files, code: string, place: string])[] = [
  ["broken JSON", { "session.json": '{\n"goal": "g",,' }, "FILE_BROKEN", "session.json 2:13"],
  [
    "a broken task",
    { ...only([task("1")]), "tasks/1.json": "{" },
    "FILE_BROKEN",
    "tasks/1.json 1:2",
  ],
  ["another version", only([task("1")], { version: "6.1" }), "FORMAT_UNKNOWN", "session.json 2:14"],
  [
    "a version that is a number",
    only([task("1")], { version: 7 }),
    "FORMAT_UNKNOWN",
    "session.json 2:14",
  ],
  ["no version", only([task("1")], { version: undefined }), "FORMAT_UNKNOWN", "session.json 1:1"],
  [
    "tasks without a session",
    { "tasks/1.json": json(task("1")) },
    "FILE_BROKEN",
    "session.json 1:1",
  ],
  ["a ring", only([task("1", { blocked_by: ["1"] })]), "GRAPH_CYCLIC", "session.json 24:21"],
  ["no goal", only([task("1")], { goal: " " }), "GOAL_EMPTY", "session.json 4:11"],
];
for (const [what, files, code, place] of no)
  test(`refused: ${what}`, async () => {
    const { code: said, path = "", line = 0, column = 0 } = await refused(files);
    assert.deepEqual([said, `${path} ${line}:${column}`], [code, place]);
  });

test("refused: a file that can't be read, and a folder elsewhere; another program's folder is nobody's", async () => {
  const files = only([task("1")]);
  const unread = [{ path: "tasks/2.json", why: "it is no UTF-8 text" }];
  assert.equal((await refused(files, { unread })).code, "FILE_BROKEN");
  assert.equal((await refused(files, { folder: "/tmp/x" })).code, "PLACE_UNFIT");
  assert.equal(await read(sourceOf({ "session.json": '{"user": 1}' })), null);
});
