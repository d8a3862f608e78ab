// A project's roles in places of their own: documents and stories land on its branch, and the checkout stays as it was.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, type Desk, hostsWithin } from "./desk.ts";
import { auto, check, envOf, git, shop } from "./stigmergy-shop.ts";

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
const branchOf = (here: Desk): string =>
  git(here, "for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
const landings = (here: Desk): readonly string[] =>
  git(here, "log", "--reverse", "--first-parent", "--format=%s", `HEAD..${branchOf(here)}`)
    .trim()
    .split("\n");
const filesOn = (here: Desk): readonly string[] =>
  git(here, "ls-tree", "-r", "--name-only", branchOf(here)).trim().split("\n");

test("documents and stories land one after the other, up to the last; the checkout stays as it was", async (t) => {
  const here = shop(t);
  const before = checkoutOf(here);
  const done = await here.cairn(auto, envOf(here));
  assert.equal(done.exit, 0, done.out + done.err);
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
  assert.equal(git(here, "show", `${branchOf(here)}:README.md`), "a shop\n");
  assert.match(
    git(here, "log", "-1", "--format=%B", branchOf(here)),
    /Cairn-Run: \S+\nCairn-Unit: 1\.2\n/u,
  );
  const verified = await here.cairn(["verify", ".ai"], envOf(here));
  assert.equal(verified.exit, 0, verified.out + verified.err);
  assert.equal(existsSync(join(here.root, "docs")), false);
  const status = await here.cairn(["status", ".ai"], envOf(here));
  assert.doesNotMatch(status.out, /checks go by what was changed/u);
});

const write = (path: string, text: string) => ({ write: { path, text } });
const done = { report: { outcome: "done", summary: "did it" } };

test("a role that hands in its report while it is at work is judged by what lies in its place", async (t) => {
  const cairn = `"${process.execPath}" "${join(import.meta.dirname, "../../bin/source.cjs")}"`;
  const hands = `${cairn} job report --data '${JSON.stringify(done.report)}' >> docs/brief.md 2>&1`;
  const own = {
    "brief-1": [write("docs/brief.md", "# Brief\n\nSell plants.\n"), { run: ["sh", "-c", hands] }],
  };
  const here = shop(t, { stories: ["1.1"], own });
  const ended = await here.cairn(auto, envOf(here));
  assert.equal(ended.exit, 0, ended.out + ended.err);
  assert.match(
    git(here, "show", `${branchOf(here)}:docs/brief.md`),
    /Sell plants\.\n(?:.*\n)*handed in; /u,
  );
});

test("what two developers leave side by side is joined, a conflict is the second's to mend, and both land together", async (t) => {
  const work = (id: string, ms: number) => [
    { sleep: ms },
    write(`src/${id}.txt`, "good\n"),
    write("src/names.txt", `good\n${id}\n`),
    done,
  ];
  const here = shop(t, {
    settings: { concurrency: 2 },
    own: {
      "work-1.1-1": work("1.1", 500),
      "work-1.2-1": work("1.2", 4_000),
      mend: [write("src/names.txt", "good\n1.1\n1.2\n"), done],
    },
  });
  const before = checkoutOf(here);
  const run = await here.cairn(auto, envOf(here));
  assert.equal(run.exit, 0, run.out + run.err);
  assert.deepEqual(checkoutOf(here), before);
  assert.match(
    run.out,
    / again +project conflicts in src\/names\.txt; its agent mends it \(1 of 3\)\n[^]* begins +mend-[^]* lands +project /u,
  );
  assert.equal(git(here, "show", `${branchOf(here)}:src/names.txt`), "good\n1.1\n1.2\n");
  const subjects = landings(here);
  assert.equal(subjects.at(-1), "1.1, 1.2: Seed shop");
  assert.ok(filesOn(here).includes("src/1.1.txt") && filesOn(here).includes("src/1.2.txt"));
  const verified = await here.cairn(["verify", ".ai"], envOf(here));
  assert.equal(verified.exit, 0, verified.out + verified.err);
});

test("what fails its checks never lands, nor what a responder does about it, till it was shown", async (t) => {
  const bad = [write("src/1.1.txt", "bad\n"), done];
  const here = shop(t, { stories: ["1.1"], own: { "work-1.1-1": bad, "work-1.1-2": bad } });
  const run = await here.cairn(auto, envOf(here));
  assert.equal(run.exit, 0, run.out + run.err);
  assert.equal(at(stateOf(here), "issue_log", 0, "status"), "RESOLVED");
  const branch = branchOf(here);
  for (const commit of git(here, "log", "--first-parent", "--format=%H", branch).trim().split("\n"))
    assert.doesNotMatch(
      git(here, "ls-tree", "-r", commit, "src/") === ""
        ? ""
        : git(here, "show", `${commit}:src/1.1.txt`),
      /bad/u,
    );
  assert.equal(landings(here).at(-2), "Part 1.1");
  assert.equal(landings(here).at(-1), "epic 1: Seed shop");
});

test("an agent's edit of the state file in its place is its own, and what others keep beside it is nobody's work", async (t) => {
  const edit = `const fs = require("node:fs");
const state = JSON.parse(fs.readFileSync(".ai/state.json", "utf8"));
state.project_manifest.epics[0].stories[0].status = "AWAITING_VERIFICATION";
state.history.push({ agent_id: "james", signal: "STORY_IMPLEMENTATION_SUCCESS", summary: "1.1 is built", files_modified: ["src/1.1.txt"] });
fs.writeFileSync(".ai/state.json", JSON.stringify(state, null, 2) + "\\n");
fs.writeFileSync(".ai/rules.md", "mine now\\n");
fs.writeFileSync(".ai/new.md", "mine\\n");`;
  const own = {
    "work-1.1-1": [write("src/1.1.txt", "good\n"), { run: [process.execPath, "-e", edit] }],
  };
  const here = shop(t, { stories: ["1.1"], own });
  const before = checkoutOf(here);
  const run = await here.cairn(auto, envOf(here));
  assert.equal(run.exit, 0, run.out + run.err);
  assert.deepEqual(checkoutOf(here), before);
  assert.deepEqual(signals(here).slice(-7), [
    "james STORY_STARTED",
    "james STORY_IMPLEMENTATION_SUCCESS",
    "quinn STORY_QA_PASSED",
    "sarah STORY_VERIFIED_BY_PO",
    "olivia STORY_COMPLETE",
    "saul EPIC_COMPLETE",
    "saul PROJECT_COMPLETE",
  ]);
  assert.equal(git(here, "show", `${branchOf(here)}:.ai/rules.md`), "another program's\n");
  assert.ok(!filesOn(here).includes(".ai/new.md") && !filesOn(here).includes(".ai/state.json"));
  assert.match(run.err + run.out, /\.ai\/rules\.md of work-1\.1-1 isn't taken along/u);
});

test("a role that writes documents brings nothing else along", async (t) => {
  const own = {
    "brief-1": [
      write("docs/brief.md", "# Brief\n\nSell plants.\n"),
      write("src/0.txt", "bad\n"),
      done,
    ],
  };
  const here = shop(t, { stories: ["1.1"], own });
  const run = await here.cairn(auto, envOf(here));
  assert.equal(run.exit, 0, run.out + run.err);
  assert.ok(!filesOn(here).includes("src/0.txt") && filesOn(here).includes("docs/brief.md"));
  assert.match(
    run.err + run.out,
    /src of brief-1 isn't taken along: its job was to write elsewhere/u,
  );
});

test("what lands after the last story is checked on the final head: where that is red, a person is asked, and the run doesn't succeed", async (t) => {
  const here = shop(t, { stories: ["1.1"], settings: { audit: "always" } });
  const strict = `${check}if (fs.existsSync("docs/audits")) { console.log("an audit is there"); process.exit(1); }\n`;
  writeFileSync(join(here.root, "check.cjs"), strict);
  git(here, "commit", "--quiet", "-m", "strict", "check.cjs");
  const run = await here.cairn(auto, envOf(here));
  assert.equal(run.exit, 3, run.out + run.err);
  assert.equal(landings(here).at(-1), "epic 1: Seed shop");
  assert.match(run.out, /this fails that was green before:[^]*an audit is there/u);
  const [, key = ""] = /cairn decide \S+ (final-red-\S+) fail/u.exec(run.out) ?? [];
  assert.equal((await here.cairn(["decide", ".ai", key, "again"], envOf(here))).exit, 0);
  const again = await here.cairn(["run"], envOf(here));
  assert.equal(again.exit, 3, again.out + again.err);
  assert.equal((await here.cairn(["decide", ".ai", key, "fail"], envOf(here))).exit, 0);
  const over = await here.cairn(["run"], envOf(here));
  assert.equal(over.exit, 4, over.out + over.err);
  assert.match(over.out, /on the final head this fails: the final head/u);
  const verified = await here.cairn(["verify", ".ai"], envOf(here));
  assert.equal(verified.exit, 0, verified.out + verified.err);
});

test("a pinned document that a developer changes in his place is noticed before it lands, and a person decides", async (t) => {
  const own = {
    "work-1.1-1": [
      write("src/1.1.txt", "good\n"),
      write("docs/architecture.md", "# Another\n"),
      done,
    ],
  };
  const here = shop(t, { own });
  const run = await here.cairn([...auto, "--json"], envOf(here));
  assert.equal(run.exit, 3, run.out + run.err);
  assert.match(String(at(run.json(), "waiting", 0, "key")), /^drift-docs\/architecture\.md-/u);
  assert.equal(git(here, "show", `${branchOf(here)}:docs/architecture.md`), "# Architecture\n");
  assert.equal(
    (await here.cairn(["decide", "docs/architecture.md", "accept"], envOf(here))).exit,
    0,
  );
  const last = await here.cairn(["run"], envOf(here));
  assert.equal(last.exit, 0, last.out + last.err);
  assert.equal(git(here, "show", `${branchOf(here)}:docs/architecture.md`), "# Another\n");
});
