// Tests of template composition: step syntax, every word of the table, playable results.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRefusal } from "../../../../core/refusal.ts";
import { isWork, type Template, type WorkNode } from "../template.ts";
import { validate } from "../validate.ts";
import { composed, durationOf, slugFor, type TemplateRequest } from "./compose.ts";
import { readSteps } from "./steps.ts";
import { prefixNames, words } from "./words.ts";

const dated = { day: "20260310", time: "2026-03-10T10:00:00Z" };
const wanted = (
  lines: readonly string[],
  more: Partial<TemplateRequest> = {},
): TemplateRequest => ({
  name: "Test",
  steps: readSteps(lines).steps,
  variables: [],
  type: null,
  description: null,
  checkpoints: true,
  auto: false,
  ...more,
});
const make = (lines: readonly string[], more: Partial<TemplateRequest> = {}): Template => {
  const made = composed(wanted(lines, more), "test", dated, "test.json");
  assert.ok(!isRefusal(made), JSON.stringify(made));
  return made.template;
};
const work = (...lines: readonly string[]): readonly WorkNode[] => make(lines).nodes.filter(isWork);
const refused = (...lines: readonly string[]): readonly string[] => {
  const read = readSteps(lines);
  if (read.refused.length > 0) return read.refused.map(({ code, text }) => `${code} ${text}`);
  const made = composed(wanted(lines), "test", dated, "test.json");
  return isRefusal(made) ? (made.more ?? [made]).map(({ code, text }) => `${code} ${text}`) : [];
};

test("a line is a word, its mark and its text; comments and empty lines are none", () => {
  const said = (line: string): string => {
    const { steps, refused } = readSteps([line]);
    return [
      ...steps.map(
        ({ word, text, beside, onFail }) =>
          `${beside ? "& " : ""}${word.type}:${word.executor}|${text}|${onFail}`,
      ),
      ...refused.map(({ code }) => code),
    ].join();
  };
  assert.equal(said("plan"), "skill:workflow-lite-plan|null|null");
  assert.equal(said("  PLAN !skip : do: it "), "skill:workflow-lite-plan|do: it|skip");
  assert.equal(said("& test !retry"), "& skill:workflow-test-fix|null|retry");
  assert.equal(said("&review: x"), "& skill:review-cycle|x|null");
  assert.equal(said("plan:now"), "skill:workflow-lite-plan|now|null");
  assert.equal(said("skill:review-cycle"), "skill:review-cycle|null|null");
  assert.equal(
    said("skill:review-cycle !skip: all of it: twice"),
    "skill:review-cycle|all of it: twice|skip",
  );
  assert.equal(said("command:workflow:x: y"), "command:workflow:x|y|null");
  assert.equal(said("cli:qwen: y"), "cli:qwen|y|null");
  assert.equal(said("agent: y"), "agent:general-purpose|y|null");
  assert.equal(said("agent:tester: y"), "agent:tester|y|null");
  assert.equal(said("run:ultrawork: {goal}"), "command:cairn:ultrawork|{goal}|null");
  assert.equal(said("integration-test: y"), "command:workflow:integration-test-cycle|y|null");
  assert.equal(said("pause: Show!"), "checkpoint:|Show!|null");
  for (const none of ["", "  ", "# plan", "  # plan"]) assert.equal(said(none), "");
  assert.equal(said("plan !abort"), "STEP_MALFORMED");
  assert.equal(said("plan this"), "STEP_MALFORMED");
  assert.equal(said("pause !skip"), "STEP_MALFORMED");
  for (const no of ["dance", "skill:", "& ", "!"])
    assert.match(said(no), /^STEP_(UNKNOWN|MALFORMED)$/, no);
});

test("every word and every other name of it is known, and makes what the table says", () => {
  for (const { word, also, type, executor } of words)
    for (const name of [word, ...also]) {
      const [step] = readSteps([name]).steps;
      assert.deepEqual(
        [step?.word.word, step?.word.type, step?.word.executor],
        [word, type, executor],
        name,
      );
    }
  assert.deepEqual(
    work("spec", "brainstorm", "tdd", "refactor", "integration-test").map(
      ({ type, executor, inputPorts, outputPorts, args }) =>
        [type, executor, ...inputPorts, ...outputPorts, args].join(" "),
    ),
    [
      "skill spec-generator requirement specification {goal}",
      "skill brainstorm exploration-topic brainstorm-analysis {goal}",
      "skill workflow-tdd-plan requirement tdd-tasks {goal}",
      "command workflow:refactor-cycle codebase refactored-code {goal}",
      "command workflow:integration-test-cycle requirement test-passed {goal}",
    ],
  );
});

