// Scripted agents of the web tests, some waiting until released.

/** Waits for a file, and writes a line every now and then, as whoever works would. `node gate.mjs FILE`. */
const gate = `import { existsSync } from "node:fs";
const [file, ...said] = process.argv.slice(2);
console.log(said.join(" "));
for (let n = 1; n < 6_000 && !existsSync(file); n += 1) {
  if (n % 10 === 1) console.log("step " + Math.ceil(n / 10) + ": " + ["reading src/cart.js", "running node --test", "thinking about rounding"][Math.ceil(n / 10) % 3]);
  await new Promise((resolve) => setTimeout(resolve, 200));
}
`;

/** What an agent would smuggle into a page, if it could: each sets a mark where it runs. */
export const hostile = {
  markup: '<img src=x onerror="window.pwned=1"><script>window.pwned=2</script>',
  link: "[read me](javascript:window.pwned=3) javascript:window.pwned=4 data:text/html,<script>window.pwned=5</script>",
  shown: "https://example.org/a-page?with=everything#shown",
  /** Turns the reading direction, colours a terminal, ends a line. */
  signs: "\u202Egpj.exe\u202C \u001B[31mred\u001B[0m \u0000nul",
};

const script = `const hostile = ${JSON.stringify(hostile)};
const write = (path, text) => ({ write: { path, text } });
const wait = (name, ...said) => ({ run: ["node", "{folder}/gate.mjs", "{folder}/gates/" + name, ...said] });
const done = (summary) => ({ report: { status: "done", summary, evidence: [] } });
const works = {
  "shop/1": () => [write("src/total.js", "export const total = 1;\\n"), done("The total counts quantities.")],
  "shop/2": () => [wait("slug", "Slugs for product pages: I begin with the tests."), write("src/slug.js", "export const slug = 1;\\n"), done("Slugs, with a test.")],
  "shop/3": () => [write("src/csv-notes.md", "Quoting is left out.\\n"), done("CSV export is there and should work.")],
  "night/1": () => [wait("night", "Reading the night's log."), done("Read.")],
  "hostile/1": () => [
    { print: hostile.markup + "\\n" + hostile.link + "\\n" + hostile.shown + "\\n" + hostile.signs + "\\n" },
    write("notes.md", hostile.markup + "\\n\\n" + hostile.link + "\\n"),
    done(hostile.markup + " " + hostile.link + " " + hostile.shown),
  ],
  "hostile/2": () => [{ print: hostile.markup + "\\n" + hostile.link + "\\n" }, wait("hostile", hostile.markup, hostile.link), done(hostile.markup)],
};
const plan = {
  tasks: [
    { id: "1", subject: "Read a voucher's code", success_criteria: [{ criteria: "src/voucher.js reads codes", path: "src/voucher.js", match: "codeOf" }] },
    { id: "2", subject: "Take its percentage off", blocked_by: ["1"], success_criteria: [{ criteria: "src/off.js takes it off", path: "src/off.js", match: "off" }] },
  ],
  verify: { success_criteria: [{ criteria: "Both are there", type: "test_result", command: "test -e src/voucher.js -a -e src/off.js" }] },
};
const vouchers = {
  "1": () => [wait("voucher", "Codes are read whatever their case."), write("src/voucher.js", "export const codeOf = (text) => text.trim().toUpperCase();\\n"), done("Codes are read.")],
  "2": () => [write("src/off.js", "export const off = (total, percent) => (total * (100 - percent)) / 100;\\n"), done("It is taken off.")],
};

export const steps = ({ role, unit, job }, brief) => {
  const session = /^ULTRAWORK_SESSION: .*\\/([^/\\n]+)$/m.exec(brief)?.[1] ?? "";
  if (role === "explorer")
    return [
      write("{ULTRAWORK_SESSION}/exploration/" + unit + ".md", "# Overview\\n\\nOne module in src/, one test file.\\n"),
      { report: { summary: "One module in src/; plain ES modules.", key_files: ["src/cart.js"], patterns: ["ES modules"], constraints: ["no dependencies"] } },
    ];
  if (role === "planner") return [write("{ULTRAWORK_SESSION}/design.md", "# Design\\n\\nTwo small modules.\\n"), { report: { status: "plan", plan } }];
  if (role === "verifier") {
    const criteria = plan.tasks.map(({ id }) => ({ task: id, criterion: 1, judgement: "met", note: "read it" }));
    return [{ report: { verdict: "PASS", judgements: [...criteria, { task: "verify", criterion: 1, judgement: "met", note: "ran it" }], issues: [], notes: "" } }];
  }
  if (role.startsWith("skill:") || role.startsWith("agent:")) {
    const attempt = Number(job.split(":")[2]);
    const status = role === "skill:deploy" && attempt === 1 ? { status: "failed", error: "the staging server answered 502" } : { status: "completed" };
    return [{ report: { node: unit, attempt, session_id: "WFS-" + unit, summary: "Done as asked.", ...status } }];
  }
  const own = session === "vouchers" ? vouchers[unit] : works[session + "/" + unit];
  return own === undefined ? [{ sleep: 100 }] : own();
};
`;

/** By path in the ground's folder. */
export const castFiles: Readonly<Record<string, string>> = { "gate.mjs": gate, "cast.mjs": script };
