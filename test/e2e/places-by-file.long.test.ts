// Whoever tells of his work by the run's files alone worked in the user's checkout: what lies there lands on proof.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { at, desk } from "./desk.ts";
import { auto, criterion, envOf, git, shop } from "./places-shop.ts";

const tasks = [
  criterion("1", "test -e one.txt"),
  { ...criterion("2", "test -e two.txt"), blocked_by: ["1"] },
];

test("ultrawork: tasks are claimed and told as done in their files, and land; one whose check is red doesn't", async (t) => {
  const here = shop(t, {}, tasks);
  const go = (...words: readonly string[]) => here.cairn(words, envOf(here));
  await go(...auto, "--hand");
  const file = (task: string): string =>
    join(here.folder, `sessions/shop/sessions/s/tasks/${task}.json`);
  const read = (task: string) => JSON.parse(readFileSync(file(task), "utf8"));
  const edit = (task: string, change: object): void =>
    writeFileSync(file(task), JSON.stringify({ ...read(task), ...change }));
  const landed = (): string =>
    git(
      here,
      "log",
      "--format=%s",
      "--first-parent",
      git(here, "branch", "--list", "--format=%(refname)", "cairn/*").trim(),
    );

  edit("1", { status: "resolved", worker_agent_id: "eve" });
  await go("run", "s", "--hand");
  assert.equal(read("1").status, "open", "nothing was there");
  edit("1", { status: "in_progress", worker_agent_id: "eve" });
  await go("status", "s");
  writeFileSync(join(here.root, "one.txt"), "1\n");
  edit("1", { status: "resolved" });
  const driven = await go("run", "s", "--hand");
  assert.equal(read("1").status, "resolved", driven.out + driven.err);
  assert.match(landed(), /^Task 1$/mu);
  writeFileSync(join(here.root, "two.txt"), "2\n");
  edit("2", { status: "resolved", worker_agent_id: "eve" });
  await go("run", "s", "--hand");
  assert.match(landed(), /^Task 2\nTask 1$/mu);
  assert.deepEqual(git(here, "status", "--short").trim().split("\n"), [
    "M README.md",
    "?? notes.txt",
    "?? one.txt",
    "?? two.txt",
  ]);
});

const history = (agent: string, signal: string, summary: string) => ({
  timestamp: new Date().toISOString(),
  agent_id: agent,
  signal,
  summary,
  files_modified: [],
});
const planned = {
  "docs/prd.md": "# Requirements\n",
  "docs/architecture.md": "One page.\n",
  "docs/architecture/coding-standards.md": "Short.\n",
  "docs/architecture/qa-protocol.md": "# QA\n\n## Tests\n\n- **Command:** `test -e src/1.1.txt`\n",
};

test("stigmergy: every role works in the checkout and tells of it in state.json; reviews are claimed, and the project ends proved", async (t) => {
  const here = desk(t, { "README.md": "a shop\n" });
  git(here, "add", "--all");
  git(here, "commit", "--quiet", "--allow-empty", "-m", "a shop");
  const go = (...words: readonly string[]) => here.cairn(words, envOf(here));
  const put = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(here.root, path)), { recursive: true });
      writeFileSync(join(here.root, path), text);
    }
  };
  const state = join(here.root, ".ai/state.json");
  const read = () => JSON.parse(readFileSync(state, "utf8"));
  const turn = async (
    agent: string,
    signal: string,
    by: (file: ReturnType<typeof read>) => void,
  ): Promise<void> => {
    const file = read();
    by(file);
    file.system_signal = signal;
    file.history.push(history(agent, signal, `${agent} did ${signal}`));
    writeFileSync(state, JSON.stringify(file));
    const looked = await go("run", "--hand");
    assert.doesNotMatch(looked.out + looked.err, /EDIT_REFUSED|refused/u, `${agent} ${signal}`);
  };
  assert.equal((await go("run", "--later", "stigmergy", "Sell plants", "--name", "Shop")).exit, 0);
  await go("run", "--hand");
  put({ "docs/brief.md": "Sell plants.\n" });
  await turn("mary", "BRIEF_COMPLETE", (file) => void (file.project_status = "NEEDS_PLANNING"));
  put(planned);
  await turn("john", "MANIFEST_COMPLETE", (file) => {
    const story = { story_id: "1.1", title: "List", status: "PENDING" };
    file.project_manifest.epics = [
      { epic_id: 1, title: "Shop", status: "PENDING", stories: [story] },
    ];
  });
  await turn(
    "winston",
    "BLUEPRINT_COMPLETE",
    (file) => void (file.project_status = "READY_FOR_EXECUTION"),
  );
  const passed = await go("decide", "blueprint", "approve");
  assert.equal(passed.exit, 0, passed.err);
  const story = (file: ReturnType<typeof read>) => file.project_manifest.epics[0].stories[0];
  put({
    "docs/stories/1.1.story.md": "# Story 1.1: List\n\n## Acceptance Criteria\n\n- it is there\n",
  });
  await turn("bob", "STORY_CREATED", () => undefined);
  await turn("james", "STORY_STARTED", (file) => void (story(file).status = "IN_PROGRESS"));
  put({ "src/1.1.txt": "made\n" });
  await turn(
    "james",
    "STORY_IMPLEMENTATION_SUCCESS",
    (file) => void (story(file).status = "AWAITING_VERIFICATION"),
  );
  const claimed = (await go("job", "claim", "1.1", "--as", "sarah", "--json")).json();
  assert.equal(readFileSync(join(String(at(claimed, "place")), "src/1.1.txt"), "utf8"), "made\n");
  const verdicts = [{ n: 1, met: true, how: "read it" }];
  const judged = await go(
    "job",
    "report",
    "--token",
    String(at(claimed, "token")),
    "--data",
    JSON.stringify({ outcome: "done", summary: "good", verdicts }),
  );
  assert.equal(judged.exit, 0, judged.err);
  const ended = await go("run", "--hand");
  assert.equal(ended.exit, 0, ended.out + ended.err);
  assert.equal(read().project_status, "PROJECT_COMPLETE");
  assert.match((await go("merge")).out, /src\/1\.1\.txt|merged/u);
});

