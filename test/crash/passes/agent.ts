// Scripted agent of iterative crash tests: acts by brief and tree alone, with named stop points.

/** A unit's part: what its verifier misses at first, what keeps it from beginning, what the review finds in it. */
export type Part = {
  readonly gap: boolean;
  readonly blocked: boolean;
  readonly review: boolean;
  /** Its plan's; its own file if not said. */
  readonly files?: readonly string[];
};
export type Parts = Readonly<Record<string, Part>>;

/** Where an agent tells that it has come so far, and waits to be let go on. */
export const points = ["launched", "changed", "committed", "signalled"] as const;
export type Point = (typeof points)[number];

export const fileOf = (unit: string): string => `${unit}.txt`;

/**
 * Says none, one, two (for the verifier) and three (for the review), a step a pass. What it was told lies beside the script: `parts.json`,
 * `key.txt` (what a blocked unit lacks); there it writes `launches.txt` too. Nobody listening at `director`: it goes on by itself.
 */
export const agentScript = `
const fs = require("node:fs");
const net = require("node:net");
const beside = (name) => require("node:path").join(__dirname, name);
const { execFileSync } = require("node:child_process");
const brief = fs.readFileSync(0, "utf8");
const job = process.env.CAIRN_JOB;
fs.appendFileSync(beside("launches.txt"), job + "\\n");
const parts = JSON.parse(fs.readFileSync(beside("parts.json"), "utf8"));
const said = (unit) => { try { return fs.readFileSync(unit + ".txt", "utf8").trim(); } catch { return "none"; } };
const at = (point) => new Promise((resolve) => {
  const line = net.connect(beside("director"), () => line.write(JSON.stringify({ job, at: point }) + "\\n"));
  line.once("data", () => line.end());
  line.once("error", resolve);
  line.once("close", resolve);
});
const say = (report, signal) =>
  new Promise((resolve) => process.stdout.write("<signal>" + signal + "</signal>\\n\\n\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`\\n", resolve));
/** Another agent may be committing beside; who was killed while it did leaves its lock for ever. */
const git = async (...argv) => {
  for (let tries = 0; ; tries += 1) {
    try { return execFileSync("git", argv, { stdio: "pipe" }); } catch (error) { if (tries === 60) throw error; }
    if (tries === 40) fs.rmSync(".git/index.lock", { force: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const gap = (unit, word) => ({ severity: "major", type: "criterion", file: unit + ".txt", problem: unit + " must say " + word });
const unit = /^# (?:Verify )?([A-Z]\\d+):/.exec(brief)?.[1];
const judge = () => {
  if (brief.startsWith("# Review ")) {
    const issues = Object.keys(parts).filter((one) => parts[one].review && said(one) !== "three").map((one) => ({ unit: one, ...gap(one, "three") }));
    const verdict = issues.length === 0 ? "REVIEW_PASS" : "REVIEW_FAIL";
    return say({ verdict, checked: "all of it", issues }, verdict);
  }
  const gaps = parts[unit].gap && said(unit) === "one" ? [gap(unit, "two")] : [];
  const verdict = gaps.length === 0 ? "VERIFIED" : "GAPS_FOUND";
  const criteria = [{ n: 1, met: gaps.length === 0, how: "read it" }];
  return say({ unit, verdict, criteria, gaps }, unit + (gaps.length === 0 ? "_VERIFIED" : "_GAPS:1"));
};
const work = async () => {
  if (parts[unit].blocked && !fs.existsSync(beside("key.txt")))
    return say({ unit, status: "blocked", did: "looked", remaining: "all of it", reason: "no key" }, "BLOCKED:no key");
  const now = said(unit);
  const next = /must say three/.test(brief) ? "three" : /must say two/.test(brief) ? "two" : now === "none" ? "one" : now;
  if (next !== now) {
    fs.writeFileSync(unit + ".txt", next + "\\n");
    await at("changed");
    await git("add", unit + ".txt");
    await git("commit", "-qm", "feat(add-login): " + unit + " says " + next, "--", unit + ".txt");
    await at("committed");
    fs.appendFileSync(".claude/iterative/add-login/progress.md", "\\n## " + unit + " - Iteration 9 - now\\n**Did:** said " + next + "\\n**Remaining:** None\\n**Signal:** " + unit + "_DONE\\n");
  }
  return say({ unit, status: "done", did: next === now ? "looked: nothing was left" : "said " + next, remaining: "None" }, unit + "_DONE");
};
const run = async () => {
  await at("launched");
  await (/^# (Review|Verify) /.test(brief) ? judge() : work());
  await at("signalled");
};
run();
`;
