// A shop that stigmergy builds, every role played by a script, and its checks.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { asTyped, type Desk, desk } from "./desk.ts";
import { configured, git, placesBeside } from "./ground.ts";

const prd = (stories: readonly string[]): string =>
  [
    "# PRD",
    "",
    "## Epic 1: Catalogue",
    "",
    ...stories.flatMap((id) => [`### Story ${id}: Part ${id}`, ""]),
  ].join("\n");
export const check = `
const fs = require("node:fs");
const names = fs.existsSync("src") ? fs.readdirSync("src") : [];
const bad = names.filter((name) => !fs.readFileSync("src/" + name, "utf8").startsWith("good\\n"));
if (bad.length > 0) { console.log("not good: " + bad.join(", ")); process.exit(1); }
`;
/** Plays every role; `own` says by job what is done instead. */
const script = (stories: readonly string[], own: Readonly<Record<string, unknown>>): string => `
import { readFileSync } from "node:fs";
const own = ${JSON.stringify(own)};
const write = (path, text) => ({ write: { path, text } });
const done = (more = {}) => ({ report: { outcome: "done", summary: "did it", ...more } });
export const steps = ({ role, unit, job }) => {
  const key = job.startsWith("mend-") ? "mend" : job;
  if (own[key] !== undefined) return own[key];
  if (role === "mary") return [write("docs/brief.md", "# Brief\\n\\nSell plants.\\n"), done()];
  if (role === "john") return [write("docs/prd.md", ${JSON.stringify(prd(stories))}), done()];
  if (role === "winston")
    return [
      write("docs/architecture.md", "# Architecture\\n"),
      write("docs/architecture/coding-standards.md", "# Standards\\n"),
      write("docs/architecture/qa-protocol.md", "# QA\\n\\n## Tests\\n\\n- **Command:** \`node check.cjs\`\\n"),
      done(),
    ];
  if (role === "bob") return [write("docs/stories/" + unit + ".story.md", "# Story " + unit + ": x\\n\\n## Acceptance Criteria\\n\\n- it is there\\n"), done()];
  if (role === "james") return [write("src/" + unit + ".txt", "good\\n"), done()];
  if (role === "sarah") return [done({ verdicts: [{ n: 1, met: true, how: "saw it" }] })];
  if (role === "dexter") return [done({ solution: "write good" })];
  return [write("docs/audits/epic-1.md", "# Audit\\n"), done()];
};
`;

type Shop = {
  readonly stories?: readonly string[];
  readonly own?: Readonly<Record<string, unknown>>;
  readonly settings?: object;
  readonly config?: object;
};
/** A repository with one commit, uncommitted changes, and another program's file in `.ai`. */
export const shop = (
  t: TestContext,
  { stories = ["1.1", "1.2"], own = {}, settings = {}, config = {} }: Shop = {},
): Desk => {
  const here = desk(t, {
    "README.md": "a shop\n",
    ".gitignore": ".cairn/\ncairn.config.json\n",
    "check.cjs": check,
  });
  const { root, folder } = here;
  mkdirSync(join(root, ".ai"));
  writeFileSync(join(root, ".ai/rules.md"), "another program's\n");
  writeFileSync(join(folder, "script.mjs"), script(stories, own));
  const agents = { scripted: { driver: "scripted", argv: [join(folder, "script.mjs")] } };
  configured({ root }, { agents, roles: { "*": "scripted" }, stigmergy: settings, ...config });
  git(here, "add", "--all");
  git(here, "commit", "--quiet", "--allow-empty", "-m", "a shop");
  writeFileSync(join(root, "README.md"), "a shop, changed\n");
  writeFileSync(join(root, "notes.txt"), "mine\n");
  placesBeside(t, { folder });
  return here;
};
export const envOf = ({ folder }: Desk) => ({ env: { CAIRN_PLACES: join(folder, "places") } });
export const auto = asTyped`run stigmergy "Sell rare houseplants" --name "Seed shop" --autonomy autonomous`;
