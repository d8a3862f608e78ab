// The demo's repository: small, with one failing test and two missing features.

/** Path → text. */
export const project: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify({ name: "tiny-shop", private: true, type: "module", scripts: { test: "node --test" } }, null, 2)}\n`,
  "README.md":
    "# Tiny shop\n\nA cart. Still missing: slugs for product pages, and an export as CSV.\n",
  "src/cart.js":
    "export const total = (items) => items.reduce((sum, item) => sum + item.price, 0);\n",
  "test/cart.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/cart.js";

test("an empty cart costs nothing", () => assert.equal(total([]), 0));
test("two of a kind cost twice as much", () => assert.equal(total([{ price: 3, quantity: 2 }]), 6));
`,
};

export const goal = "Count quantities, add a CSV export and slugs";

/** The cart's fix that makes its test pass. */
export const cartFix = {
  path: "src/cart.js",
  from: "item.price",
  to: "item.price * item.quantity",
};

/** A planner's result: each criterion names its proof. */
export const plan = {
  tasks: [
    {
      id: "1",
      subject: "Count quantities in the cart's total",
      complexity: "simple",
      files: ["src/cart.js"],
      success_criteria: [
        {
          criteria: "The cart's tests pass",
          type: "test_result",
          command: "node --test test/cart.test.js",
        },
      ],
    },
    {
      id: "2",
      subject: "Add the CSV export",
      files: ["src/csv.js", "test/csv.test.js"],
      success_criteria: [
        {
          criteria: "The export's tests pass",
          type: "test_result",
          command: "node --test test/csv.test.js",
        },
      ],
    },
    {
      id: "3",
      subject: "Add slugs for product pages",
      files: ["src/slug.js", "test/slug.test.js"],
      success_criteria: [
        {
          criteria: "The slugs' tests pass",
          type: "test_result",
          command: "node --test test/slug.test.js",
        },
        { criteria: "src/slug.js exports slug", path: "src/slug.js", match: "export const slug" },
      ],
    },
    {
      id: "4",
      subject: "Offer all three from src/index.js",
      complexity: "simple",
      blocked_by: ["1", "2", "3"],
      files: ["src/index.js", "test/index.test.js"],
      success_criteria: [
        {
          criteria: "Everything can be had from src/index.js",
          type: "test_result",
          command: "node --test test/index.test.js",
        },
      ],
    },
  ],
  verify: {
    success_criteria: [
      { criteria: "The whole test suite passes", type: "test_result", command: "node --test" },
    ],
  },
};