test("what stands before says what a step is told, through gates, and never by prev_", () => {
  const args = (...lines: readonly string[]): string => work(...lines).at(-1)?.args ?? "";
  assert.equal(args("analyze", "plan: build"), "build --context {N-001.output_path}");
  assert.equal(args("test", "plan: build"), "build");
  assert.equal(args("plan", "pause", "execute: x"), "--resume-session {N-001.session_id}");
  assert.equal(args("review", "execute: x"), "x");
  assert.equal(args("execute", "test: x"), "--session {N-001.session_id}");
  assert.equal(args("plan", "test: x"), "x");
  assert.equal(args("tdd", "review: x"), "--session {N-001.session_id}");
  assert.equal(args("review: x"), "x");
  assert.equal(args("agent: x"), "Task: x");
  assert.equal(
    args("plan", "& analyze", "agent: x"),
    "Task: x\n\nContext from previous step:\n{N-001b.output}",
  );
  assert.equal(args("plan", "& analyze", "execute"), "--resume-session {N-001a.session_id}");
  assert.equal(args("cli:codex: do {this}"), "do {this}");
  assert.equal(
    args("analyze: the {scope}"),
    "PURPOSE: {goal}\nTASK: the {scope}\nMODE: analysis\nCONTEXT: @**/*\nEXPECTED: analysis\nCONSTRAINTS: read only",
  );
});

test("an analysis is led by the first word of the table that its text has", () => {
  const rule = (text: string): string | null => work(`analyze: ${text}`)[0]?.cliRule ?? null;
  assert.equal(rule("the Architecture"), "analysis-review-architecture");
  assert.equal(rule("quality, then security"), "analysis-review-code-quality");
  assert.equal(rule("security, then quality"), "analysis-assess-security-risks");
  assert.equal(rule("a bug"), "analysis-diagnose-bug-root-cause");
  assert.equal(rule("performance"), "analysis-analyze-performance");
  assert.equal(rule("patterns"), "analysis-analyze-code-patterns");
  assert.equal(rule("whatever"), null);
  assert.equal(work("plan: security")[0]?.cliRule, null);
});

test("the time that it takes is summed and rounded outward to fives", () => {
  assert.equal(durationOf(work("plan", "execute", "test")), "20-40 min");
  assert.equal(durationOf(work("analyze")), "0-5 min");
  assert.equal(durationOf(work("agent", "analyze")), "5-20 min");
});

test("variables that are asked for are declared: required texts, after those that were declared before", () => {
  const scope = {
    name: "scope",
    type: "path",
    required: false,
    description: "",
    default: "src",
  } as const;
  const context = make(["plan: {goal} in {scope} for {who}"], { variables: [scope] }).context;
  assert.deepEqual(
    context.map(({ name, type, required }) => `${name} ${type} ${required}`),
    ["scope path false", "goal string true", "who string true"],
  );
});

test("what no template can be made of is refused, all at once", () => {
  assert.deepEqual(refused(), ["STEPS_EMPTY no step does any work"]);
  assert.deepEqual(refused("pause"), ["STEPS_EMPTY no step does any work"]);
  assert.deepEqual(refused(...Array.from({ length: 20 }, () => "plan")), []);
  assert.deepEqual(refused(...Array.from({ length: 21 }, () => "plan")), [
    "NODES_MANY 21 steps work, and 20 are the most",
  ]);
  assert.deepEqual(refused("& plan", "pause", "& test", "execute", "& save", "save"), [
    "STEP_LONE step 1: nothing stands above it",
    "STEP_LONE step 3: a checkpoint stands alone",
    "STEP_LONE step 5: a checkpoint stands alone",
    "STEP_DOUBLED step 6: a checkpoint stands right above it already",
  ]);
  assert.deepEqual(refused("dance", "# x", "plan !now"), [
    'STEP_UNKNOWN step 1: nobody knows the step "dance"',
    "STEP_MALFORMED step 3: !now is nothing that can follow a failure",
  ]);
  const near = readSteps(["tset"]).refused[0]?.fits ?? "";
  assert.match(near, /^near: test/);
  for (const { word } of words) assert.ok(near.includes(word), word);
  assert.match(
    refused("plan: {N-002.output}", "execute")[0] ?? "",
    /^TEMPLATE_INVALID .*REF_FORWARD/,
  );
  assert.match(refused("cli:--help")[0] ?? "", /^TEMPLATE_INVALID .*EXECUTOR_MALFORMED/);
  assert.ok(isRefusal(slugFor("日本")));
  assert.equal(slugFor("  Zürich: Größe & Maß  "), "zurich-gro-e-ma");
});

test("whatever steps are listed, what comes out is accepted and the same each time", () => {
  const word = fc.constantFrom(
    ...words.map((one) => one.word),
    ...prefixNames.map((name) => `${name}:x`),
  );
  const text = fc.constantFrom(
    "",
    ": security of {scope}",
    ": {goal}",
    ': a"b\\c\n{{x}}',
    ` !skip: ${"long ".repeat(20)}`,
  );
  const line = fc.tuple(fc.constantFrom("", "& "), word, text).map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 22 }),
      fc.boolean(),
      fc.boolean(),
      (lines, checkpoints, auto) => {
        const { steps, refused } = readSteps(lines);
        if (refused.length > 0) return;
        const all = wanted([], { steps, checkpoints, auto });
        const made = composed(all, "test", dated, "test.json");
        if (isRefusal(made)) {
          assert.ok(
            ["STEPS_EMPTY", "NODES_MANY", "STEP_LONE", "STEP_DOUBLED"].includes(made.code),
            made.text,
          );
          return;
        }
        const findings = validate(made.text, "test.json");
        assert.deepEqual(
          findings.filter(({ code }) => code !== "TOOL_ODD"),
          [],
        );
        assert.deepEqual(composed(all, "test", dated, "test.json"), made);
      },
    ),
    { numRuns: 400 },
  );
});