test("iterative: passes are begun and ended by the files; agreement is claimed, and the run ends proved", async (t) => {
  const here = desk(t, { "a.txt": "none\n" });
  const go = (...words: readonly string[]) => here.cairn(words, envOf(here));
  const program =
    "process.exit(require('node:fs').readFileSync('a.txt', 'utf8') === 'two\\n' ? 0 : 1)";
  const gates = [{ name: "tests", argv: [process.execPath, "-e", program] }];
  writeFileSync(
    join(here.root, "cairn.config.json"),
    JSON.stringify({
      iterative: { test_pass: "off", interviewer: "hand", planner: "hand", gates },
    }),
  );
  git(here, "add", "--all");
  git(here, "commit", "--quiet", "--allow-empty", "-m", "begin");
  await go(
    "run",
    "--later",
    "iterative",
    "Add login",
    "--slug",
    "add-login",
    "--done-when",
    "it says two",
  );
  const units = [
    { id: "T1", title: "Write T1", criteria: ["a.txt says two"], files: ["a.txt"], max: 3 },
  ];
  await go("send", "add-login", "ProposePlan", "--data", JSON.stringify({ units }));
  await go("decide", "add-login", "plan", "approve");
  await go("run", "add-login", "--hand");
  const file = (name: string): string => join(here.root, ".claude/iterative/add-login", name);
  const text = (name: string): string => readFileSync(file(name), "utf8");
  writeFileSync(
    file("state.json"),
    text("state.json").replace('"status": "pending"', '"status": "in_progress"'),
  );
  await go("status", "add-login");
  writeFileSync(join(here.root, "a.txt"), "two\n");
  writeFileSync(
    file("progress.md"),
    `${text("progress.md")}\n## T1 - Iteration 1 - now\n**Did:** wrote it\n**Remaining:** None\n**Signal:** T1_DONE\n`,
  );
  await go("run", "add-login", "--hand");
  assert.match(text("state.json"), /"status": "confirming"/u);
  const says = {
    worker: { unit: "T1", status: "done", did: "looked: nothing was left", remaining: "" },
    verifier: {
      unit: "T1",
      verdict: "VERIFIED",
      criteria: [{ n: 1, met: true, how: "read it" }],
      gaps: [],
    },
    reviewer: { verdict: "REVIEW_PASS", issues: [] },
  };
  for (const [name, role] of [
    ["kim", "worker"],
    ["lea", "verifier"],
    ["mia", "reviewer"],
  ] as const) {
    const job = String(
      at((await go("status", "--next", "add-login", "--json")).json(), "jobs", 0, "key"),
    );
    const held = await go("job", "claim", "add-login", job, "--as", name, "--json");
    assert.equal(
      readFileSync(join(String(at(held.json(), "place")), "a.txt"), "utf8"),
      "two\n",
      `${role} ${held.err}`,
    );
    const told = await go(
      "job",
      "report",
      "add-login",
      "--token",
      String(at(held.json(), "token")),
      "--data",
      JSON.stringify(says[role]),
    );
    assert.equal(told.exit, 0, told.err);
    await go("run", "add-login", "--hand");
  }
  const ended = await go("run", "add-login", "--hand");
  assert.equal(ended.exit, 0, ended.out + ended.err);
  assert.match(ended.out, /1 of 1 unit done; [^\n]*, 1 file; /u);
  assert.doesNotMatch(ended.out, /nothing was changed/u);
});
