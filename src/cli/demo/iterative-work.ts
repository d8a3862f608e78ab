// Demo of the iterative protocol: request, roles and scripts of its passes; the first ends too soon.

export const request = "Add price(cents) to the shop, so that people read €12.50";

export const brief = [
  "--done-when",
  "node --test passes",
  "--done-when",
  "prices and refunds read well",
];

const unit = {
  id: "T1",
  title: "Write prices as people read them",
  criteria: ["price(1250) is €12.50", "a refund has its sign in front: price(-500) is -€5.00"],
  files: ["src/price.js", "test/price.test.js"],
  max: 3,
};

const hasty = "export const price = (cents) => `€${(cents / 100).toFixed(2)}`;\n";
const whole = `export const price = (cents) => \`\${cents < 0 ? "-" : ""}€\${(Math.abs(cents) / 100).toFixed(2)}\`;\n`;
const testHead = `import assert from "node:assert/strict";
import { test } from "node:test";
import { price } from "../src/price.js";

test("cents are euros with two digits", () => assert.equal(price(1250), "€12.50"));
`;
const refundTest =
  'test("a refund has its sign in front", () => assert.equal(price(-500), "-€5.00"));\n';

/** The roles that take part; those shared with other protocols have different agents there. */
export const passRoles = ["planner", "worker", "tester", "verifier", "reviewer"];

/** The whole test suite, before and after each confirmation. */
export const gates = [{ name: "tests", argv: ["node", "--test"] }];

/** The agents' script: an agent isn't told its pass, so its actions follow from the files alone. */
export const passesScript = (): string => `import { existsSync, readFileSync } from "node:fs";

const unit = ${JSON.stringify(unit, null, 2)};
const files = { hasty: ${JSON.stringify(hasty)}, whole: ${JSON.stringify(whole)}, test: ${JSON.stringify(testHead)}, refund: ${JSON.stringify(refundTest)} };
const [code, test] = unit.files;
const has = (path, text) => existsSync(path) && readFileSync(path, "utf8").includes(text);
const commit = (subject) => [
  { run: ["git", "add", "--", ...unit.files] },
  { run: ["git", "commit", "--quiet", "--message", subject, "--", ...unit.files] },
];
const done = (did) => ({ report: { unit: unit.id, status: "done", did, remaining: "None" } });

const pass = () => {
  if (!existsSync(code))
    return [
      { write: { path: code, text: files.hasty } },
      { write: { path: test, text: files.test } },
      ...commit("feat: prices as people read them"),
      done("wrote price() with a test; all criteria hold"),
    ];
  if (!has(test, "refund"))
    return [
      { write: { path: code, text: files.whole } },
      { write: { path: test, text: files.test + files.refund } },
      ...commit("fix: the sign of a refund"),
      done("a refund read €-5.00: mended, with a test"),
    ];
  return [{ run: ["node", "--test", test] }, done("read it and ran its tests: nothing is left to do")];
};

const judged = unit.criteria.map((_, at) => ({ n: at + 1, met: true, how: "called it, and read its test" }));

export const steps = ({ role }) => {
  if (role === "planner") return [{ report: { units: [unit] } }];
  if (role === "verifier") return [{ run: ["node", "--test"] }, { report: { unit: unit.id, verdict: "VERIFIED", criteria: judged, gaps: [] } }];
  if (role === "reviewer") return [{ run: ["node", "--test"] }, { report: { verdict: "REVIEW_PASS", checked: "code, tests, README", issues: [] } }];
  return pass();
};
`;
