// Tests of `cairn init`: programs on PATH, flags, answers, existing configuration preserved byte for byte.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asTyped, at, desk } from "./desk.ts";
import { config, onPath } from "./init-desk.ts";

test("programs that are found get drivers of their own, two of them for work and judgement, and again changes nothing", async (t) => {
  const here = desk(t);
  const env = onPath(here, "codex", "gemini");
  const made = await here.ends(0, "init --yes --json", { env });
  assert.deepEqual(at(made.json(), "files"), [join(here.root, "cairn.config.json")]);
  assert.deepEqual(config(here), {
    agents: { codex: { driver: "codex" }, gemini: { driver: "gemini" } },
    roles: { "*": "codex", verifier: "gemini", sarah: "gemini" },
  });
  const before = readFileSync(join(here.root, "cairn.config.json"), "utf8");
  for (const argv of [
    ["init"],
    ["init", "--yes"],
    ["init", "--agent", "codex"],
    ["init", "--agent", "codex", "--driver", "codex"],
  ]) {
    const again = await here.cairn([...argv, "--json"], { env });
    assert.deepEqual([again.exit, at(again.json(), "files")], [0, []]);
  }
  assert.equal(readFileSync(join(here.root, "cairn.config.json"), "utf8"), before);
  await here.ends(0, "status");
});

test("asked on a terminal, the answers are what is written", async (t) => {
  const here = desk(t);
  const made = await here.ends(0, "init", {
    env: onPath(here, "claude", "codex"),
    answers: ["2", "1"],
  });
  assert.match(made.err, /without asking you[^]*1 claude-code .*bin\S+\/claude\n.*2 codex /);
  assert.deepEqual(at(config(here), "roles"), {
    "*": "codex",
    verifier: "claude-code",
    sarah: "claude-code",
  });
  assert.match(made.out, /codex works and claude-code judges/);
  const none = await desk(t).cairn(["init"], { env: { PATH: "" }, answers: [] });
  assert.match(none.err, /^AGENT_MISSING: no agent program that init knows is on PATH/u);
});

test("a bare repository is refused by name, and nothing is written into it", async (t) => {
  const here = desk(t);
  const cwd = join(here.folder, "bare.git");
  execFileSync("git", ["init", "--quiet", "--bare", cwd]);
  const before = readdirSync(cwd);
  const none = await here.ends(2, "init --agent codex", { cwd });
  assert.match(none.err, /^REPOSITORY_BARE: .* is a bare repository/u);
  assert.deepEqual(readdirSync(cwd), before);
});

