// Tests of decisions that are declared in one place each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, decisionsOn, together } from "./decision.ts";
import type { DecisionOption } from "../job.ts";

type State = { readonly stuck: readonly string[]; readonly tries: number; readonly open: boolean };
type About = { readonly is: "stuck"; readonly on: string } | { readonly is: "color" };

const decision = decisionsOn<State, About, string>();
const red: DecisionOption = { id: "1", label: "Red", means: "", note: "none" };
const decisions = together([
  decision("stuck", {
    asks: ({ stuck, tries }) =>
      stuck.map((on) => ({
        key: `stuck-${on}`,
        about: { is: "stuck", on },
        subject: on,
        question: `${on} is stuck. What now?`,
        reason: "stuck: it failed",
        options: { retry: tries > 0 ? { means: `${tries} tries are left.` } : null },
      })),
    options: {
      retry: { label: "Try again", note: "may", then: ({ on }) => `retry ${on}` },
      fail: { label: "End the run", note: "must", ends: true, then: (_, { note }) => note },
    },
    shows: ({ tries }, { on }) => `${on} has ${tries} tries.`,
  }),
  decision("color", {
    asks: ({ open }) =>
      open
        ? {
            key: "color",
            about: { is: "color" },
            subject: "plan",
            question: "Which?",
            offered: [red],
          }
        : null,
    chosen: (_, { option }) => `color ${option}`,
    options: { skip: { label: "Skip", note: "none", then: () => null } },
  }),
]);

const answer = (option: string, note = ""): Answer => ({
  is: "decided",
  option,
  note,
  data: null,
  holder: { name: "ada", agent: null, conversation: null },
  hosted: false,
  done: "report",
  tree: { before: null, after: null, changed: [], commits: [] },
  files: {},
});

test("an answer is offered with what the state says of it, or not at all; a job holds data alone", () => {
  const asked = (tries: number) =>
    decisions
      .jobs({ stuck: ["a"], tries, open: false })
      .map(({ key, reason, decision: one }) => [
        key,
        reason,
        one?.options.map(({ id, means }) => `${id}: ${means}`),
      ]);
  assert.deepEqual(asked(2), [
    ["stuck-a", "stuck: it failed", ["retry: 2 tries are left.", "fail: "]],
  ]);
  assert.deepEqual(asked(0), [["stuck-a", "stuck: it failed", ["fail: "]]]);
  const jobs = decisions.jobs({ stuck: ["a"], tries: 2, open: true });
  assert.deepEqual(structuredClone(jobs), jobs);
});

test("an answer means what its own decision declares: others, and those of no decision, mean nothing", () => {
  assert.deepEqual(decisions.commands({ is: "stuck", on: "a" }, answer("retry")), ["retry a"]);
  assert.deepEqual(decisions.commands({ is: "stuck", on: "a" }, answer("fail", "enough")), [
    "enough",
  ]);
  assert.deepEqual(decisions.commands({ is: "stuck", on: "a" }, answer("skip")), []);
  assert.deepEqual(decisions.commands({ is: "stuck", on: "a" }, answer("constructor")), []);
  assert.deepEqual(decisions.commands({ is: "color" }, answer("1")), ["color 1"]);
  assert.deepEqual(decisions.commands({ is: "color" }, answer("skip")), []);
});
