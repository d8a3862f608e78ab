// Tests of damaged iterative folders: refused with a place, never read as empty or done.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../../src/protocols/iterative/check/check.ts";
import {
  doneBy,
  entry,
  type Free,
  progress,
  readOf,
  refusalOf,
  seed,
  takeOver,
  tasks,
} from "./iterative-folders.ts";

const created = "2026-01-14T10:40:00Z";
const state = (tasksOf: Free): string =>
  JSON.stringify(
    {
      task: "x",
      slug: "user-auth",
      mode: "development",
      created,
      updated: created,
      phase: "execute",
      tasks: tasksOf,
      commits: [],
    },
    null,
    2,
  );
const verified = {
  status: "done",
  iterations_used: 1,
  verification_passed: true,
  max_iterations: 5,
  completed_at: "2026-01-14T11:15:00Z",
};
const sound = () => ({
  "state.json": state({
    T1: verified,
    T2: { status: "in_progress", iterations_used: 2, max_iterations: 5 },
  }),
  "brief.md":
    "# Login\n\n## Outcome Needed\nPeople log in\n\n## Done When\n- 200\n\n## Constraints\n- None\n",
  "tasks.md": tasks({ T1: "none", T2: "T1" }),
  "context.md": "# Login Context\n\n**Goal:** log in\n\n**Approach:** by mail\n",
  "progress.md": progress(
    doneBy("T1", 1),
    entry("T2", "Iteration", 1, "**Remaining:** a"),
    entry("T2", "Iteration", 2, "**Remaining:** b"),
  ),
  "guardrails.md":
    "# Guardrails\n\n## Locks\n- **When**: writing\n- **Problem**: it hung\n- **Solution**: close it\n- **Learned**: T1 iteration 1\n",
});
type Name = keyof ReturnType<typeof sound>;
const names: readonly Name[] = [
  "state.json",
  "brief.md",
  "tasks.md",
  "context.md",
  "progress.md",
  "guardrails.md",
];
const stages = (files: Readonly<Record<string, string>>): readonly string[] =>
  takeOver(files).state.units.map(({ id, stage, remaining }) =>
    `${id} ${stage} ${remaining ?? ""}`.trim(),
  );
const asItIs = ["T1 settled", "T2 work b"];

test("sound, it is taken over as it is", () => {
  assert.deepEqual(stages(sound()), asItIs);
});

test("carriage returns, a byte order mark, blanks at the ends of lines and no last line break change nothing", () => {
  const ways: Readonly<Record<string, (text: string) => string>> = {
    "carriage returns": (text) => text.replaceAll("\n", "\r\n"),
    "carriage returns alone": (text) => text.replaceAll("\n", "\r"),
    "byte order mark": (text) => `\u{feff}${text}`,
    blanks: (text) => text.replaceAll("\n", "  \n"),
    "no last break": (text) => text.trimEnd(),
    "many empty lines": (text) => text.replaceAll("\n\n", "\n\n\n\n"),
  };
  for (const [what, by] of Object.entries(ways)) {
    const files = Object.fromEntries(
      Object.entries(sound()).map(([path, text]) => [path, by(text)]),
    );
    const taken = takeOver(files);
    assert.deepEqual(stages(files), asItIs, what);
    assert.deepEqual(taken.adopted.quarantined, [], what);
    assert.deepEqual(
      [
        taken.state.brief?.doneWhen,
        taken.state.context?.goal,
        taken.state.guardrails[0]?.solution,
        taken.unit("T2").depends,
      ],
      [["200"], "log in", "close it", ["T1"]],
      what,
    );
    assert.deepEqual(
      (check(files, "user-auth") ?? []).filter(({ severity }) => severity === "error"),
      [],
      what,
    );
  }
});

test("the marks of a merge conflict are never taken for text: named by check with their line, and adoption is refused", () => {
  const marks = "\n<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> feat/login\n";
  for (const name of names) {
    const files = { ...sound(), [name]: `${sound()[name]}${marks}` };
    const no = refusalOf(files);
    assert.deepEqual([no.code, no.path], ["FILE_BROKEN", name], name);
    const found = (check(files, "user-auth") ?? []).filter(
      ({ path, severity }) => path === name && severity === "error",
    );
    assert.deepEqual(
      found.map(({ code, line }) => [code, line]),
      [["FILE_BROKEN", no.line]],
      name,
    );
    if (name !== "state.json") assert.equal(no.line, sound()[name].split("\n").length + 1);
  }
});

