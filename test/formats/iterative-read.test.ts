// Tests of reading existing iterative folders: the lowest status that files and git support.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  doneBy,
  entry,
  type Free,
  phases,
  progress,
  readOf,
  refusalOf,
  seed,
  takeOver,
  tasks,
} from "./iterative-folders.ts";

const words = `# Found\n\n${"word ".repeat(60)}\n`;
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const example = (name: string, by: (file: Free) => void = () => undefined): Free => {
  const file: Free = JSON.parse(seed(name));
  by(file);
  return file;
};
const units = { T1: "none", T2: "none", T3: "none", T4: "none", T5: "T1, T3" };
const development = (by?: (file: Free) => void) => ({
  "state.json": json(example("state-development.json", by)),
  "tasks.md": tasks(units),
  "progress.md": progress(
    ...[1, 2].map((n) => entry("T1", "Iteration", n, "**Remaining:** more")),
    doneBy("T1", 3, "abc1234"),
    entry("T1", "Confirmation", 1, "**Signal:** T1_DONE"),
    ...[1, 2, 3, 4].map((n) => entry("T2", "Iteration", n, "**Remaining:** more")),
    doneBy("T2", 5, "def5678"),
    doneBy("T3", 2),
  ),
});
const commits = ["abc1234", "def5678"];

test("story 1: the development example comes out with the same values and order of keys, unknown ones with it", () => {
  const odd = (file: Free): void => {
    file.owner = { b: 1, a: [2] };
    file.tasks.T4.note = "mind";
  };
  const { files, state, corrections, adopted } = takeOver(development(odd), { commits });
  assert.equal(
    JSON.stringify(JSON.parse(files["state.json"] ?? "")),
    JSON.stringify(example("state-development.json", odd)),
  );
  assert.deepEqual([corrections, adopted.quarantined], [[], []]);
  assert.equal(state.units[0]?.basis, "adopted");
});

test("story 1: so does the knowledge example", () => {
  const state = example("state-knowledge.json");
  const files = {
    "state.json": json(state),
    "plan.md": phases(["R1", "R2", "R3", "R4"], "R1 → R2 → R3 → R4"),
    "progress.md": progress(doneBy("R1", 3), doneBy("R2", 4), doneBy("R3", 2)),
    "outputs/R1.md": words,
  };
  const folder = "/repo/.claude/iterative/future-work";
  const outputs = Object.fromEntries(
    ["R1", "R2", "R3"].map((id) => [`.claude/iterative/future-work/outputs/${id}.md`, words]),
  );
  const taken = takeOver(files, { outputs }, { folder });
  assert.equal(JSON.stringify(JSON.parse(taken.files["state.json"] ?? "")), JSON.stringify(state));
  const less = takeOver(
    files,
    { outputs: { ".claude/iterative/future-work/outputs/R1.md": "# TODO" } },
    { folder },
  );
  assert.deepEqual(
    less.state.units.map(({ stage }) => stage),
    ["work", "work", "work", "idle"],
    "an Output that is missing or a stub is no work",
  );
});

