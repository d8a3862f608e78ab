// What completion offers on a half-typed line: read from the project as it is, without writing, asking or failing.
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { topics } from "../../src/cli/help/topics.ts";
import { groups } from "../../src/cli/help/verb-groups.ts";
import { protocols } from "../../src/open.ts";
import { asTyped, at, type Desk, desk, type Typed } from "./desk.ts";

type Offered = {
  readonly words: readonly string[];
  readonly means: Readonly<Record<string, string>>;
  readonly files: string | null;
};

const offers = async (
  { cairn }: Desk,
  line: readonly string[],
  typed: Typed = {},
): Promise<Offered> => {
  const { exit, out, err } = await cairn(asTyped`setup completion --words -- ${line}`, typed);
  assert.deepEqual([exit, err], [0, ""], line.join(" "));
  const lines = out.split("\n").filter((one) => one !== "");
  const offered = lines.filter((one) => !one.startsWith("\t")).map((one) => one.split("\t"));
  return {
    words: offered.map(([word = ""]) => word),
    means: Object.fromEntries(offered.map(([word = "", means = ""]) => [word, means])),
    files: lines.find((one) => one.startsWith("\t"))?.slice(1) ?? null,
  };
};

const start = async ({ cairn }: Desk, ...words: readonly string[]): Promise<string> =>
  String(at((await cairn(asTyped`run --later ${words} --json`)).json(), "run"));

/** Each file below a folder with its bytes. */
const files = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(folder, path)).isFile())
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), "base64")]),
  );

test("verbs come with their meaning, in the order of help", async (t) => {
  const { words, means } = await offers(desk(t), [""]);
  assert.deepEqual(words, [...groups.flatMap((group) => group.verbs), "help"]);
  assert.match(means["status"] ?? "", /^what is done, under way/u);
});

test("flags are those of the verb and of its words, without those that were given", async (t) => {
  const here = desk(t);
  const log = await offers(here, ["log", "--follow", "-"]);
  assert.ok(
    log.words.includes("--after") &&
      log.words.includes("--json") &&
      !log.words.includes("--follow"),
    log.words.join(),
  );
  assert.match(log.means["--after"] ?? "", /only events after/u);
  const started = await offers(here, ["run", "--later", "ultrawork", "--"]);
  assert.ok(
    started.words.includes("--max-workers") && started.words.includes("--dry-run"),
    started.words.join(),
  );
  const decided = await offers(here, ["decide", "--"]);
  assert.ok(
    decided.words.includes("--note") && !decided.words.includes("--reason"),
    "hidden flags stay hidden",
  );
  // What is typed as a word behind `--` is no flag of this very call.
  assert.deepEqual(
    (await offers(here, ["status", "--help", "--n"])).words.includes("--next"),
    true,
  );
});

test("values of flags, parts, topics, protocols and fixed choices", async (t) => {
  const here = desk(t, {
    "cairn.config.json": JSON.stringify({
      agents: { mine: { driver: "codex" }, other: { driver: "claude-code" } },
      roles: { worker: "mine" },
    }),
  });
  assert.deepEqual((await offers(here, ["setup", "completion", ""])).words, [
    "bash",
    "zsh",
    "fish",
  ]);
  assert.deepEqual((await offers(here, ["template", ""])).words, ["list", "show", "compose"]);
  assert.deepEqual((await offers(here, ["run", "--later", ""])).words, Object.keys(protocols));
  assert.deepEqual((await offers(here, ["init", "--agent", ""])).words, ["mine", "other"]);
  assert.deepEqual((await offers(here, ["init", "--agent="])).words, [
    "--agent=mine",
    "--agent=other",
  ]);
  assert.ok((await offers(here, ["help", ""])).words.includes("exit-codes"));
  assert.deepEqual(
    Object.keys(topics).filter((topic) => !topics[topic]?.summary),
    [],
  );
  for (const [line, wanted] of [
    [["status", "--root", ""], "folders"],
    [["status", "--root="], "folders"],
    [["check", "a.json", ""], "files"],
    [["restore", ""], "files"],
    [["export", "--to", ""], "files"],
    [["status", ""], null],
  ] as const)
    assert.equal((await offers(here, line)).files, wanted, line.join(" "));
  assert.deepEqual((await offers(here, ["nonsense", ""])).words, []);
});

