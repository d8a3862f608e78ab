// Tests that a dry or refused adoption changes no byte, name or time, in any protocol.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { seedTemplate, templateText } from "../fixtures/player-template.ts";
import { type Desk, desk } from "../e2e/desk.ts";
import { example, workingFolder } from "./folders.ts";
import { doneBy, phases, progress, seed, tasks } from "./iterative-folders.ts";
import {
  example as played,
  folder as playedFolder,
  outside,
  templatePath,
} from "./player-folders.ts";
import { json, sound } from "./stigmergy-files.ts";

type Files = Readonly<Record<string, string>>;
const { [outside]: _, ...session } = playedFolder();
const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
const done = seed("state-development.json");

/** A folder of each protocol, in its place from the working tree's top. */
const given: Readonly<Record<string, { readonly folder: string; readonly files: Files }>> = {
  development: {
    folder: ".claude/iterative/user-auth",
    files: {
      "src/T1.ts": "export {};\n",
      ...below(".claude/iterative/user-auth", {
        "state.json": done,
        "tasks.md": tasks({ T1: "None", T2: "T1" }),
        "progress.md": progress(doneBy("T1", 1, "abc1234")),
      }),
    },
  },
  knowledge: {
    folder: ".claude/iterative/future",
    files: below(".claude/iterative/future", {
      "state.json": seed("state-knowledge.json"),
      "plan.md": phases(["R1", "R2"], "R1 → R2"),
      "outputs/R1.md": "cited",
    }),
  },
  player: {
    folder: `.workflow/sessions/${played().session_id}`,
    files: {
      [templatePath]: templateText(seedTemplate()),
      ...below(`.workflow/sessions/${played().session_id}`, session),
    },
  },
  stigmergy: {
    folder: ".ai",
    files: {
      ".ai/state.json": json(sound()),
      "docs/prd.md": "# Requirements\n",
      "src/a.ts": "a\n",
    },
  },
};

const put = (root: string, files: Files): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};
/** Every name below with its bytes and times, folders and .git as well. */
const whole = (folder: string): readonly string[] =>
  [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })].sort().map((path) => {
    const { mode, mtimeMs, size } = lstatSync(join(folder, path));
    const bytes = lstatSync(join(folder, path)).isFile()
      ? readFileSync(join(folder, path)).toString("base64")
      : "";
    // SQLite lays its -wal beside a ledger for as long as it is read.
    return `${path} ${mode} ${/\/\.?cairn$/u.test(path) ? "" : mtimeMs} ${size} ${bytes}`;
  });
const commit = (root: string): void => {
  for (const args of [
    ["add", "-A"],
    ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "x"],
  ])
    execFileSync("git", args, { cwd: root });
};

/** Nothing changes while it is asked. */
const still = async (
  { folder, cairn }: Desk,
  argv: readonly string[],
  exit: number,
): Promise<void> => {
  const before = whole(folder);
  const answer = await cairn(argv);
  assert.equal(answer.exit, exit, answer.err || answer.out);
  assert.deepEqual(whole(folder), before);
};
const sessionAt = (here: Desk): string => {
  const at = join(here.folder, "sessions", "shop", "sessions", "abc");
  cpSync(workingFolder, at, { recursive: true });
  return at;
};

const kinds: Readonly<Record<string, (t: TestContext) => Desk>> = {
  "a repository": (t) => desk(t),
  "a folder without git": (t) => {
    const here = desk(t);
    rmSync(join(here.root, ".git"), { recursive: true });
    return here;
  },
  "a repository that has runs": (t) => desk(t),
};

for (const [kind, made] of Object.entries(kinds))
  test(`${kind}: a dry adoption changes nothing at all, in no protocol`, async (t) => {
    const here = made(t);
    const ultrawork = sessionAt(here);
    for (const { files } of Object.values(given)) put(here.root, files);
    if (kind !== "a folder without git") commit(here.root);
    if (kind === "a repository that has runs") {
      const other = join(here.folder, "sessions", "shop", "sessions", "other");
      mkdirSync(other, { recursive: true });
      writeFileSync(join(other, "session.json"), example);
      assert.equal((await here.cairn(["adopt", other])).exit, 0);
    }
    for (const folder of [ultrawork, ...Object.values(given).map((one) => one.folder)])
      await still(here, ["adopt", folder, "--dry-run"], 0);
    // What would be refused leaves no trace either, dry or not: a .cairn that it made would be the root of all that lies below.
    put(here.root, {
      ".ai/state.json": json({ ...sound(), schema_version: "9" }),
      ".claude/iterative/BAD/state.json": done,
    });
    for (const folder of [".ai", ".claude/iterative/BAD"])
      for (const more of [["--dry-run"], []]) await still(here, ["adopt", folder, ...more], 2);
  });

test("a dry adoption says what the real one then says", async (t) => {
  const here = desk(t);
  for (const { files, folder } of Object.values(given)) {
    put(here.root, files);
    const dry = await here.cairn(["adopt", folder, "--dry-run", "--json"]);
    const real = await here.cairn(["adopt", folder, "--json"]);
    const said = ({ json: read }: typeof dry): unknown => {
      const { corrections, quarantined } = Object(read());
      return { corrections, quarantined };
    };
    assert.deepEqual(said(real), said(dry));
  }
});

test("a folder below another root: the refusal names the words that take it over", async (t) => {
  const here = kinds["a folder without git"]?.(t) ?? assert.fail();
  const { folder, files } = given["stigmergy"] ?? assert.fail();
  put(here.root, files);
  put(
    here.root,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`sub/${path}`, text])),
  );
  assert.equal((await here.cairn(["adopt", folder])).exit, 0);
  const sub = join(here.root, "sub");
  const refused = await here.cairn(["adopt", folder], { cwd: sub });
  assert.deepEqual([refused.exit, refused.err.split(":")[0]], [2, "PLACE_UNFIT"]);
  assert.ok(refused.err.includes(`--root ${sub}`), refused.err);
  const taken = await here.cairn(["adopt", folder, "--root", sub], { cwd: sub });
  assert.equal(taken.exit, 0, taken.err);
  // From then on it is found from there without being named.
  assert.match((await here.cairn(["status"], { cwd: sub })).out, /^waits for you +Seed shop\n/u);
  assert.ok(existsSync(join(sub, ".cairn", "ledger.db")));
});