test("without anybody to ask it says which flags there are", async (t) => {
  const here = desk(t);
  const { cairn } = here;
  const none = await cairn("init", { env: { PATH: "" } });
  assert.match(
    none.err,
    /AGENT_MISSING: no agent program that init knows is on PATH\n.*codex.*--argv/u,
  );
  assert.match(
    (await here.cairn("init", { env: onPath(here, "claude", "codex") })).err,
    /USAGE: init can't ask without a terminal; it found \S+, \S+\n {2}--yes takes them; or --agent/u,
  );
  assert.match(
    (await cairn("init --yes", { env: { PATH: "" } })).err,
    /AGENT_MISSING: .*\n.*codex.*--argv/,
  );
  assert.match((await cairn("init --agent mine")).err, /USAGE: how is mine started/);
  assert.match((await cairn("init --agent mine --argv []")).err, /USAGE: how is mine started/);
  assert.match((await cairn("init --argv x")).err, /--argv needs the agent's name/);
  assert.match((await cairn("init --agent mine --argv [1]")).err, /no JSON list of texts/);
  assert.match((await cairn("init --role worker")).err, /names no role and agent/);
});

test("what somebody wrote is added to, kept, and replaced only when that is said", async (t) => {
  const here = desk(t, {
    "cairn.config.json":
      '{"runner":{"agents":2},"agents":{"mine":{"driver":"command","argv":["a"]}},"roles":{"*":"mine"}}',
  });
  await here.ends(0, 'init --agent other --argv \'["b", "{brief}"]\' --role verifier=other');
  assert.deepEqual(
    [at(config(here), "runner", "agents"), at(config(here), "roles")],
    [2, { "*": "mine", verifier: "other" }],
  );
  const clash = await here.cairn("init --agent mine --argv c --role worker=mine");
  assert.match(clash.err, /CONFIG_PRESENT: .*agents\/mine/);
  assert.deepEqual(at(config(here), "agents", "mine", "argv"), ["a"]);
  await here.ends(0, "init --agent mine --argv c --role worker=mine --yes");
  assert.deepEqual(at(config(here), "agents", "mine", "argv"), ["c"]);
});

test("of a configuration that is there every byte stays but those that are asked for", async (t) => {
  const here = desk(t);
  const path = join(here.root, "cairn.config.json");
  const kept = `"player": { "big": 9007199254740993, "huge": 1e400, "none": -0, "plain": 1.0,\t"same": "\\u0041" }`;
  const before = `{\r\n    "roles" : {"*":"hand"} ,\r\n    ${kept}\r\n}\r\n`;
  writeFileSync(path, before);
  await here.ends(0, "init --agent codex --role worker=codex", {
    env: { PATH: "" },
  });
  const after = readFileSync(path, "utf8");
  assert.equal(
    after,
    before
      .replace(`"*":"hand"`, `"*":"hand", "worker": "codex"`)
      .replace(
        `" }\r\n}`,
        `" },\r\n    "agents": {\r\n        "codex": {\r\n            "driver": "codex"\r\n        }\r\n    }\r\n}`,
      ),
  );
  await here.ends(0, "init --agent codex --driver gemini --role *=codex --yes", {
    env: { PATH: "" },
  });
  assert.equal(
    readFileSync(path, "utf8"),
    after.replace(`"*":"hand"`, `"*":"codex"`).replace(`: "codex"\r\n`, `: "gemini"\r\n`),
  );
});

test("a broken configuration stops what would go by it with the place that is broken", async (t) => {
  const { cairn } = desk(t, {
    "cairn.config.json": '{"agents": {"x": {"driver": "nope", "argv": []}}, "rolse": {}}',
  });
  for (const verb of ["setup agents", "init"]) {
    const { exit, err } = await cairn(verb.split(" "));
    assert.equal(exit, 1);
    assert.match(err, /CONFIG_INVALID: [^]*\/rolse[^]*\/agents\/x\/driver/);
  }
});

test("a program's words that no system takes, or that would be its options, are refused by flag and by the schema alike", async (t) => {
  const here = desk(t);
  const env = { PATH: "" };
  for (const argv of ["-x {brief}", '["--x"]', '["x", "a\\u0000b"]'])
    assert.match(
      (await here.cairn(["init", "--agent", "x", `--argv=${argv}`], { env })).err,
      /USAGE: a program's words hold no zero bytes, and its name begins with no dash/u,
      argv,
    );
  assert.throws(() => config(here), /ENOENT/u);
  const agent = at(
    (await here.cairn("schema config")).json(),
    "properties",
    "agents",
    "additionalProperties",
    "properties",
  );
  const fits = (text: string, ...path: readonly (string | number)[]): boolean =>
    new RegExp(String(at(agent, ...path, "pattern")), "u").test(text);
  for (const name of ["", "-c", " a", "a\nb", "a\0b", "\u0085"]) {
    assert.equal(fits(name, "model", "anyOf", 0), false, name);
    assert.equal(fits(name, "model", "anyOf", 1, "properties", "heavy"), false, name);
  }
  assert.deepEqual(
    [
      fits("opus 4", "model", "anyOf", 0),
      fits("a\0", "argv", "items", "anyOf", 0),
      fits("-x", "argv", "prefixItems", 0),
    ],
    [true, false, false],
  );
});

test("a role that nobody has is refused with those that there are", async (t) => {
  const here = desk(t);
  const mistyped = await here.ends(2, "init --agent mine --argv a --role verifer=mine");
  assert.match(
    mistyped.err,
    /ROLE_UNKNOWN: there is no role verifer\n {2}did you mean `verifier`\? .*planner/,
  );
  assert.match(
    (await here.cairn("init --agent mine --argv a --role nope/worker=mine")).err,
    /ROLE_UNKNOWN/,
  );
  assert.throws(() => config(here), /ENOENT/);
  const roles = [
    "ultrawork/verifier=mine",
    "worker:complex=mine",
    "explorer=hand",
    "ultrawork/*=mine",
    "*=mine",
  ];
  await here.ends(
    0,
    asTyped`init --agent mine --argv a ${roles.flatMap((role) => ["--role", role])}`,
  );
});

test("a driver, a model and a program of one's own are said by flags, and a driver that there isn't is refused", async (t) => {
  const here = desk(t);
  const wrong = await here.cairn("init --agent mine --driver codx --argv x");
  assert.match(wrong.err, /USAGE: there is no driver codx\n.*did you mean `codex`/);
  assert.match(
    (await here.cairn("init --agent mine --driver acp")).err,
    /USAGE: how is mine started/,
  );
  assert.match((await here.cairn("init --model small")).err, /--model needs the agent's name/);
  assert.throws(() => config(here), /ENOENT/);
  await here.ends(0, "init --agent claude --model small");
  const acp = asTyped`init --agent mine --driver acp --argv "mine --acp" --role verifier=mine`;
  await here.ends(0, acp);
  assert.deepEqual(config(here), {
    agents: {
      claude: { driver: "claude-code", model: "small" },
      mine: { driver: "acp", argv: ["mine", "--acp"] },
    },
    roles: { "*": "claude", verifier: "mine" },
  });
  await here.ends(0, "status");
});

test("a first run without a configuration says the one line to type, and on a terminal needs one answer", async (t) => {
  const here = desk(t);
  const codex = onPath(here, "codex")["PATH"] ?? "";
  const env = { PATH: `${codex}:${process.env["PATH"] ?? ""}` };
  const first = ["run", "ultrawork", "Goal", "--session", "a"];
  const alone = await here.ends(1, first, { env });
  assert.match(
    alone.err,
    /^No agent is set up\. `cairn init` asks which one\. \(AGENT_MISSING\)$/m,
  );
  const no = await here.cairn(first, { env, answers: ["n"] });
  assert.match(
    no.err,
    /No agent is configured here[^]*codex .*\/codex[^]*without asking you[^]*\[Y\/n\]\nNo agent is set up\./,
  );
  assert.throws(() => config(here), /ENOENT/);
  // Codex is no agent here: it ends at once, which is not this test's matter.
  const yes = await here.cairn(first, { env, answers: [""] });
  assert.match(yes.out, /begins +\S+: agent codex/, yes.err);
  assert.equal(at(config(here), "roles", "*"), "codex");
});

test("--exclude has git ignore what runs write, keeps what stands there, and is offered as long as something is missing", async (t) => {
  const here = desk(t);
  const file = join(here.root, ".git/info/exclude");
  mkdirSync(join(here.root, ".git/info"), { recursive: true });
  writeFileSync(file, "*.mine");
  const first = await here.cairn("init --agent mine --argv x");
  assert.match(
    first.out,
    /\.claude\/iterative\/, \.ai\/, \.workflow\/sessions\/\); to have git ignore them: cairn init --exclude/u,
  );
  assert.equal(readFileSync(file, "utf8"), "*.mine");
  for (const said of [/now names/u, /names all of it already/u]) {
    const made = await here.ends(0, "init --exclude");
    assert.match(made.out, said);
    assert.equal(
      readFileSync(file, "utf8"),
      "*.mine\n/.claude/iterative/\n/.ai/\n/.workflow/sessions/\n",
    );
  }
  assert.doesNotMatch((await here.cairn("init")).out, /--exclude/u);
  await here.cairn('run --later iterative "Add login" --slug x');
  const status = execFileSync("git", ["status", "--porcelain", "-uall"], {
    cwd: here.root,
    encoding: "utf8",
  });
  assert.doesNotMatch(status, /\.claude|\.cairn/u);
});
