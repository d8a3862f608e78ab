// Runs in a folder that lies in no git repository: jobs work in places, and what is proved is written into the folder.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { unfenced } from "../fixtures/unfenced.ts";
import { type Desk, desk, hostsWithin } from "./desk.ts";
import { auto, criterion, report, type Steps } from "./places-shop.ts";
import { configured, git, placesBeside } from "./ground.ts";

hostsWithin();

const verify = { success_criteria: [{ criteria: "all hold", command: "test -e notes.md" }] };
const sh = (text: string) => ({ run: ["sh", "-ec", text] });

/** Two files, and two tasks one after the other; `second`: what the second's worker does. */
const folder = (t: TestContext, first: Steps, second: (root: string) => Steps): Desk => {
  const here = desk(t, { "notes.md": "one\n\n\n\ntwo\n", "mine.md": "mine\n" });
  rmSync(join(here.root, ".git"), { recursive: true });
  const judgements = [
    ...["1", "2"].map((task) => ({ task, criterion: 1, judgement: "met", note: "" })),
    { task: "verify", criterion: 1, judgement: "met", note: "" },
  ];
  const verdict = { verdict: "PASS", judgements, issues: [], notes: "" };
  const scenes = {
    "1": [...first, report("1")],
    "2": [...second(here.root), report("2")],
    verify: [{ report: verdict }],
  };
  const script = join(here.folder, "script.mjs");
  writeFileSync(
    script,
    `const scenes = ${JSON.stringify(scenes)};\nexport const steps = ({ unit }) => scenes[unit];\n`,
  );
  const tasks = [
    criterion("1", "grep -q ONE notes.md"),
    { ...criterion("2", "test -e new.md"), blocked_by: ["1"] },
  ];
  writeFileSync(join(here.folder, "plan.json"), JSON.stringify({ tasks, verify }));
  configured(here, {
    agents: { scripted: { driver: "scripted", argv: [script] } },
    roles: { "*": "scripted" },
  });
  placesBeside(t, here);
  unfenced(here.folder);
  return here;
};
const typed = ({ folder: top }: Desk) => ({ env: { CAIRN_PLACES: join(top, "places") } });
const words = auto.map((word) => (word === "plan.json" ? "../plan.json" : word));
const first: Steps = [{ write: { path: "notes.md", text: "ONE\n\n\n\ntwo\n" } }];
const made: Steps = [{ write: { path: "new.md", text: "new\n" } }];
const text = ({ root }: Desk, name: string): string => readFileSync(join(root, name), "utf8");

test("what is proved is written into the folder as it lands, and can be taken back; nothing else is changed there, and once it is a repository one fetch brings the commits", async (t) => {
  const here = folder(t, first, (root) => [sh(`grep -q ONE ${root}/notes.md`), ...made]);
  const done = await here.ends(0, words, typed(here));
  assert.match(
    done.out + done.err,
    /no git repository: what is proved is written into \S+\/shop at once/u,
  );
  assert.deepEqual(readdirSync(here.root).toSorted(), [
    ".cairn",
    "cairn.config.json",
    "mine.md",
    "new.md",
    "notes.md",
  ]);
  assert.deepEqual([text(here, "notes.md"), text(here, "new.md")], ["ONE\n\n\n\ntwo\n", "new\n"]);
  await here.ends(0, "verify", typed(here));
  await here.ends(0, "undo", typed(here));
  assert.equal(existsSync(join(here.root, "new.md")), false);
  await here.ends(0, "undo", typed(here));
  assert.equal(text(here, "notes.md"), "one\n\n\n\ntwo\n");
  await here.ends(0, "run s", typed(here));
  assert.equal(
    text(here, "notes.md"),
    "one\n\n\n\ntwo\n",
    "what was taken back isn't brought again by itself",
  );

  // A folder that becomes a repository afterwards has its runs' commits by one fetch.
  git(here, "init", "--quiet");
  git(here, "add", "--all");
  git(here, "commit", "-qm", "Begin");
  assert.match((await here.cairn("status", typed(here))).err, /^HOME_BEFORE_GIT: .*\n.*mv /u);
  renameSync(join(here.root, ".cairn"), join(here.root, ".git/cairn"));
  git(here, "fetch", "--quiet", ".git/cairn/git", "refs/cairn*:refs/cairn*");
  for (const verb of [["status"], ["diff", "s"], ["evidence", "s"], ["verify"]])
    await here.ends(0, verb, typed(here));
});

test("what its user changes meanwhile stays, and is joined where it can be", async (t) => {
  const edits = (root: string): Steps => [
    sh(`printf 'ONE\\n\\n\\n\\nTWO, mine\\n' > ${root}/notes.md; echo later > ${root}/later.md`),
  ];
  const here = folder(t, first, (root) => [
    ...edits(root),
    { write: { path: "notes.md", text: "ONE!\n\n\n\ntwo\n" } },
    ...made,
  ]);
  await here.ends(0, words, typed(here));
  assert.deepEqual(
    [text(here, "notes.md"), text(here, "later.md"), text(here, "new.md")],
    ["ONE!\n\n\n\nTWO, mine\n", "later\n", "new\n"],
  );
});

test("where both changed the same lines the user's stay, with what to do; a second run begins on what lies there", async (t) => {
  const edits = (root: string): Steps => [sh(`printf 'mine\\n' > ${root}/notes.md`)];
  const here = folder(t, first, (root) => [
    ...edits(root),
    { write: { path: "notes.md", text: "ONE, theirs\n" } },
    ...made,
  ]);
  const done = await here.ends(0, words, typed(here));
  assert.equal(text(here, "notes.md"), "mine\n");
  assert.match(
    done.err + done.out,
    /you changed lines of notes\.md that the run changed, too; yours stay/u,
  );
  assert.doesNotMatch(done.err + done.out, /git merge/u);
  writeFileSync(join(here.root, "notes.md"), "ONE\n\n\n\ntwo\n");
  await here.ends(0, "merge", typed(here));
  assert.deepEqual([text(here, "notes.md"), text(here, "new.md")], ["ONE, theirs\n", "new\n"]);
  writeFileSync(join(here.root, "notes.md"), "ONE, mine again\n");
  const again = await here.cairn([...words.slice(0, -1), "again"], typed(here));
  assert.match(again.out + again.err, /no git repository/u);
  await here.ends(0, "diff again", typed(here));
});