test("story 9: state.json broken, T1 with DONE only, T2 with a commit that doesn't exist", () => {
  const old = [doneBy("T1", 2), doneBy("T2", 1, "1234567"), entry("T9", "Iteration", 1)];
  const files = {
    "state.json": '{"mode": "development", "tasks": {',
    "tasks.md": tasks({ T1: "none", T2: "none" }),
    "progress.md": progress(...old),
  };
  const no = refusalOf(files);
  assert.deepEqual([no.code, no.path, no.line], ["FILE_BROKEN", "state.json", 1]);
  assert.match(no.fits ?? "", /--rebuild/u);
  const taken = takeOver(files, {}, { options: { rebuild: true } });
  assert.deepEqual(
    taken.state.units.map(({ id, stage, used, variant }) => [id, stage, used, variant]),
    [
      ["T1", "confirm", 2, "later"],
      ["T2", "work", 1, "later"],
    ],
  );
  assert.match(
    taken.corrections.join("\n"),
    /T1 is confirmed anew: that it is done says progress\.md alone/u,
  );
  assert.match(
    taken.corrections.join("\n"),
    /T2 can't be confirmed, and goes on in work: there is no commit 1234567/u,
  );
  assert.match(
    taken.adopted.quarantined.map(({ why }) => why).join("\n"),
    /UNIT_UNKNOWN: an entry of "T9"/u,
  );
  const text = taken.files["progress.md"] ?? "";
  for (const one of old) assert.ok(text.includes(`\n${one}\n`), "old entries are untouched");
  const recovery = text.slice(text.indexOf("## Recovery - Iteration 1"));
  assert.match(recovery, /T1 is confirmed anew/u);
  assert.match(recovery, /T2 can't be confirmed/u);
  assert.match(recovery, /UNIT_UNKNOWN/u);
  assert.equal(text.match(/## Recovery/gu)?.length, 1);
});

type Row = readonly [
  what: string,
  unit: object,
  entries: readonly string[],
  stage: string,
  more?: string,
];
const at = (status: string, more: object = {}): object => ({
  status,
  iterations_used: 1,
  max_iterations: 5,
  ...more,
});
const verified = { verification_passed: true, completed_at: "2026-01-14T11:15:00Z" };
const rows: readonly Row[] = [
  ["done, borne out by all", at("done", verified), [doneBy("T1", 1, "abc1234")], "settled"],
  ["done, no verification", at("done"), [doneBy("T1", 1, "abc1234")], "confirm"],
  [
    "done, verification false",
    at("done", { ...verified, verification_passed: false }),
    [doneBy("T1", 1, "abc1234")],
    "confirm",
  ],
  [
    "done, without a DONE",
    at("done", verified),
    [entry("T1", "Iteration", 1, "**Remaining:** tests")],
    "work",
    "tests",
  ],
  ["done, no entry at all", at("done", verified), [], "work"],
  [
    "done, a commit that isn't there",
    at("done", verified),
    [doneBy("T1", 1, "abc1234, 7654321")],
    "work",
  ],
  [
    "done, a commit that its entry knows isn't there",
    at("done", verified),
    [doneBy("T1", 1, "abc1234, 7654321 (not found)")],
    "settled",
  ],
  ["confirming", at("confirming"), [doneBy("T1", 1)], "confirm"],
  ["confirming, its commit gone", at("confirming"), [doneBy("T1", 1, "7654321")], "work"],
  ["verifying", at("verifying"), [doneBy("T1", 1)], "confirm"],
  [
    "in progress",
    at("in_progress"),
    [entry("T1", "Iteration", 1, "**Remaining:** tests")],
    "work",
    "tests",
  ],
  ["in progress, with a DONE", at("in_progress"), [doneBy("T1", 1)], "work"],
  [
    "in progress, all passes used",
    at("in_progress", { iterations_used: 5 }),
    [],
    "stuck",
    "5 of 5 passes used",
  ],
  ["pending", { status: "pending" }, [], "idle"],
  ["pending, with an entry", { status: "pending" }, [entry("T1", "Iteration", 1)], "work"],
  ["no status, with a DONE", {}, [doneBy("T1", 1)], "confirm"],
  ["waiting for what it depends on", { status: "blocked", reason: "Waiting on T2" }, [], "idle"],
  [
    "waiting for another",
    { status: "blocked", reason: "Waiting on T3" },
    [],
    "stuck",
    "Waiting on T3",
  ],
  ["blocked", at("blocked", { reason: "no key" }), [], "stuck", "no key"],
  ["blocked, nobody says why", at("blocked"), [], "stuck", "nobody said why"],
  ["timeout with passes left", at("timeout"), [], "work"],
  ["timeout", at("timeout", { iterations_used: 5 }), [], "stuck", "5 of 5 passes used"],
  ["a status of nobody", at("napping"), [], "stuck", 'its status was "napping"'],
];
for (const [what, unit, entries, stage, more] of rows)
  test(`${what}: ${stage}`, () => {
    const state = {
      ...example("state-development.json"),
      tasks: { T1: unit, T2: { status: "pending" } },
      current_task: "T1",
    };
    const files = {
      "state.json": json(state),
      "tasks.md": tasks({ T1: "T2", T2: "none" }),
      "progress.md": progress(...entries),
    };
    const taken = takeOver(files, { commits });
    const one = taken.unit("T1");
    assert.equal(one.stage, stage);
    assert.notEqual(taken.state.phase, "verify");
    if (more !== undefined)
      assert.ok([one.stuck?.reason, one.remaining].includes(more), JSON.stringify(one));
    if (stage === "settled")
      assert.deepEqual([one.basis, one.completedAt], ["adopted", "2026-01-14T11:15:00Z"]);
    if (what === "a status of nobody")
      assert.match(taken.adopted.quarantined[0]?.why ?? "", /^STATUS_UNKNOWN/u);
  });

test("counts: the larger of the file's and the entries'; entries that count from one again after a DONE are confirmations", () => {
  const log = [
    entry("T1", "Iteration", 1),
    entry("T1", "Iteration", 2),
    doneBy("T1", 3),
    doneBy("T1", 1),
    entry("T1", "Gate", 2),
  ];
  const { unit } = takeOver(
    {
      ...development((file) => void (file.tasks.T1 = at("confirming"))),
      "progress.md": progress(...log),
    },
    { commits },
  );
  assert.deepEqual([unit("T1").used, unit("T1").confirmations, unit("T1").gates], [3, 1, 2]);
  assert.ok(unit("T1").seq >= 4, "no number of a pass comes twice");
});

test("phases follow from the units; commits that don't exist are left out", () => {
  const phase = (word: string, by: (file: Free) => void = () => undefined, more: object = {}) =>
    takeOver(
      { ...development((file) => (by(file), void (file.phase = word))), ...more },
      { commits },
    );
  for (const word of ["verify", "deliver", "complete"])
    assert.equal(phase(word).state.phase, "execute", word);
  const whole = (file: Free): void => void (file.tasks = { T1: file.tasks.T1 });
  const one = { "tasks.md": tasks({ T1: "none" }) };
  for (const word of ["execute", "deliver", "complete"])
    assert.equal(phase(word, whole, one).state.phase, "verify", word);
  assert.equal(
    phase("verify", whole, { ...one, "progress.md": progress(doneBy("T1", 3, "7654321")) }).state
      .phase,
    "execute",
  );
  const fresh = (file: Free): void =>
    void Object.assign(file, { tasks: {}, commits: ["abc1234: one", "7654321: two", "three"] });
  const planned = phase("plan", fresh, { "progress.md": progress() });
  assert.deepEqual(
    [planned.state.phase, planned.state.plan.state, planned.state.units.length],
    ["plan", "proposed", 0],
  );
  assert.deepEqual(planned.state.commits, [{ hash: "abc1234", subject: "one" }]);
  assert.equal(phase("rest", fresh, { "progress.md": progress() }).state.phase, "plan");
  const stub = takeOver({ "state.json": '{"phase": "plan", "mode": "dev"}' });
  assert.deepEqual(
    [stub.state.phase, stub.state.mode, stub.state.slug, stub.state.task],
    ["plan", "development", "user-auth", "user-auth"],
  );
});

test("quarantined: paths outside, a second unit of the same id, dependencies unknown or in a ring, units without criteria", () => {
  const plan = tasks({ T1: "T2", T2: "T1, T9", T3: "none" }).replace(
    "`src/T3.ts`",
    "`../x`, `src/c.ts`",
  );
  const twice = `${plan}\n- [ ] **T3**: Again\n  - Criteria: x\n`;
  const { adopted, unit, state } = takeOver(
    { ...development((file) => void delete file.tasks.T5), "tasks.md": twice },
    { commits },
  );
  const why = adopted.quarantined.map(({ why: words }) => words.split(":")[0]);
  assert.deepEqual(
    why.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    ["DEPENDENCY_UNKNOWN", "GRAPH_CYCLIC", "PATH_OUTSIDE", "UNIT_REPEATED"],
  );
  assert.deepEqual([unit("T3").files, unit("T3").title], [["src/c.ts"], "Title of T3"]);
  assert.deepEqual([unit("T4").stage, unit("T4").criteria], ["idle", []]);
  assert.match(adopted.corrections.join("\n"), /T4 has no criteria/u);
  assert.ok(!state.units.every(({ depends }) => depends.length > 0), "no ring is left");
});

test("the archive is looked at only", () => {
  const folder = "/repo/.claude/iterative/archive/user-auth-20260115-2";
  const { state, files } = takeOver(
    development((file) => void (file.phase = "complete")),
    {},
    { folder },
  );
  assert.deepEqual(
    [state.slug, state.archive, state.phase],
    ["user-auth", ".claude/iterative/archive/user-auth-20260115-2", "complete"],
  );
  assert.equal(state.ended?.how, "delivered");
  assert.equal(JSON.parse(files["state.json"] ?? "").tasks.T1.status, "done");
  const bare = takeOver(development(), {}, { folder: "/repo/.claude/iterative/archive/user-auth" });
  assert.equal(bare.state.ended?.how, "cancelled");
});

test("texts are taken as they stand; a template that nobody filled in says nothing; unknown blocks come back", () => {
  const empty = takeOver(
    {
      ...development(),
      ...Object.fromEntries(
        ["brief.md", "context.md", "guardrails.md"].map((name) => [name, seed(name)]),
      ),
    },
    { commits },
  );
  assert.deepEqual(
    [empty.state.brief, empty.state.context, empty.state.guardrails],
    [null, null, []],
  );
  const brief =
    "# Login\n\n**Domain:** bug\n\n## Outcome Needed\nPeople log in\n\n## Done When\n- 200\n\n## Mine\n\nwords\n";
  const long = `# X Context\n\n**Goal:** ${"word ".repeat(220)}end\n`;
  const lesson =
    "# Guardrails\n\n## Locks\n- **When**: writing\n- **Do**: close it\n\n## Odd\nwords\n";
  const full = takeOver(
    { ...development(), "brief.md": brief, "context.md": long, "guardrails.md": lesson },
    { commits },
  );
  assert.deepEqual(
    [full.state.domain, full.state.brief?.outcome, full.state.brief?.doneWhen],
    ["bug", "People log in", ["200"]],
  );
  assert.match(full.files["brief.md"] ?? "", /## Mine\n\nwords\n/u);
  assert.equal(full.files["context.md"], long);
  assert.deepEqual(
    [full.state.guardrails[0]?.solution, full.state.guardrails[0]?.problem],
    ["close it", "(not stated)"],
  );
  assert.match(
    full.adopted.quarantined.map(({ why }) => why).join("\n"),
    /ENTRY_UNREADABLE: "Odd"/u,
  );
  assert.match(full.corrections.join("\n"), /CONTEXT_LONG/u);
});

test("what is none of ours, lies elsewhere, or can't be read", () => {
  assert.equal(readOf({ "state.json": '{"version": 3}' }, { folder: "/repo/elsewhere" }), null);
  assert.equal(readOf({ "README.md": "x" }), null);
  assert.equal(refusalOf(development(), { folder: "/repo/elsewhere" }).code, "PLACE_UNFIT");
  assert.equal(refusalOf({ "state.json": "{" }).code, "FILE_BROKEN");
  assert.equal(
    refusalOf({ "state.json": "{" }, { options: { rebuild: true } }).code,
    "FILE_BROKEN",
  );
  assert.equal(refusalOf({ "tasks.md": tasks(units) }).code, "FILE_BROKEN");
  assert.equal(
    refusalOf({ "state.json": '{"phase": "plan", "mode": "play"}' }).code,
    "FILE_BROKEN",
  );
  const unread = [{ path: "state.json", why: "it is no UTF-8 text" }];
  assert.match(refusalOf({ "tasks.md": tasks(units) }, { unread }).text, /no UTF-8/u);
  assert.equal(
    refusalOf({
      ...development(),
      "state.json": '{"phase": "plan", "phase": "plan", "mode": "dev"}',
    }).code,
    "FILE_BROKEN",
  );
});