test("a conflict that an agent quotes in a code block of its entry is text", () => {
  const quoted = entry(
    "T2",
    "Iteration",
    3,
    "**Remaining:** c",
    "```",
    "<<<<<<< HEAD",
    "a",
    "=======",
    "b",
    ">>>>>>> x",
    "```",
  );
  const files = { ...sound(), "progress.md": `${sound()["progress.md"]}\n${quoted}\n` };
  assert.deepEqual(stages(files), [
    "T1 settled",
    "T2 work c\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n```",
  ]);
});

test("headings that are gone: no plan, no criteria, no done", () => {
  const bare = (text: string): string => text.replaceAll(/^#+ .*\n/gmu, "");
  assert.deepEqual(
    stages({ ...sound(), "progress.md": bare(sound()["progress.md"]) }),
    ["T1 work", "T2 work"],
    "no entry says it",
  );
  assert.deepEqual(
    stages({ ...sound(), "tasks.md": bare(sound()["tasks.md"]) }),
    ["T1 settled", "T2 work b"],
    "what they are is asked",
  );
  const units = { ...sound(), "tasks.md": sound()["tasks.md"].replaceAll(/^- \[ \].*\n/gmu, "") };
  assert.deepEqual(stages(units), ["T1 settled", "T2 work b"], "what they are is asked");
  const brief = takeOver({ ...sound(), "brief.md": bare(sound()["brief.md"]) });
  assert.deepEqual([brief.state.brief, brief.state.phase], [null, "execute"]);
});

test("entries in another order come to the same, and stay in theirs", () => {
  const three = [
    doneBy("T1", 1),
    entry("T2", "Iteration", 1, "**Remaining:** a"),
    entry("T2", "Iteration", 2, "**Remaining:** b"),
  ];
  for (const order of [
    [1, 0, 2],
    [1, 2, 0],
  ]) {
    const log = progress(...order.map((n) => three[n] ?? ""));
    const taken = takeOver({ ...sound(), "progress.md": log });
    assert.deepEqual(
      taken.state.units.map(({ stage, used }) => [stage, used]),
      [
        ["settled", 1],
        ["work", 2],
      ],
    );
    assert.ok((taken.files["progress.md"] ?? "").startsWith(log.trimEnd()));
  }
  const late = takeOver({
    ...sound(),
    "progress.md": progress(...[2, 1, 0].map((n) => three[n] ?? "")),
  });
  assert.deepEqual(late.unit("T2").used, 2, "the numbers count, wherever they stand");
});

test("torn at any place, state.json is refused with its place, or rebuilt at its lowest", () => {
  const whole = sound()["state.json"];
  for (let at = 0; at < whole.length - 1; at += 7) {
    const files = { ...sound(), "state.json": whole.slice(0, at) };
    const no = refusalOf(files);
    assert.deepEqual([no.code, no.path], ["FILE_BROKEN", "state.json"]);
    assert.ok((no.line ?? 0) > 0);
    const rebuilt = takeOver(files, {}, { options: { rebuild: true } });
    assert.deepEqual(
      rebuilt.state.units.map(({ id, stage }) => `${id} ${stage}`),
      ["T1 confirm", "T2 work"],
    );
  }
});

test("torn at any place, progress.md and tasks.md raise nothing", () => {
  const rank = ["stuck", "idle", "work", "confirm", "settled"];
  for (const name of ["progress.md", "tasks.md"] as const) {
    const whole = sound()[name];
    for (let at = 0; at < whole.length; at += 5) {
      const taken = readOf({ ...sound(), [name]: whole.slice(0, at) });
      assert.ok(taken !== null, `${name} up to ${at}`);
      if ("code" in taken) continue;
      for (const [index, unit] of takeOver({
        ...sound(),
        [name]: whole.slice(0, at),
      }).state.units.entries())
        assert.ok(
          rank.indexOf(unit.stage) <= (index === 0 ? 4 : 2),
          `${name} up to ${at}: ${unit.id} ${unit.stage}`,
        );
    }
  }
});

test("the templates of the format, as they are, are a run of which nothing is known yet", () => {
  const files = Object.fromEntries(
    ["brief.md", "tasks.md", "context.md", "guardrails.md"].map((name) => [name, seed(name)]),
  );
  const taken = takeOver({ ...files, "state.json": state({}), "progress.md": "# Progress Log\n" });
  assert.deepEqual([taken.state.units, taken.state.brief, taken.state.guardrails], [[], null, []]);
});