test("runs with their titles, jobs, units, decisions and answers, of the run that is meant", async (t) => {
  const here = desk(t);
  const goal = 'Add "$(touch pwned)": login\nand logout';
  const run = await start(here, "ultrawork", goal, "--session", "login");
  const listed = await offers(here, ["status", ""]);
  assert.deepEqual(listed.words, [run]);
  assert.match(
    listed.means[run] ?? "",
    /^Add "\$\(touch pwned\)": login \(ultrawork, planning\)$/u,
  );
  assert.deepEqual(
    (await offers(here, ["status", "log"])).words,
    [run, "login"],
    "by the name of its folder, too",
  );
  assert.ok((await offers(here, ["status", "--state", run, ""])).words.includes("plan"));
  assert.ok(
    (await offers(here, ["status", "--state", ""])).words.includes("plan"),
    "the only live run may be left out",
  );
  const claimable = await offers(here, ["job", "claim", run, ""]);
  assert.deepEqual(
    [claimable.words.length, claimable.means[claimable.words[0] ?? ""]],
    [4, "explorer of exp-1 (ready)"],
  );
  const second = await start(here, "ultrawork", "Add a shop", "--session", "shop");
  assert.deepEqual((await offers(here, ["status", ""])).words, [second, run], "the newest first");
  assert.deepEqual(
    (await offers(here, ["status", "--state", ""])).words,
    [second, run],
    "two are live",
  );
});

test("a decision is offered with its question, and behind it each answer with what follows", async (t) => {
  const plan = {
    tasks: [
      {
        id: "1",
        subject: "One",
        success_criteria: [{ criteria: "it works", command: "test -e one.txt" }],
      },
    ],
  };
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  const run = await start(here, "ultrawork", "Goal", "--session", "x", "--plan", "plan.json");
  const asked = await here.cairn(["decide", run, "approve-1", "--json"]);
  const options = at(asked.json(), "options");
  assert.ok(Array.isArray(options) && options.length > 1);
  const ids = options.map((option) => String(at(option, "id")));
  const named = await offers(here, ["decide", run, ""]);
  assert.deepEqual(named.words, ["approve-1"]);
  assert.ok(
    String(at(asked.json(), "question")).startsWith(
      (named.means["approve-1"] ?? "?").replace("…", "").slice(0, 60),
    ),
  );
  for (const line of [
    ["decide", run, "approve-1", ""],
    ["decide", "approve-1", ""],
    ["decide", "x", "approve-1", ""],
  ])
    assert.deepEqual((await offers(here, line)).words, ids, line.join(" "));
  assert.deepEqual(
    (await offers(here, ["decide", ""])).words,
    [run, "approve-1", ...ids],
    "run, decision or its answer alone",
  );
});

test("nothing is written, whatever is asked", async (t) => {
  const here = desk(t);
  const run = await start(here, "ultrawork", "Add login");
  const before = files(here.folder);
  for (const line of [
    [""],
    ["status", ""],
    ["decide", ""],
    ["decide", "x", "y", "--"],
    ["status", "--state", run, ""],
    ["resume", run, "--"],
    ["diff", run, ""],
  ])
    await offers(here, line);
  assert.deepEqual(files(here.folder), before);
});

test("outside of a project, and where one can't be read, verbs, flags and files are left, and no word of an error", async (t) => {
  const here = desk(t, { "cairn.config.json": "{" });
  const outside = mkdtempSync(join(tmpdir(), "cairn-outside-"));
  t.after(() => rmSync(outside, { recursive: true, force: true }));
  mkdirSync(join(outside, "broken/.cairn"), { recursive: true });
  writeFileSync(join(outside, "broken/.cairn/ledger.db"), "no ledger");
  const before = files(outside);
  for (const cwd of [here.root, outside, join(outside, "broken")]) {
    assert.ok((await offers(here, ["st"], { cwd })).words.includes("status"));
    assert.ok((await offers(here, ["status", "--n"], { cwd })).words.includes("--next"));
    assert.ok((await offers(here, ["run", "--later", "--d"], { cwd })).words.includes("--dry-run"));
    assert.deepEqual((await offers(here, ["status", ""], { cwd })).words, []);
    assert.equal((await offers(here, ["check", ""], { cwd })).files, "files");
    assert.deepEqual(
      (
        await offers(here, ["status", "--ledger", "postgres://nobody@127.0.0.1:1/none", ""], {
          cwd,
        })
      ).words,
      [],
    );
    assert.deepEqual((await offers(here, ["status", "--root", "/nowhere", ""], { cwd })).words, []);
  }
  assert.deepEqual(files(outside), before);
});

test("a script for each shell; another shell is refused", async (t) => {
  const { cairn } = desk(t);
  for (const shell of ["bash", "zsh", "fish"])
    assert.match(
      (await cairn(["setup", "completion", shell])).out,
      /cairn setup completion --words -- /u,
    );
  for (const [words, says] of [
    [[], /bash\|zsh\|fish is missing/u],
    [["bsh"], /did you mean `bash`/u],
    [["bash", "zsh"], /name one shell/u],
  ] as const) {
    const { exit, err } = await cairn(["setup", "completion", ...words]);
    assert.equal(exit, 2);
    assert.match(err, says);
  }
  assert.match(
    (await cairn("setup completion --help")).out,
    /~\/\.bashrc[\s\S]*~\/\.zshrc[\s\S]*fish\/completions/u,
  );
});
