// Agents of the demo, played by the driver `scripted`: they edit real files without a model, and one says done too early.

const write = (path, text) => ({ write: { path, text } });
const done = (summary) => ({ report: { status: "done", summary, evidence: [] } });

const test = (path, name, title, check) =>
  write(
    `test/${path}.test.js`,
    `import assert from "node:assert/strict";
import { test } from "node:test";
import ${name} from "../src/${path}.js";

test("${title}", () => ${check});
`,
  );

const shows = (criteria, path) => ({
  criteria,
  type: "test_result",
  command: `node --test test/${path}.test.js`,
});

/** The planner's: each criterion names the check that proves it. */
const plan = {
  tasks: [
    {
      id: "1",
      subject: "Count quantities in the cart's total",
      complexity: "simple",
      files: ["src/cart.js"],
      success_criteria: [shows("The cart's tests pass", "cart")],
    },
    {
      id: "2",
      subject: "Add the CSV export",
      files: ["src/csv.js", "test/csv.test.js"],
      success_criteria: [shows("The export's tests pass", "csv")],
    },
    {
      id: "3",
      subject: "Add slugs for product pages",
      files: ["src/slug.js", "test/slug.test.js"],
      success_criteria: [
        shows("The slugs' tests pass", "slug"),
        { criteria: "src/slug.js exports slug", path: "src/slug.js", match: "export const slug" },
      ],
    },
    {
      id: "4",
      subject: "Offer all three from src/index.js",
      complexity: "simple",
      blocked_by: ["1", "2", "3"],
      files: ["src/index.js", "test/index.test.js"],
      success_criteria: [shows("Everything can be had from src/index.js", "index")],
    },
  ],
  verify: {
    success_criteria: [
      { criteria: "The whole test suite passes", type: "test_result", command: "node --test" },
    ],
  },
};

const design =
  "# Design\n\nThree small modules, each with its own test; src/index.js offers them together.\n";

const explored = {
  "exp-1": "One module in src/, one test file; plain ES modules without dependencies.",
  "exp-2": "total() in src/cart.js ignores the quantity; nothing else computes prices.",
  "exp-3": "node --test runs everything; one of two tests fails.",
};

const slug = `export const slug = (name) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
`;
const hasty = 'export const csv = (rows) => rows.map((row) => row.join(",")).join("\\n");\n';
const csv = `const cell = (value) => (/[",\\n]/.test(String(value)) ? '"' + String(value).replaceAll('"', '""') + '"' : String(value));
export const csv = (rows) => rows.map((row) => row.map(cell).join(",")).join("\\n");
`;
const index = `export { total } from "./cart.js";
export { csv } from "./csv.js";
export { slug } from "./slug.js";
`;

/** The first two work in parallel. */
const moment = { sleep: 500 };
/** Long enough that it still runs when the runner is killed. */
const long = { sleep: 2_000 };

/** By job, without its last number for all attempts but those that are named. */
const worked = {
  "task-1": [
    moment,
    { edit: { path: "src/cart.js", from: "item.price", to: "item.price * item.quantity" } },
    done("Quantities count."),
  ],
  "task-2-1": [
    moment,
    test(
      "csv",
      "{ csv }",
      "a cell with a comma is quoted",
      `assert.equal(csv([["Shoes, red", 2]]), '"Shoes, red",2')`,
    ),
    write("src/csv.js", hasty),
    done("The export should work."),
  ],
  "task-2": [long, write("src/csv.js", csv), done("Commas are quoted now.")],
  "task-3": [
    long,
    write("src/slug.js", slug),
    test(
      "slug",
      "{ slug }",
      "blanks and signs become single dashes",
      'assert.equal(slug("Red  Shoes (new!)"), "red-shoes-new")',
    ),
    done("Slugs, with a test."),
  ],
  "task-4": [
    write("src/index.js", index),
    test(
      "index",
      "* as shop",
      "the shop offers all three",
      'assert.deepEqual(Object.keys(shop).sort(), ["csv", "slug", "total"])',
    ),
    done("src/index.js offers all."),
  ],
};

const met = (task, criteria, note) =>
  criteria.map((_, at) => ({ task, criterion: at + 1, judgement: "met", note }));
const judgements = [
  ...plan.tasks.flatMap(({ id, success_criteria }) =>
    met(id, success_criteria, "read, and run again"),
  ),
  ...met("verify", plan.verify.success_criteria, "ran it"),
];

const roles = {
  explorer: ({ unit }) => [
    write(`{ULTRAWORK_SESSION}/exploration/${unit}.md`, `# Overview\n\n${explored[unit]}\n`),
    {
      report: {
        summary: explored[unit],
        key_files: ["src/cart.js", "test/cart.test.js"],
        patterns: ["ES modules"],
        constraints: ["no dependencies"],
      },
    },
  ],
  planner: () => [
    write("{ULTRAWORK_SESSION}/design.md", design),
    { report: { status: "plan", plan } },
  ],
  verifier: () => [
    { run: ["node", "--test"] },
    { report: { verdict: "PASS", judgements, issues: [], notes: "" } },
  ],
  worker: ({ job }) => worked[job] ?? worked[job.replace(/-\d+$/, "")],
};

/** What an agent does at a job, by its role. */
export const steps = (about) => roles[about.role](about);
