// Ralph's work under kills: three stories, of which one is stuck until a person has it tried again.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../src/core/json/record.ts";
import { childEnv } from "../fixtures/shop/child.ts";
import { fenced } from "../fixtures/fenced.ts";
import type { Texts } from "./alike.ts";
import { envOf, type Ground } from "./ground.ts";
import { notesIn, ralphHands, withoutHands } from "./ralph-hands.ts";
import { doubles, type Work } from "./work.ts";

/** The worker of a story gets it right at this launch, lost ones among them. */
const tries = { "US-001": 1, "US-002": 3, "US-003": 1 };
/** So many before a person is asked: US-002 is stuck once. */
const most = 2;
const agent = (launches: string): string => `import { appendFileSync, readFileSync } from "node:fs";
const [launches, tries] = ${JSON.stringify([launches, tries])};
const lines = () => readFileSync(launches, "utf8").split("\\n").filter((line) => line !== "").map((line) => JSON.parse(line));
export const steps = ({ role, unit, job }) => {
  appendFileSync(launches, JSON.stringify({ job, mark: process.env.CAIRN_MARK, role, unit }) + "\\n");
  // Long enough for a kill to meet it at work.
  const wait = { sleep: 400 };
  if (role !== "worker") return [wait, { report: { judgements: [{ criterion: 1, met: true, note: "seen" }] } }];
  const nth = lines().filter((line) => line.role === role && line.unit === unit).length;
  const text = nth < tries[unit] ? "wrong\\n" : "right\\n";
  return [wait, { write: { path: "src/" + unit + ".txt", text } }, { report: { status: "done", summary: "wrote " + unit } }];
};
`;
const check = `const { readdirSync, readFileSync, existsSync } = require("node:fs");
const names = existsSync("src") ? readdirSync("src") : [];
const bad = names.filter((name) => readFileSync("src/" + name, "utf8") !== "right\\n");
console.log(names.length + " files, not right: " + bad.join(", "));
process.exitCode = bad.length;
`;

const layOut = (program: string, under: string): Promise<Ground> => {
  const folder = realpathSync(mkdtempSync(join(under, "cairn-ralph-")));
  const root = join(folder, "shop");
  const launches = join(fenced(folder), "launches.jsonl");
  const script = join(folder, "agent.mjs");
  const agents = { bot: { driver: "scripted", argv: [script] } };
  mkdirSync(root);
  for (const [path, text] of [
    [script, agent(launches)],
    [launches, ""],
    [join(root, "check.cjs"), check],
    [join(root, "cairn.config.json"), JSON.stringify({ agents, roles: { "*": "bot" } })],
  ] as const)
    writeFileSync(path, text);
  const git = (...argv: readonly string[]): unknown => execFileSync("git", argv, { cwd: root });
  git("-c", "init.defaultBranch=main", "init", "--quiet");
  for (const [name, value] of [
    ["user.name", "Ana"],
    ["user.email", "ana@example.invalid"],
    ["commit.gpgsign", "false"],
  ] as const)
    git("config", name, value);
  git("add", ".");
  git("commit", "--quiet", "--message", "A shop");
  const stage = { folder, root, home: join(root, "scripts/ralph"), env: childEnv(process.env) };
  return Promise.resolve({ ...stage, env: envOf(stage), program, launches });
};

export type RalphLaunch = { readonly job: string; readonly role: string; readonly unit: string };
const launched = ({ launches }: Ground): readonly RalphLaunch[] =>
  readFileSync(launches, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const read: unknown = JSON.parse(line);
      if (!isRecord(read)) throw new Error(`an agent wrote ${line}`);
      return { job: String(read["job"]), role: String(read["role"]), unit: String(read["unit"]) };
    });

/** By what a person sees: who was launched, which units the commits of the branch name, and what the progress file tells. */
export const ralphFindings = (
  launches: readonly RalphLaunch[],
  landed: readonly string[],
  progress: string,
  lost: number,
): readonly string[] => {
  const notes = notesIn(progress);
  const again = lost > 0 ? [] : doubles(launches.map(({ job }) => job));
  return [
    ...again.map((job) => `the agent of ${job} was launched twice`),
    ...Object.entries(tries).flatMap(([story, times]) => {
      const began = launches.filter(({ role, unit }) => role === "worker" && unit === story).length;
      const landings = landed.filter((unit) => unit === story).length;
      const own = notes.filter(({ unit }) => unit === story);
      const passes = own.filter(({ passed }) => passed).length;
      return [
        ...(landings === 1 ? [] : [`${story} landed ${landings} times`]),
        ...(passes === 1 ? [] : [`${story} passed ${passes} times, as its file tells`]),
        ...(began >= times && began <= times + lost
          ? []
          : [`${story} was begun ${began} times, and ${lost} agents were lost`]),
        // One that is killed before its first deed has left no launch.
        ...((lost > 0 ? own.length <= began + lost : own.length === times)
          ? []
          : [`${story} was begun ${began} times, its file tells of ${own.length}`]),
      ];
    }),
  ];
};
const judge: Work["judge"] = (_, lost, ground) => {
  const words = ["log", "--format=%(trailers:key=Cairn-Unit,valueonly)"];
  const landed = execFileSync("git", words, { cwd: ground.root, encoding: "utf8" });
  const progress = readFileSync(join(ground.home, "progress.txt"), "utf8");
  const units = landed.split("\n").map((line) => line.split(" ")[0] ?? "");
  return ralphFindings(launched(ground), units, progress, lost);
};

/** What two runs come to, whoever wrote beside them: times, commits and tries that failed are a run's own. */
const alike = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([path]) => path !== "refused.md")
      .map(([path, text]) => [path, withoutHands(path, text)]),
  );

export const ralphWork: Work = {
  name: "ralph",
  layOut,
  begin: () => [
    "run",
    "ralph",
    "Sell plants",
    "--story",
    "Cart: the cart is right",
    "--story",
    "Mail: the mail is right",
    "--story",
    "Page: the page is right",
    "--check",
    "node check.cjs",
    "--max-attempts",
    String(most),
    "--max-passes",
    "20",
  ],
  answer: (run, key) => ["decide", run, key, "retry"],
  phase: "complete",
  begun: null,
  judge,
  isAgents: () => false,
  isOutput: (path) => path === "ralph/prd.json" || path === "ralph/progress.txt",
  mostWrites: 150,
  beside: ralphHands,
  alike,
};
