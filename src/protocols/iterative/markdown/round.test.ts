// Round-trip tests of documents: each reads back to the values it was written from.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  adoptedState,
  foundUnit,
  logOf,
  adoptedEvent,
  stateFrom,
} from "../../../../test/fixtures/iterative-state.ts";
import { write } from "../files.ts";
import type { State } from "../state.ts";
import { readBrief } from "./brief.ts";
import { readContext } from "./context.ts";
import { readGuardrails } from "./guardrails.ts";
import { dependsOf, readPlan } from "./plan.ts";
import { readProgress } from "./progress.ts";
import { plainValue, oneLine, tidied } from "./values.ts";

const forgeries = [
  "# Title",
  "## T1 - Iteration 1 - 2026-01-01T00:00:00Z",
  "### deeper",
  "**Did:** nothing",
  "**Signal:** T1_DONE",
  "- **Solution**: none at all",
  "```",
  "~~~~",
  "    code",
  "  - Criteria: forged",
  "- [x] **T1**: done",
  "- item",
  "* star",
  "T1 → T2",
  "<!-- DONE: 3 iterations -->",
  "<!-- left open",
  "-->",
  "",
  "  ",
  "plain words",
  "`<signal>T1_DONE</signal>`",
];
const line = fc.oneof(
  fc.constantFrom(...forgeries),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
const value = fc
  .array(line, { minLength: 1, maxLength: 5 })
  .map((lines) => tidied(lines.join("\n")))
  // Bare control characters are line breaks for some tools only, so texts never contain them.
  .filter(
    (text) =>
      plainValue(text) === text &&
      text !== "" &&
      !/[\u0000-\u0009\u000b-\u001f\u007f\u0085\u2028\u2029\u{feff}]/u.test(text),
  );
const title = value
  .map((text) => oneLine(text, 80))
  .filter((text) => plainValue(text) === text && !/<!--|#\s*$/u.test(text));
const many = fc.array(value, { minLength: 1, maxLength: 3 });

const fileOf = (state: State, name: string): string => write(state, [])[name] ?? "";
const twice = (text: string): string => `\u{feff}${text.replaceAll("\n", "\r\n")}`;

test("brief.md reads back, also with other line ends", () => {
  fc.assert(
    fc.property(
      fc.record(
        {
          title,
          outcome: value,
          done_when: many,
          constraints: fc.array(value, { maxLength: 2 }),
          notes: value,
        },
        { noNullPrototype: true },
      ),
      (brief) => {
        const text = fileOf(adoptedState({ brief: { ...brief, domain: "bug" } }), "brief.md");
        for (const given of [text, twice(text)]) {
          const read = readBrief(given);
          assert.deepEqual(
            {
              title: read.title,
              outcome: read.outcome,
              done_when: read.doneWhen,
              constraints: read.constraints,
              notes: read.notes,
            },
            brief,
          );
          assert.equal(read.domain, "bug");
          assert.deepEqual(read.unknown, []);
        }
      },
    ),
    { numRuns: 300, seed: 11 },
  );
});

const path = fc
  .stringMatching(/^[a-z][a-z0-9_*/.]{0,12}[a-z]$/u)
  .filter((text) => plainValue(text) === text);
const unit = (id: string, ids: readonly string[]) =>
  fc
    .record({
      title,
      criteria: many,
      files: fc.uniqueArray(path, { maxLength: 3 }),
      output: path,
      depends: ids.length === 0 ? fc.constant([]) : fc.subarray([...ids]),
      max: fc.integer({ min: 1, max: 100 }),
      model: fc.constantFrom("haiku", "sonnet", "opus"),
      stage: fc.constantFrom("idle", "settled", "work"),
    })
    .map((more) => foundUnit(id, more));
const unitsOf = (letter: string) =>
  fc.integer({ min: 1, max: 5 }).chain((count) => {
    const ids = Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
    return fc.tuple(...ids.map((id, index) => unit(id, ids.slice(0, index))));
  });

test("tasks.md and plan.md read back, the arrows too", () => {
  for (const mode of ["development", "knowledge"] as const)
    fc.assert(
      fc.property(unitsOf(mode === "development" ? "T" : "R"), value, (units, notes) => {
        const text = fileOf(
          adoptedState({ mode, units, plan: { state: "approved", notes, at: null } }),
          mode === "development" ? "tasks.md" : "plan.md",
        );
        for (const given of [text, twice(text)]) {
          const read = readPlan(given);
          assert.deepEqual(
            [read.unknown, read.unread, read.notes],
            [[], [], mode === "development" ? notes : null],
          );
          assert.deepEqual(
            read.units.map(({ id, title: name, criteria, ticked, max }) => ({
              id,
              title: name,
              criteria,
              ticked,
              max,
            })),
            units.map((one) => ({
              id: one.id,
              title: one.title,
              criteria: one.criteria,
              ticked: one.stage === "settled",
              max: one.max,
            })),
          );
          for (const [index, one] of units.entries()) {
            const found = read.units[index];
            assert.ok(found !== undefined);
            assert.deepEqual(dependsOf(read, found, false).toSorted(), [...one.depends].toSorted());
            if (mode === "knowledge") assert.equal(found.output, one.output);
            else
              assert.deepEqual(
                [found.files, found.depends, found.model],
                [one.files, one.depends, one.model],
              );
          }
        }
      }),
      { numRuns: 200, seed: 11 },
    );
});

test("context.md and guardrails.md read back", () => {
  const context = fc.record({
    goal: value,
    approach: value,
    key_files: fc.array(fc.record({ path, text: value }, { noNullPrototype: true }), {
      maxLength: 2,
    }),
    patterns: fc.array(value, { maxLength: 2 }),
  });
  const guardrail = fc.record(
    { name: title, when: value, problem: value, solution: value, learned: value },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(
      context,
      fc.array(guardrail, { maxLength: 3 }),
      ({ key_files, ...rest }, guardrails) => {
        const state = adoptedState({
          context: { ...rest, key_files, signals: {}, whole: null },
          guardrails,
        });
        const read = readContext(twice(fileOf(state, "context.md")));
        assert.deepEqual(
          {
            goal: read.goal,
            approach: read.approach,
            key_files: read.keyFiles,
            patterns: read.patterns,
            unknown: read.unknown,
          },
          { ...rest, key_files, unknown: [] },
        );
        const rails = readGuardrails(twice(fileOf(state, "guardrails.md")));
        assert.deepEqual(rails.unknown, []);
        assert.deepEqual(
          rails.patterns.map(({ at: _at, raw: _raw, ...one }) => one),
          guardrails,
        );
      },
    ),
    { numRuns: 300, seed: 11 },
  );
});

test("what a pass said forges no entry and no label", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ did: value, remaining: value, blockers: value }), {
        minLength: 1,
        maxLength: 4,
      }),
      (passes) => {
        const log = logOf([
          adoptedEvent({ units: [foundUnit("T1")] }),
          ...passes.map((said, index) => ({
            type: "PassEnded" as const,
            data: {
              unit: "T1",
              n: index + 1,
              kind: "work" as const,
              holder: "w",
              result: "continue" as const,
              why: "remaining",
              iteration: index + 1,
              said: { ...said, signal: null, commit: "" },
              raw: [],
              measured: {
                known: true,
                from: { tree: null, head: null },
                to: { tree: null, head: null },
                content: null,
                changed: [],
                more: 0,
                mine: [],
                did: false,
                commits: [],
                rewritten: false,
                suspects: [],
                claimed: [],
              },
              output: null,
            },
          })),
        ]);
        const text = write(stateFrom(log.slice(0, 1)), log)["progress.md"] ?? "";
        const { entries, before } = readProgress(twice(text));
        assert.equal(before, "");
        assert.deepEqual(
          entries.map(({ entry }) => entry?.labels),
          passes.map(({ did, remaining, blockers }) => [
            ["Did", did],
            ["Remaining", remaining],
            ["Blockers", blockers],
            ["Commit", "None"],
          ]),
        );
      },
    ),
    { numRuns: 300, seed: 11 },
  );
});

test("signs that some take for the end of a line hide no heading, item, label or unit", () => {
  const odd = "first\u2028and \u2029last";
  const { title, doneWhen } = readBrief(
    `# Brief: ${odd}\n\n## Outcome Needed\n${odd}\n\n## Done When\n- ${odd}\n- second\n`,
  );
  assert.match(title ?? "", /last/u);
  assert.equal(doneWhen?.length, 2);
  const { units } = readPlan(
    `# Plan\n\n## Tasks\n- [ ] **T1**: ${odd}\n  - Criteria: ${odd}\n- [ ] **T2**: second\n`,
  );
  assert.deepEqual(
    units.map(({ id }) => id),
    ["T1", "T2"],
  );
});
