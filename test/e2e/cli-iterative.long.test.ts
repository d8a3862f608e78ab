// Tests of iterative by the command line: gates, judgement, archive, with real processes and git.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isRecord } from "../../src/core/record.ts";
import { at, type Desk, desk, hostsWithin } from "./desk.ts";

hostsWithin();

/** Plays every role by what its brief begins with. `LOG` (beside the repository) keeps briefs and counts passes. */
const agent = `
const fs = require("node:fs");
const { execFileSync } = require("node:child_process");
const brief = fs.readFileSync(0, "utf8");
const log = process.argv[2] + "/log/";
fs.writeFileSync(log + process.env.CAIRN_JOB.replace(/\\W/g, "-"), brief + JSON.stringify(Object.keys(process.env).sort()));
const plan = JSON.parse(fs.readFileSync("plan.json", "utf8"));
const nth = (key) => fs.readdirSync(log).filter((name) => name.startsWith(key + "-")).length;
const commit = (subject, ...files) => { execFileSync("git", ["add", ...files]); execFileSync("git", ["commit", "-qm", subject, "--", ...files]); };
const say = (report, signal) => console.log("Here it is.\\n\\n<signal>" + signal + "</signal>\\n\\n\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`");
const unit = /^# (?:Verify )?([A-Z]\\d+):/.exec(brief)?.[1];
if (brief.startsWith("# Brief for")) say({ brief: plan.brief }, "NONE");
else if (brief.startsWith("# Plan ")) say({ units: plan.units }, "NONE");
else if (brief.startsWith("# Review ")) say({ verdict: "REVIEW_PASS", checked: "all of it", issues: [] }, "REVIEW_PASS");
else if (brief.startsWith("# Verify ")) say({ unit, verdict: "VERIFIED", criteria: [{ n: 1, met: true, how: "read it" }], gaps: [] }, unit + "_VERIFIED");
else {
  const step = (plan.steps[unit] ?? [])[nth(unit) - 1] ?? {};
  for (const [file, text] of Object.entries(step.files ?? {})) { fs.mkdirSync(require("node:path").dirname(file), { recursive: true }); fs.writeFileSync(file, text); }
  if (step.commit) commit("feat(add-login): " + step.commit, ...Object.keys(step.files));
  if (step.entry) fs.appendFileSync(".claude/iterative/add-login/progress.md", step.entry);
  const status = step.status ?? "done";
  say({ unit, status, did: step.did ?? "looked: nothing was left", remaining: step.remaining ?? "None", reason: step.reason ?? null }, status === "done" ? unit + "_DONE" : "NONE");
}
`;
const gate = `process.exit(require("node:fs").readFileSync("a.txt", "utf8").includes("broken") ? 1 : 0);`;

type Step = Readonly<Record<string, unknown>>;
type Plan = {
  readonly units: readonly Step[];
  readonly steps: Readonly<Record<string, readonly Step[]>>;
};
const unit = (id: string, more: Step = {}): Step => ({
  id,
  title: `Write ${id}`,
  criteria: [`${id} says two`],
  max: 3,
  ...more,
});

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync("git", [...args], { cwd: root, encoding: "utf8" }).trim();

const shop = (t: TestContext, plan: Plan, settings: Step = {}): Desk => {
  const made = desk(t, { "agent.cjs": agent, "gate.cjs": gate, "a.txt": "none\n" });
  const { root } = made;
  for (const words of ["user.email ana@example.org", "user.name Ana"])
    git(root, "config", ...words.split(" "));
  const brief = { title: "Add login", outcome: "people log in", done_when: ["all say two"] };
  writeFileSync(join(root, "plan.json"), JSON.stringify({ brief, ...plan }));
  mkdirSync(join(made.folder, "log"));
  const gates = [{ name: "tests", argv: [process.execPath, "gate.cjs"] }];
  const config = {
    agents: { bot: { driver: "command", argv: [process.execPath, "agent.cjs", made.folder] } },
    roles: { "*": "bot" },
    fence: { writes: [join(made.folder, "log")] },
    iterative: { gates, test_pass: "off", ...settings },
  };
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));
  git(root, "add", ".");
  git(root, "commit", "--allow-empty", "-qm", "begin");
  return made;
};

const approved = async (here: Desk): Promise<void> => {
  const first = await here.ends(3, 'run iterative "Add login by email" --slug add-login --json');
  assert.equal(at(first.json(), "waiting", 0, "key"), "plan-1");
  await here.ends(0, "decide add-login plan approve");
};
const events = async (here: Desk, run = "add-login"): Promise<readonly string[]> => {
  const { out } = await here.cairn(["log", run, "--json"]);
  return out
    .trim()
    .split("\n")
    .map((line): string => {
      const row: unknown = JSON.parse(line);
      return isRecord(row) ? String(row["type"]) : "";
    });
};
const count = (all: readonly string[], type: string): number =>
  all.filter((one) => one === type).length;
const folder = ({ root }: Desk): string => join(root, ".claude/iterative/add-login");
const stateOf = (here: Desk, path = folder(here)): unknown =>
  JSON.parse(readFileSync(join(path, "state.json"), "utf8"));
const sent = ({ folder: top }: Desk, job: string): string =>
  readFileSync(join(top, "log", job), "utf8");

test("two units from the request to the archive: a confirmation that finds work, gates, judgement, review", async (t) => {
  const here = shop(t, {
    units: [unit("T1", { files: ["a.txt"] }), unit("T2", { files: ["b.txt"], depends: ["T1"] })],
    steps: {
      T1: [
        {
          files: { "a.txt": "one\n" },
          commit: "a",
          did: "wrote a",
          entry:
            "## T1 - Iteration 7 - now\n**Did:** wrote a\n**Remaining:** None\n**Signal:** T1_DONE\n",
        },
        { files: { "a.txt": "two\n" }, commit: "two", did: "mended a" },
      ],
      T2: [{ files: { "b.txt": "two\n" }, did: "wrote b" }],
    },
  });
  await approved(here);
  await here.ends(0, "run add-login");
  const [name = ""] = readdirSync(join(here.root, ".claude/iterative/archive"));
  assert.match(name, /^add-login-\d{8}$/u);
  const state = stateOf(here, join(here.root, ".claude/iterative/archive", name));
  assert.deepEqual(
    [
      at(state, "phase"),
      at(state, "tasks", "T1", "status"),
      at(state, "tasks", "T1", "iterations_used"),
      at(state, "tasks", "T1", "confirmations_used"),
    ],
    ["complete", "done", 1, 2],
  );
  assert.equal(existsSync(folder(here)), false);
  const all = await events(here);
  assert.deepEqual(
    [
      "WorkFound",
      "WorkConfirmed",
      "UnitSettled",
      "GateRun",
      "VerdictGiven",
      "ReviewGiven",
      "DeliveryApproved",
    ].map((type) => count(all, type)),
    [1, 2, 2, 6, 2, 1, 1],
  );
  const [first, ...confirmations] = ["T1-1", "T1-2", "T1-3"].map((job) => sent(here, job));
  for (const confirmation of confirmations) assert.equal(confirmation, first);
  const [branch = ""] = git(
    here.root,
    "branch",
    "--list",
    "--format=%(refname:short)",
    "cairn/*",
  ).split("\n");
  assert.deepEqual(
    git(here.root, "log", "--no-merges", "--format=%s", `HEAD..${branch}`).split("\n"),
    ["Write T2", "Write T1"],
  );
  assert.match(git(here.root, "log", "-1", "--format=%B", branch), /^Cairn-Unit: T2$/mu);
  const progress = readFileSync(
    join(here.root, ".claude/iterative/archive", name, "progress.md"),
    "utf8",
  );
  assert.deepEqual(
    progress.match(/^## T1 - .*(?= - )/gmu),
    ["Iteration 1", "Confirmation 1", "Confirmation 2", "Verification 1"].map(
      (kind) => `## T1 - ${kind}`,
    ),
  );
  const evidence = await here.cairn("evidence add-login --json");
  assert.equal(at(evidence.json(), "criteria", 0, "status"), "proved");
  await here.ends(0, "verify add-login");
  await here.cairn("archive --back add-login");
  const back = await here.cairn("resume add-login --to T1 --reason anew --yes");
  assert.match(
    back.out,
    /unit reopened {2}T1: anew; its commits, newest first: \w{7}: feat\(add-login\): two, \w{7}: feat\(add-login\): a\nunit reopened {2}T2: it rests on T1: anew;/u,
  );
});

