// A project's roles in places of their own: documents and stories land on its branch, and the checkout stays as it was.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { at, type Desk, hostsWithin } from "./desk.ts";
import { auto, shop } from "./stigmergy-shop.ts";
import { branchOf, git } from "./ground.ts";

hostsWithin();

const filesIn = (folder: string, below = ""): readonly string[] =>
  readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === "" ? name : `${below}/${name}`;
    return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : [path];
  });
/** All that a user has in the checkout, by its bytes, git's index and HEAD with it; the state file apart. */
const checkoutOf = ({ root }: Desk): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ".git/HEAD",
      ".git/index",
      ...filesIn(root).filter(
        (path) => !/^\.(?:git|cairn)\//u.test(path) && path !== ".ai/state.json",
      ),
    ].map((path) => [path, readFileSync(join(root, path), "hex")]),
  );
const stateOf = ({ root }: Desk): unknown =>
  JSON.parse(readFileSync(join(root, ".ai/state.json"), "utf8"));
const signals = (here: Desk): readonly string[] => {
  const entries = at(stateOf(here), "history");
  return Array.isArray(entries)
    ? entries.map((entry) => `${String(at(entry, "agent_id"))} ${String(at(entry, "signal"))}`)
    : [];
};
const landings = (here: Desk): readonly string[] =>
  git(here, "log", "--reverse", "--first-parent", "--format=%s", `HEAD..${branchOf(here)}`)
    .trim()
    .split("\n");
const filesOn = (here: Desk): readonly string[] =>
  git(here, "ls-tree", "-r", "--name-only", branchOf(here)).trim().split("\n");

const write = (path: string, text: string) => ({ write: { path, text } });
const done = { report: { outcome: "done", summary: "did it" } };
/** Says by an edit of the state file in its place that its story is built, and meddles with what others keep there. */
const edit = `const fs = require("node:fs");
const state = JSON.parse(fs.readFileSync(".ai/state.json", "utf8"));
state.project_manifest.epics[0].stories[0].status = "AWAITING_VERIFICATION";
state.history.push({ agent_id: "james", signal: "STORY_IMPLEMENTATION_SUCCESS", summary: "1.1 is built", files_modified: ["src/1.1.txt"] });
fs.writeFileSync(".ai/state.json", JSON.stringify(state, null, 2) + "\\n");
fs.writeFileSync(".ai/rules.md", "mine now\\n");
fs.writeFileSync(".ai/new.md", "mine\\n");`;

test("documents and stories land one after the other, up to the last, and nothing else: the checkout, other folders and others' files stay as they were", async (t) => {
  const cairn = `"${process.execPath}" "${builtLauncher()}"`;
  // Handed in while it is at work, it is judged by what lies in its place.
  const hands = `${cairn} job report --data '${JSON.stringify(done.report)}' >> docs/brief.md 2>&1`;
  const brief = [write("docs/brief.md", "# Brief\n\nSell plants.\n"), write("src/0.txt", "bad\n")];
  const own = {
    "brief-1": [...brief, { run: ["sh", "-c", hands] }],
    "work-1.1-1": [write("src/1.1.txt", "good\n"), { run: [process.execPath, "-e", edit] }],
  };
  const here = shop(t, { own });
  const before = checkoutOf(here);
  const run = await here.ends(0, auto);
  assert.equal(at(stateOf(here), "project_status"), "PROJECT_COMPLETE");
  assert.deepEqual(checkoutOf(here), before);
  assert.deepEqual(
    landings(here).map((subject) => subject.replace(/: Seed shop$/u, "")),
    ["brief", "prd", "architecture", "Part 1.1", "Part 1.1", "Part 1.2", "Part 1.2"],
  );
  assert.deepEqual(filesOn(here), [
    ".ai/rules.md",
    ".gitignore",
    "README.md",
    "check.cjs",
    "docs/architecture.md",
    "docs/architecture/coding-standards.md",
    "docs/architecture/qa-protocol.md",
    "docs/brief.md",
    "docs/prd.md",
    "docs/stories/1.1.story.md",
    "docs/stories/1.2.story.md",
    "src/1.1.txt",
    "src/1.2.txt",
  ]);
  const landed = (path: string): string => git(here, "show", `${branchOf(here)}:${path}`);
  assert.deepEqual(
    [landed("README.md"), landed(".ai/rules.md")],
    ["a shop\n", "another program's\n"],
  );
  assert.match(landed("docs/brief.md"), /Sell plants\.\n(?:.*\n)*handed in; /u);
  assert.match(
    git(here, "log", "-1", "--format=%B", branchOf(here)),
    /Cairn-Run: \S+\nCairn-Unit: 1\.2\n/u,
  );
  const told = signals(here);
  const began = told.indexOf("james STORY_STARTED");
  assert.deepEqual(told.slice(began, began + 5), [
    "james STORY_STARTED",
    "james STORY_IMPLEMENTATION_SUCCESS",
    "quinn STORY_QA_PASSED",
    "sarah STORY_VERIFIED_BY_PO",
    "olivia STORY_COMPLETE",
  ]);
  assert.match(
    run.err + run.out,
    /src of brief-1 isn't taken along: its job was to write elsewhere/u,
  );
  assert.match(run.err + run.out, /\.ai\/rules\.md of work-1\.1-1 isn't taken along/u);
  await here.ends(0, "verify .ai");
  assert.equal(existsSync(join(here.root, "docs")), false);
  assert.doesNotMatch((await here.ends(0, "status .ai")).out, /checks go by what was changed/u);
});
