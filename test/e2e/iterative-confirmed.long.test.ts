// Tests of forged confirmations and answers in iterative's files: refused and put back.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { asTyped, type Desk, desk, hostsWithin } from "./desk.ts";

hostsWithin();

const git = (root: string, ...args: readonly string[]): void =>
  void execFileSync("git", [...args], { cwd: root });

const folder = ".claude/iterative/add-login";
const file = ({ root }: Desk, name: string): string =>
  readFileSync(join(root, folder, name), "utf8");
const write = ({ root }: Desk, name: string, text: string): void =>
  writeFileSync(join(root, folder, name), text);
const report = (status: string): string =>
  JSON.stringify({ unit: "T1", status, did: "wrote it", remaining: "" });

/** One unit that nobody has worked on. */
const approved = async (t: TestContext): Promise<Desk> => {
  const here = desk(t, { "a.txt": "none\n" });
  const { root, ends } = here;
  git(root, "config", "user.email", "ana@example.org");
  git(root, "config", "user.name", "Ana");
  git(root, "config", "commit.gpgsign", "false");
  const gates = [{ name: "tests", argv: [process.execPath, "-e", "0"] }];
  const config = { iterative: { test_pass: "off", interviewer: "hand", planner: "hand", gates } };
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));
  git(root, "add", ".");
  git(root, "commit", "-qm", "begin");
  await ends(0, 'run --later iterative "Add login" --slug add-login --done-when "it says two"');
  const units = [
    { id: "T1", title: "Write T1", criteria: ["a.txt says two"], files: ["a.txt"], max: 2 },
  ];
  await ends(0, asTyped`send add-login ProposePlan --data ${JSON.stringify({ units })}`);
  await ends(0, "decide add-login plan approve");
  return here;
};

/** The command that a refusal names, as somebody would paste it. */
const pasted = (text: string): readonly string[] => {
  const [, line = ""] = /`cairn ([^`]+)`/u.exec(text) ?? [];
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(([, a, b, c]) => a ?? b ?? c ?? "");
};

test("a confirmation that the files tell of is none: refused, kept aside, put back, and the command that it names works", async (t) => {
  const here = await approved(t);
  const { root, cairn, ends } = here;
  const claimed = await ends(0, "job claim add-login T1#1 --as wim --json");
  const { token, place } = JSON.parse(claimed.out);
  writeFileSync(join(place, "a.txt"), "two\n");
  await ends(0, asTyped`job report add-login --token ${token} --data ${report("done")}`);
  await cairn("run add-login --hand");
  assert.match(file(here, "state.json"), /"status": "confirming"/u);

  const state = file(here, "state.json");
  const edited = state.replace(
    '"iterations_used": 1,',
    '"iterations_used": 1,\n      "confirmations_used": 1,',
  );
  assert.notEqual(edited, state);
  write(here, "state.json", edited);
  await cairn("status add-login");
  const refused = file(here, "refused.md");
  assert.match(refused, /a file edit never confirms/u);
  assert.equal(file(here, "state.json").includes("confirmations_used"), false, "put back");
  const kept = /\.git\/cairn\/refused\/\S+?(?=[`\s,;)])/u.exec(refused)?.[0] ?? "nowhere";
  assert.equal(readFileSync(join(root, kept), "utf8"), edited, "kept aside byte for byte");

  write(
    here,
    "progress.md",
    `${file(here, "progress.md")}\n## T1 - Iteration 1 - now\n**Did:** looked at all of it\n**Remaining:** None\n**Signal:** T1_DONE\n`,
  );
  await cairn("run add-login --hand");
  assert.match(file(here, "state.json"), /"status": "confirming"/u);
  const log = (await cairn("log add-login --json")).out;
  assert.equal(/"type":"WorkConfirmed"|"kind":"confirmation"/u.exec(log), null);
  assert.doesNotMatch((await cairn("evidence add-login")).out, /confirmed by/u);

  const next = pasted(refused);
  assert.deepEqual(next.slice(0, 4), ["job", "claim", "add-login", "T1#2"]);
  await ends(0, next);
});

test("a stuck unit is a person's to answer: state.json and tasks.md answer nothing, and the command that they are told shows the answers", async (t) => {
  const here = await approved(t);
  const { cairn, ends } = here;
  const units = [
    { id: "T2", title: "Write T2", criteria: ["b.txt says two"], files: ["b.txt"], max: 2 },
  ];
  for (const unit of units)
    await ends(0, asTyped`send add-login AddUnit --data ${JSON.stringify({ unit })}`);
  write(
    here,
    "state.json",
    file(here, "state.json").replace(
      '"status": "pending"',
      '"status": "blocked", "reason": "no key"',
    ),
  );
  await cairn("status add-login");
  const [state, tasks] = [file(here, "state.json"), file(here, "tasks.md")];
  assert.match(state, /"status": "blocked",\s*"reason": "no key"/u);
  const dropped = tasks.replace(/- \[ \] \*\*T1\*\*[^]*?(?=- \[ \] \*\*T2)/u, "");
  for (const [name, before, text] of [
    [
      "state.json",
      state,
      state.replace('"status": "blocked",\n      "reason": "no key"', '"status": "in_progress"'),
    ],
    ["tasks.md", tasks, dropped],
  ] as const) {
    assert.notEqual(text, before);
    write(here, name, text);
    await cairn("status add-login");
    const refused = file(here, "refused.md");
    assert.match(refused, /no file edit answers one/u);
    assert.match(file(here, "state.json"), /"status": "blocked",\s*"reason": "no key"/u);
    assert.equal(file(here, "tasks.md"), tasks, "put back");
    const shown = await cairn(pasted(refused));
    assert.match(`${shown.out}${shown.err}`, /unblock/u);
  }
  assert.doesNotMatch((await cairn("log add-login --json")).out, /"UnitAnswered"|"UnitDropped"/u);
});