test("a red gate goes back to work; one unit's last pass and another that is blocked make questions, which a person answers", async (t) => {
  const here = shop(t, {
    units: [
      unit("T1", { files: ["a.txt"], max: 1 }),
      unit("T2", { files: ["b.txt"] }),
      unit("T3", { files: ["c.txt"] }),
    ],
    steps: {
      T1: [
        { files: { "a.txt": "broken\n" }, commit: "a", did: "wrote a" },
        { files: { "a.txt": "two\n" }, did: "mended a" },
      ],
      T2: [{ status: "blocked", reason: "no key" }],
      T3: [{ files: { "c.txt": "two\n" }, did: "wrote c" }],
    },
  });
  await approved(here);
  const stuck = await here.ends(3, "run add-login --json");
  assert.deepEqual(
    [0, 1].map((nth) => at(stuck.json(), "waiting", nth, "key")),
    ["unit-T1-1", "unit-T2-1"],
  );
  const [one, two, three] = ["T1", "T2", "T3"].map((id) => at(stateOf(here), "tasks", id));
  assert.deepEqual(
    [at(one, "status"), at(two, "reason"), at(three, "status")],
    ["timeout", "no key", "done"],
    "others go on",
  );
  const shown = await here.cairn("status --state add-login T1 --json");
  assert.equal(at(shown.json(), "stage"), "stuck");
  assert.match((await here.cairn("status --state add-login T9")).err, /UNIT_UNKNOWN[^]*T1/u);
  assert.match(
    readFileSync(join(folder(here), "progress.md"), "utf8"),
    /## T1 - Gate 1 - [^]*tests/u,
  );
  await here.ends(2, "decide add-login T1 raise");
  await here.ends(0, "decide add-login T1 raise --n 3");
  await here.ends(2, "decide add-login T2 accept --note x");
  const pasted = await here.cairn("decide add-login T2 drop --note WHY");
  assert.match(pasted.err, /REASON_MISSING: WHY only stands for a reason/u);
  await here.ends(0, 'decide add-login T2 drop --note "not now"');
  await here.ends(0, "run add-login");
  assert.match(sent(here, "T1-2"), /Iteration 2 of 4/u);
  assert.equal(count(await events(here), "UnitStuck"), 2);
});

test("knowledge in a folder without git: the template's units, outputs in the run's folder, stubs red", async (t) => {
  const [run, words] = [".claude/iterative/add-login", `${"word ".repeat(60)}\n`];
  const names = ["drafts/outline", "drafts/draft-v1", "drafts/draft-v2", "outputs/final"];
  const write = (name: string, text = words) => ({ files: { [`${run}/${name}.md`]: text } });
  const steps = Object.fromEntries(
    names.map((name, at) => [
      `D${at + 1}`,
      [...(at === 0 ? [write(name, "# TODO\n")] : []), write(name)],
    ]),
  );
  const here = shop(t, { units: [], steps }, { gates: [], planner: "template" });
  rmSync(join(here.root, ".git"), { recursive: true });
  await here.ends(3, 'run iterative "Write a guide" --slug add-login --json');
  await here.ends(0, "decide add-login plan approve");
  await here.ends(0, "run add-login");
  const archive = join(here.root, ".claude/iterative/archive");
  assert.equal(
    readFileSync(join(archive, readdirSync(archive)[0] ?? "", "outputs/final.md"), "utf8"),
    words,
  );
  assert.equal(existsSync(join(here.root, ".cairn")), true);
  assert.equal(count(await events(here), "UnitSettled"), 4);
});
