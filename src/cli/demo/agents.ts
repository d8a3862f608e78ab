// Scripted agents of the demo: they edit real files without a model; one of them reports done too early.
import { played } from "./player-work.ts";
import { cartFix, plan } from "./project.ts";

const slug = `export const slug = (name) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
`;
const slugTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { slug } from "../src/slug.js";

test("blanks and signs become single dashes", () => assert.equal(slug("Red  Shoes (new!)"), "red-shoes-new"));
`;
const csvHasty = 'export const csv = (rows) => rows.map((row) => row.join(",")).join("\\n");\n';
const csv = `const cell = (value) => (/[",\\n]/.test(String(value)) ? '"' + String(value).replaceAll('"', '""') + '"' : String(value));
export const csv = (rows) => rows.map((row) => row.map(cell).join(",")).join("\\n");
`;
const csvTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { csv } from "../src/csv.js";

test("a cell with a comma is quoted", () => assert.equal(csv([["Shoes, red", 2]]), '"Shoes, red",2'));
`;
const index =
  'export { total } from "./cart.js";\nexport { csv } from "./csv.js";\nexport { slug } from "./slug.js";\n';
const indexTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import * as shop from "../src/index.js";

test("the shop offers all three", () => assert.deepEqual(Object.keys(shop).sort(), ["csv", "slug", "total"]));
`;

type Step = Readonly<Record<string, unknown>>;
const write = (path: string, text: string): Step => ({ write: { path, text } });
const done = (summary: string): Step => ({ report: { status: "done", summary, evidence: [] } });

/** The first two work in parallel. */
const moment: Step = { sleep: 500 };
/** Long enough that it still runs when the runner is killed. */
const long: Step = { sleep: 2_000 };

/** By job key without its last number, so that retries do the same; entries for specific attempts come first. */
const worked: Readonly<Record<string, readonly Step[]>> = {
  "task-1": [moment, { edit: cartFix }, done("Quantities count.")],
  "task-2-1": [
    moment,
    write("test/csv.test.js", csvTest),
    write("src/csv.js", csvHasty),
    done("The export should work."),
  ],
  "task-2": [long, write("src/csv.js", csv), done("Commas are quoted now.")],
  "task-3": [
    long,
    write("src/slug.js", slug),
    write("test/slug.test.js", slugTest),
    done("Slugs, with a test."),
  ],
  "task-4": [
    write("src/index.js", index),
    write("test/index.test.js", indexTest),
    done("src/index.js offers all."),
  ],
};

const explored: Readonly<Record<string, string>> = {
  "exp-1": "One module in src/, one test file; plain ES modules without dependencies.",
  "exp-2": "total() in src/cart.js ignores the quantity; nothing else computes prices.",
  "exp-3": "node --test runs everything; one of two tests fails.",
};

const design =
  "# Design\n\nThree small modules, each with its own test; src/index.js offers them together.\n";

const judged = plan.tasks.flatMap(({ id, success_criteria }) =>
  success_criteria.map((_, at) => ({
    task: id,
    criterion: at + 1,
    judgement: "met",
    note: "read, and run again",
  })),
);

/** A script for the driver `scripted`: an agent's actions follow from its role and job. */
export const agentsScript = (): string => `const worked = ${JSON.stringify(worked, null, 2)};
const explored = ${JSON.stringify(explored, null, 2)};
const plan = ${JSON.stringify(plan, null, 2)};
const judged = ${JSON.stringify(judged)};
const design = ${JSON.stringify(design)};
const played = ${JSON.stringify(played, null, 2)};

export const steps = ({ role, unit, job }) => {
  if (Object.hasOwn(played, role)) {
    const attempt = Number(job.split(":")[2]);
    const { first, again, report } = played[role];
    return [...(attempt === 1 ? first : again), { report: { node: unit, attempt, status: "completed", ...report } }];
  }
  if (role === "explorer") {
    const summary = explored[unit];
    return [
      { write: { path: "{ULTRAWORK_SESSION}/exploration/" + unit + ".md", text: "# Overview\\n\\n" + summary + "\\n" } },
      { report: { summary, key_files: ["src/cart.js", "test/cart.test.js"], patterns: ["ES modules"], constraints: ["no dependencies"] } },
    ];
  }
  if (role === "planner") {
    return [{ write: { path: "{ULTRAWORK_SESSION}/design.md", text: design } }, { report: { status: "plan", plan } }];
  }
  if (role === "verifier") {
    const verify = plan.verify.success_criteria.map((_, at) => ({ task: "verify", criterion: at + 1, judgement: "met", note: "ran it" }));
    return [{ run: ["node", "--test"] }, { report: { verdict: "PASS", judgements: [...judged, ...verify], issues: [], notes: "" } }];
  }
  return worked[job] ?? worked[job.replace(/-\\d+$/, "")];
};
`;
