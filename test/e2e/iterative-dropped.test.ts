// Tests of iterative's folders: adopted from state.json alone, removed from the archive, edited while a reviewer is at work.
import assert from "node:assert/strict";
import {
  existsSync,
  readdirSync,
  rmSync,
  writeFileSync,
  mkdirSync,
  readFileSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { execFileSync } from "node:child_process";
import { type Desk, desk, at, asTyped, type Line } from "./desk.ts";

const archive = ".claude/iterative/archive";

const put = async (t: TestContext): Promise<Desk & { readonly folder: string }> => {
  const here = desk(t);
  const { root, ends } = here;
  await ends(0, 'run --later iterative "Add login" --slug add-login --done-when 200');
  await ends(0, "stop --cancel add-login --yes");
  await ends(0, "archive add-login");
  const [name = "nowhere"] = readdirSync(join(root, archive));
  return { ...here, folder: join(root, archive, name) };
};

test("a folder that was removed from the archive stays removed; its record stays, and unarchive draws the files again", async (t) => {
  const { root, folder, cairn, ends } = await put(t);
  rmSync(folder, { recursive: true });
  assert.equal((await cairn("verify")).exit, 0, "nobody misses it");
  for (const argv of [["status", "add-login"], ["status"], ["doctor", "--fix"], ["verify"]]) {
    const { exit, out, err } = await cairn(argv);
    assert.equal(exit, 0, `${argv.join(" ")}: ${out}${err}`);
    assert.ok(!existsSync(folder), `after ${argv.join(" ")}`);
  }
  assert.match((await cairn("status --state add-login --file brief.md")).out, /Add login/u);
  await ends(0, "archive --back add-login");
  assert.ok(existsSync(join(root, ".claude/iterative/add-login/state.json")));
});

test("drop lets the files of an archived run go, and nobody else's; the record stays, and unarchive draws them again", async (t) => {
  const { root, folder, cairn, ends } = await put(t);
  writeFileSync(join(folder, "mine.txt"), "mine");
  assert.match((await cairn("drop add-login")).err, /CONFIRMATION_MISSING/u);
  const dropped = await ends(0, "drop add-login --yes");
  assert.match(
    dropped.out,
    /files dropped[^]*[3-9] files removed; `cairn archive --back \S+` draws them again/u,
  );
  assert.deepEqual(readdirSync(folder), ["mine.txt"]);
  await ends(0, "verify");
  assert.match((await cairn("log add-login")).out, /FilesDropped/u);
  await ends(0, "archive --back add-login");
  const back = join(root, ".claude/iterative/add-login");
  assert.ok(existsSync(join(back, "state.json")) && existsSync(join(back, "mine.txt")));
  const live = await cairn("drop add-login --yes");
  assert.match(live.err, /`cairn archive add-login`/u);
});

const example = join(import.meta.dirname, "../golden/fixtures/iterative/state-development.json");

test("a state.json alone is adopted as it tells, stays so, and asks for criteria, which a person gives", async (t) => {
  const { root, cairn, ends } = desk(t, { "a.txt": "a\n" });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", [...args], { cwd: root, encoding: "utf8" }).trim();
  git("add", ".");
  git(
    "-c",
    "user.email=a@b.c",
    "-c",
    "user.name=a",
    "-c",
    "commit.gpgsign=false",
    "commit",
    "--allow-empty",
    "-qm",
    "begin",
  );
  const hash = git("rev-parse", "--short=7", "HEAD");
  const folder = join(root, ".claude/iterative/user-auth");
  mkdirSync(folder, { recursive: true });
  const told = readFileSync(example, "utf8").replace("abc1234", hash).replace("def5678", hash);
  writeFileSync(join(folder, "state.json"), told);
  await ends(0, "adopt .claude/iterative/user-auth");
  const state = (): unknown => JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
  assert.deepEqual(state(), JSON.parse(told));
  const status = await cairn("status user-auth");
  assert.match(status.out, /T3: no criteria found/u);
  await ends(0, 'decide user-auth T3 set --criteria "a token expires"');
  assert.equal(at(state(), "tasks", "T3", "status"), "confirming");
  assert.match((await cairn("status --next user-auth")).out, /T3#4/u);
});

test("what is written into brief.md while the reviewer is at work is refused and put back; afterwards it is taken", async (t) => {
  const here = desk(t);
  const config = { iterative: { interviewer: "hand", planner: "hand" } };
  writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify(config));
  const ask = async (line: Line): Promise<string> => {
    const { exit, out, err } = await here.cairn(line);
    assert.ok(exit === 0 || exit === 3, err);
    return out;
  };
  await ask('run --later iterative "Add login" --slug add-login --done-when "all say two"');
  const units = [
    { id: "T1", title: "Write", criteria: ["it is written"], files: ["a.txt"], max: 3 },
  ];
  await ask(asTyped`send add-login ProposePlan --data ${JSON.stringify({ units })}`);
  await ask("decide add-login plan approve");
  await ask('send add-login SkipTo --phase verify --reason "to look"');
  await ask("run add-login --hand");
  const claimed: unknown = JSON.parse(await ask("job claim add-login reviewer#1 --as eve --json"));
  const token =
    typeof claimed === "object" && claimed !== null && "token" in claimed
      ? String(claimed.token)
      : assert.fail("no token");
  const path = join(here.root, ".claude/iterative/add-login/brief.md");
  const edit = async (): Promise<string> => {
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace("all say two", "all say two\n- all say three"),
    );
    const old = new Date("2026-01-14T10:00:00Z");
    utimesSync(path, old, old);
    await ask("status add-login");
    return readFileSync(path, "utf8");
  };
  assert.doesNotMatch(await edit(), /all say three/u);
  assert.match(await ask("log add-login --json"), /EDIT_UNQUIET[^\n]*reviewer#1 is under way/u);
  await ask(asTyped`job release add-login --token ${token} --reason tired`);
  assert.match(await edit(), /all say three/u);
});
