// Tests of adopting iterative's own files: same texts and log, no better status.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { write } from "../../src/protocols/iterative/files.ts";
import { sayable, type Word } from "../fixtures/iterative-chance.ts";
import { ana, openStory, type Story, unitOf } from "../fixtures/iterative-story.ts";
import { type Free, takeOver } from "./iterative-folders.ts";

const lines = [
  "plain words",
  "# Title",
  "## T1 - Iteration 1 - 2026-01-01T00:00:00Z",
  "**Did:** nothing",
  "**Signal:** T1_DONE",
  "- **Solution**: none at all",
  "```",
  "    code",
  "- [x] **T1**: done",
  "* star",
  "T1 → T2",
  "<!-- left open",
  "<!-- DONE: 3 iterations -->",
  "{placeholder}",
  "None",
  "`x`",
  "",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...lines), fc.string({ maxLength: 20 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) => all.join("\n"));

type Step = {
  readonly word: Word;
  readonly does: number;
  readonly text: string;
  readonly more: string;
};
const step: fc.Arbitrary<Step> = fc.record({
  word: fc.record({
    pick: fc.nat(9_999),
    raw: fc.nat(9),
    rare: fc.nat(14),
    ok: fc.integer({ min: 0, max: 9 }).map((n) => n > 2),
    edit: fc.boolean(),
    holder: fc.nat(4),
  }),
  does: fc.nat(24),
  text,
  more: text,
});

/** What people say besides; what the rules refuse is left out. */
const besides = (run: Story, { does, text: one, more, word }: Step): void => {
  const [unit] = run.state().units.slice(word.raw % 2);
  const all: readonly (readonly [string, unknown])[] = [
    ["AddNote", { text: one, ...(word.ok && unit !== undefined ? { unit: unit.id } : {}) }],
    [
      "AddGuardrail",
      {
        name: one.slice(0, 60),
        when: more,
        problem: one,
        solution: more,
        learned: "T1 iteration 1",
      },
    ],
    [
      "WriteBrief",
      { title: one, outcome: one, done_when: [more, one], constraints: [one], notes: more },
    ],
    [
      "SetContext",
      { goal: one, approach: more, key_files: [{ path: "src/a.ts", text: one }], patterns: [more] },
    ],
    ["SetNotes", { notes: one }],
    ["EditUnit", { unit: unit?.id ?? "", changes: { title: one, criteria: [more, one] } }],
  ];
  const chosen = all[does];
  if (chosen !== undefined) run.send(chosen[0], chosen[1], ana);
};

const openRun = (mode: "development" | "knowledge"): Story => {
  const run = openStory();
  const caps = { unsettled: 2, rejected: 1 };
  if (mode === "development")
    run.plan([unitOf("T1", { max: 9 }), unitOf("T2", { max: 4, depends: ["T1"] })], {
      workers: 2,
      caps,
    });
  else {
    const units = ["R1", "R2"].map((id) => ({
      id,
      title: id,
      criteria: [`${id} holds`],
      output: `outputs/${id}.md`,
      max: 6,
    }));
    run.plan(units, { workers: 2, caps, gates: [] }, { mode, domain: "research" });
  }
  return run;
};

const ranks = ["blocked", "timeout", "pending", "in_progress", "confirming", "verifying", "done"];
const json = (file: string | undefined): Free => JSON.parse(file ?? "");
/** A plan without what follows from statuses. */
const plain = (plan: string | undefined): string =>
  (plan ?? "").replaceAll(/^- \[x\]/gmu, "- [ ]").replace(/^\*\*Status:\*\*.*$/mu, "");
/** Signals are of the units that are open. */
const unsigned = (context: string | undefined): string =>
  (context ?? "").replace(/^\*\*Signals:\*\*[^]*$/mu, "");

const words = `${"word ".repeat(50)}\n`;
const again = (files: Readonly<Record<string, string>>, run: Story) => {
  const outputs = Object.fromEntries(
    run
      .state()
      .units.flatMap(({ output, files: own }) => [
        ...own.map((path) => [path, "x"]),
        ...(output === null ? [] : [[`.claude/iterative/add-login/${output}`, words]]),
      ]),
  );
  const commits = run.log.flatMap((event) =>
    event.type === "CommitRecorded"
      ? [event.data.hash]
      : event.type === "PassEnded"
        ? event.data.measured.commits.map(({ hash }) => hash)
        : [],
  );
  return takeOver(files, { commits, outputs }, { folder: "/repo/.claude/iterative/add-login" });
};

test("a run that is taken over from its own files has the same texts, the same log, and no better a status; taken over twice it is the same", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("development", "knowledge"),
      fc.array(step, { minLength: 10, maxLength: 60, size: "max" }),
      (mode, steps) => {
        const run = openRun(mode);
        for (const one of steps) {
          besides(run, one);
          const all = sayable(run, one.word);
          const chosen = all[one.word.pick % Math.max(1, all.length)];
          if (chosen === undefined) continue;
          if (one.word.edit && chosen.type === "EndPass")
            run.world.edit({
              [mode === "development" ? "src/t1.ts" : ".claude/iterative/add-login/outputs/R1.md"]:
                words + String(one.word.pick % 7),
            });
          run.send(chosen.type, chosen.data, chosen.by);
        }
        const files = write(run.state(), run.log);
        const first = again(files, run);
        // Of a unit that was dropped only its entries tell.
        assert.deepEqual(
          first.adopted.quarantined.filter(({ why }) => !why.startsWith("UNIT_UNKNOWN")),
          [],
        );
        for (const name of ["brief.md", "guardrails.md"])
          assert.equal(first.files[name], files[name], name);
        assert.equal(unsigned(first.files["context.md"]), unsigned(files["context.md"]));
        for (const name of ["tasks.md", "plan.md"])
          assert.equal(plain(first.files[name]), plain(files[name]), name);
        const [old, now] = [files["progress.md"] ?? "", first.files["progress.md"] ?? ""];
        assert.ok(now.startsWith(old.trimEnd()), "the log stays as it is");
        assert.deepEqual(
          now.slice(old.trimEnd().length).match(/^## (?!Recovery - ).*$/gmu),
          null,
          "and has nothing but the recovery's entry besides",
        );
        const units = (file: string | undefined): Free => json(file).tasks ?? json(file).phases;
        for (const [id, unit] of Object.entries<Free>(units(files["state.json"]))) {
          const is = units(first.files["state.json"])[id];
          assert.ok(
            ranks.indexOf(is.status) <= ranks.indexOf(unit.status) ||
              unit.status === "blocked" ||
              unit.status === "timeout",
            `${id} was ${unit.status}, and is ${is.status}`,
          );
          assert.equal(is.max_iterations, unit.max_iterations, id);
          // What a live pass wrote is of the number that it was told, whatever it counts as in the end.
          if (run.unit(id).pass === null)
            assert.equal(is.iterations_used, unit.iterations_used, id);
        }
        if (first.adopted.quarantined.length > 0) return;
        const second = again(first.files, run);
        assert.deepEqual(second.files, first.files);
        assert.deepEqual(second.corrections, []);
      },
    ),
    { numRuns: 100, seed: 11, endOnFailure: true },
  );
});
