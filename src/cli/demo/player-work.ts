// Demo of the player: a template with two parallel agents, one of them rolled back.

/** The five words of the template. */
export const steps: readonly string[] = [
  "plan",
  "pause: Is this the plan to work by?",
  "execute",
  "& agent: Describe it in README.md",
  "test",
];

export const wish = "Take a percentage off the cart's total";

const plan =
  "# Plan\n\n`off(total, percent)` in src/off.js, rounded to cents, with a test; a sentence about it in README.md.\n";
const test = `import assert from "node:assert/strict";
import { test } from "node:test";
import { off } from "../src/off.js";

test("ten percent off", () => assert.equal(off(20, 10), 18));
test("cents are rounded", () => assert.equal(off(9.99, 10), 8.99));
`;
const hasty = "export const off = (total, percent) => total - percent;\n";
const right = "export const off = (total, percent) => Math.round(total * (100 - percent)) / 100;\n";

const write = (path: string, text: string): unknown => ({ write: { path, text } });

/** Each agent's actions, by role; `again`: from the second attempt on. The report, which names the attempt, follows. */
export const played: Readonly<
  Record<
    string,
    {
      readonly first: readonly unknown[];
      readonly again: readonly unknown[];
      readonly report: unknown;
    }
  >
> = {
  "skill:workflow-lite-plan": {
    first: [write("docs/off.md", plan)],
    again: [],
    report: {
      session_id: "WFS-off",
      output_path: "docs/off.md",
      summary: "One function, one test, one sentence.",
    },
  },
  "skill:workflow-execute": {
    first: [write("test/off.test.js", test), write("src/off.js", hasty)],
    again: [write("test/off.test.js", test), write("src/off.js", right)],
    report: {
      session_id: "WFS-off-code",
      artifacts: ["src/off.js", "test/off.test.js"],
      summary: "All done, works perfectly.",
    },
  },
  "agent:general-purpose": {
    first: [
      {
        edit: { path: "README.md", from: "A cart.", to: "A cart, and percentages off its total." },
      },
    ],
    again: [
      {
        edit: { path: "README.md", from: "A cart.", to: "A cart, and percentages off its total." },
      },
    ],
    report: { artifacts: ["README.md"], summary: "README.md tells of it." },
  },
};

/** The template's proof: its last node is the test suite, judged by its exit code. */
export const suite = {
  role: "skill:workflow-test-fix",
  agent: { driver: "command", argv: ["node", "--test"], done: "exit" },
};
