// Demo of stigmergy: roles and scripts that write documents, stories and code, one of them wrong at first.

export const idea =
  "Vouchers for the shop: people type a code at the checkout and pay less. Codes are read whatever their case, take a percentage off, and never make a total negative.";

const stories = [
  { id: "1.1", title: "Read a voucher's code", criterion: 'codeOf(" Spring10 ") is SPRING10' },
  {
    id: "1.2",
    title: "Take a voucher's percentage off",
    criterion: "redeem(20, 10) is 18, and redeem(9.99, 10) is 8.99",
  },
  { id: "1.3", title: "Never below zero", criterion: "pay(5, 120) is 0" },
];

const prd = [
  "# Vouchers: product requirements",
  "",
  "## Epic 1: Vouchers",
  ...stories.flatMap(({ id, title, criterion }) => [
    "",
    `### Story ${id}: ${title}`,
    "",
    "#### Acceptance Criteria",
    "",
    `- ${criterion}`,
  ]),
  "",
].join("\n");

const documents = {
  "docs/brief.md": `# Vouchers\n\n**Goal:** ${idea}\n\n**Constraints:** no dependencies.\n\n**Success:** its tests pass.\n`,
  "docs/prd.md": prd,
  "docs/architecture.md":
    "# Architecture\n\nOne module, src/voucher.js, of pure functions; a test file for each story.\n",
  "docs/architecture/coding-standards.md":
    "# Coding standards\n\nNo dependencies. Amounts in euros, rounded to cents.\n",
  "docs/architecture/qa-protocol.md": "# QA protocol\n\n## Tests\n\n- **Command:** `node --test`\n",
};

const storyFiles = Object.fromEntries(
  stories.map(({ id, title, criterion }) => [
    id,
    {
      path: `docs/stories/${id}.story.md`,
      text: `# Story ${id}: ${title}\n\n## Acceptance Criteria\n\n- ${criterion}\n`,
    },
  ]),
);

const tests = (name: string, body: string): string =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${name} } from "../src/voucher.js";\n\n${body}`;
const code = "export const codeOf = (text) => text.trim().toUpperCase();\n";
const hasty = "export const redeem = (total, percent) => total - percent;\n";
const right =
  "export const redeem = (total, percent) => Math.round(total * (100 - percent)) / 100;\n";
const bound = "export const pay = (total, percent) => Math.max(0, redeem(total, percent));\n";
const redeemed = {
  path: "test/redeem.test.js",
  text: tests(
    "redeem",
    'test("a percentage is taken off, to the cent", () => assert.deepEqual([redeem(20, 10), redeem(9.99, 10)], [18, 8.99]));\n',
  ),
};

/** By story: the first version, and the one after feedback about its failure. */
const work = {
  "1.1": [
    { path: "src/voucher.js", text: code },
    {
      path: "test/code.test.js",
      text: tests(
        "codeOf",
        'test("case and blanks don\'t matter", () => assert.equal(codeOf(" Spring10 "), "SPRING10"));\n',
      ),
    },
  ],
  "1.2": [{ path: "src/voucher.js", text: code + hasty }, redeemed],
  "1.2 solved": [{ path: "src/voucher.js", text: code + right }, redeemed],
  "1.3": [
    { path: "src/voucher.js", text: code + right + bound },
    {
      path: "test/pay.test.js",
      text: tests(
        "pay",
        'test("nobody is paid for buying", () => assert.equal(pay(5, 120), 0));\n',
      ),
    },
  ],
};

export const solution =
  "10 is ten percent of the total, not ten euros: multiply by (100 - percent) / 100 and round to cents";

/** The roles that take part; none knows of another. */
export const roles = ["mary", "john", "winston", "bob", "james", "sarah", "dexter", "metis"];

/** The agents' script: each role does its task and leaves; james uses his brief's account of earlier attempts. */
export const rolesScript = (): string => `const documents = ${JSON.stringify(documents)};
const storyFiles = ${JSON.stringify(storyFiles)};
const work = ${JSON.stringify(work)};
const solution = ${JSON.stringify(solution)};

const write = (path) => ({ write: { path, text: documents[path] } });
const done = (summary, more = {}) => ({ report: { outcome: "done", summary, ...more } });

export const steps = ({ role, unit }, brief) => {
  if (role === "mary") return [write("docs/brief.md"), done("a brief of one page")];
  if (role === "john") return [write("docs/prd.md"), done("one epic, three stories")];
  if (role === "winston")
    return [...Object.keys(documents).filter((path) => path.startsWith("docs/architecture")).map(write), done("one module, tests by node --test")];
  if (role === "bob") return [{ write: storyFiles[unit] }, done("its file, with one criterion")];
  if (role === "james") {
    const files = work[brief.includes(solution) ? unit + " solved" : unit] ?? work[unit];
    return [...files.map((file) => ({ write: file })), done("written, with its test; everything works", { files: files.map(({ path }) => path) })];
  }
  if (role === "sarah") return [{ run: ["node", "--test"] }, done("read it and ran its tests", { verdicts: [{ n: 1, met: true, how: "called it" }] })];
  if (role === "dexter") return [done("found in its test's output", { solution })];
  return [{ write: { path: "docs/audits/epic-1.md", text: "# Epic 1\\n\\nA percentage was taken for an amount: say the unit in each criterion.\\n" } }, done("one lesson")];
};
`;
