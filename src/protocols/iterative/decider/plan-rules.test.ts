// Tests of plan rules: allowed paths, normal form of paths, findings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { planning, proposed, unit } from "../../../../test/fixtures/iterative-rules.ts";
import { ringIn } from "./plan-graph.ts";
import { leadsOut, tidyPath } from "./plan-paths.ts";
import { readUnits } from "./plan-rules.ts";
import { warningsOf } from "./plan-warnings.ts";

const ground = { slug: "user-auth", archive: null } as const;

for (const path of [
  "src/login.ts",
  "src/**/*.ts",
  "data/collected/",
  ".github/workflows/ci.yml",
  ".gitignore",
  "docs/{a,b}.md",
  "a..b/c",
  ".claude/commands/x.md",
  ".claude/iterative/user-auth/outputs/final.md",
])
  test(`${path} may be touched`, () => assert.equal(leadsOut(ground, path), null));

for (const path of [
  "/etc/passwd",
  "~/x",
  "C:\\x",
  "C:/x",
  "\\\\host\\x",
  "../x",
  "src/../../x",
  "src/..",
  "{..,a}/x",
  "a\\..\\..\\x",
  ".git/hooks/pre-commit",
  "sub/.GIT/config",
  ".cairn/ledger.db",
  ".claude/iterative/user-auth/state.json",
  ".claude/iterative/user-auth/progress.md",
  ".claude/iterative/other/outputs/x.md",
  ".claude/iterative/archive/user-auth/outputs/x.md",
  ".claude/iterative/**",
  ".claude/iterative",
  "a\nb",
])
  test(`${JSON.stringify(path)} is outside`, () => assert.notEqual(leadsOut(ground, path), null));

test("paths are kept in one form", () => {
  assert.deepEqual(["./src//a.ts", " src/./a.ts ", "data/x/", "././a"].map(tidyPath), [
    "src/a.ts",
    "src/a.ts",
    "data/x/",
    "a",
  ]);
});

test("a ring is printed whole", () => {
  const node = (id: string, ...depends: readonly string[]) => ({ id, depends });
  assert.deepEqual(
    ringIn([node("T1"), node("T2", "T1", "T4"), node("T3", "T2"), node("T4", "T3")]),
    ["T2", "T4", "T3", "T2"],
  );
  assert.equal(
    ringIn([node("T1"), node("T2", "T1"), node("T3", "T1", "T2"), node("T4", "T9")]),
    null,
  );
});

test("everything that is wrong is told at once, each with its place", () => {
  const units = [
    unit("T1", { title: "", depends: ["T3"], files: ["/etc"] }),
    unit("T1", { max: 200, model: "tiny" }),
  ];
  const refusal = planning().refused("ProposePlan", { units, context: { goal: "w ".repeat(300) } });
  assert.deepEqual(
    refusal.more?.map(({ code, pointer }) => `${code} ${pointer ?? ""}`),
    [
      "UNIT_MALFORMED /units/0/title",
      "PATH_OUTSIDE /units/0/files/0",
      "LIMIT_INVALID /units/1/max",
      "MODEL_UNKNOWN /units/1/model",
      "UNIT_REPEATED /units/1/id",
      "DEPENDENCY_UNKNOWN /units/0/depends",
      "CONTEXT_LONG /context",
    ],
  );
});

test("units without ids get the next numbers, and defaults where the plan says nothing", () => {
  const { state } = planning();
  const { units } = readUnits(state(), [
    { title: "A", criteria: ["x"] },
    { id: "T1", title: "B", criteria: ["x"] },
    { title: "C", criteria: ["x"] },
  ]);
  assert.deepEqual(
    units.map(({ id, max, model }) => [id, max, model]),
    [
      ["T2", 10, "sonnet"],
      ["T1", 10, "sonnet"],
      ["T3", 10, "sonnet"],
    ],
  );
});

test("what a mode's plan file has no line for is said by the one that it has", () => {
  const { state } = planning();
  const one = { id: "T1", title: "A", criteria: ["x"], files: ["a"], output: "b" };
  assert.deepEqual(readUnits(state(), [one]).units[0]?.files, ["a", "b"]);
  const knowledge = { ...state(), mode: "knowledge", domain: "research" } as const;
  const [read] = readUnits(knowledge, [
    { id: "R1", title: "A", criteria: ["x"], files: ["outputs/a.md"] },
  ]).units;
  assert.deepEqual([read?.files, read?.output], [[], "outputs/a.md"]);
});

test("a plan is warned of what it will be sorry for", () => {
  const { state } = proposed([
    unit("T1", { files: [], criteria: ["it works"], max: 25 }),
    unit("T2", {
      files: ["multiple", "src/**"],
      criteria: ["users can log in", "the API is better"],
    }),
    unit("T3", { files: ["src/a.ts"], criteria: ["`npm test` works"] }),
    unit("T4", { files: ["src/a.ts"], depends: ["T3", "T2"] }),
  ]);
  assert.deepEqual(state().plan.proposal?.warnings, [
    "T1 has no Files: it runs alone, and its content is the whole tree",
    "T1 has a criterion that nobody can measure: it works",
    "T1 may take 25 iterations: perhaps it is several units",
    'T2 has "multiple" among its Files, which is no path',
    "T2 has a criterion that nobody can measure: users can log in",
    "T2 has a criterion that nobody can measure: the API is better",
    "T2 and T3 share files without a dependency: T3 may touch src/** too",
    "no gate is configured: no program will judge the work",
  ]);
});

test("hundreds of pairs that share files are counted rather than listed", () => {
  const { state } = proposed(
    Array.from({ length: 30 }, (_, n) => unit(`T${n + 1}`, { files: ["src/a.ts"] })),
  );
  const warnings = warningsOf(state(), state().plan.proposal?.units ?? []);
  assert.equal(warnings.length, 22);
  assert.equal(warnings.at(-2), "415 more pairs of units share files without a dependency");
});
