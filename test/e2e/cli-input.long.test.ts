// Tests of typed input: wrong usage, huge goals, control sequences.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asTyped, at, desk } from "./desk.ts";

test("wrong usage exits 2, says what would fit, and in JSON too", async (t) => {
  const { cairn, ends } = desk(t);
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["stauts"], /USAGE: there is no verb `stauts`\n.*`status`/],
    [["--json"], /USAGE: a verb comes first/],
    [["status", "--nxt"], /USAGE: there is no flag --nxt\n.*`--next`/],
    [["run", "--later"], /USAGE: --later is for a new run, and its goal is missing/],
    [
      ["run", "--later", "ultrawrk", "x"],
      /PROTOCOL_UNKNOWN: there is no protocol `ultrawrk`\n.*`ultrawork`/,
    ],
    [["run", "--later", "ultrawork"], /^[A-Z_]+: /],
    [["run", "--later", "ultrawork", "a", "b"], /USAGE: too many words: b/],
    [
      ["run", "--later", "ultrawork", "a", "--max-wrkers=2"],
      /USAGE: there is no flag --max-wrkers\n.*`--max-workers`/,
    ],
    [["run", "--max-workers", "zero", "x"], /USAGE: --max-workers wants a whole number/],
    [["-v"], /USAGE: .*\n.*cairn --version/],
    [["status", "nosuchrun"], /RUN_UNKNOWN: /],
    [["log"], /RUN_UNKNOWN: no run is live here/],
    [["log", "--after", "x"], /USAGE: --after wants a whole number/],
    [["decide"], /RUN_UNKNOWN: no run is live here\n {2}there are no runs: `cairn run/],
    [["decide", "x"], /RUN_UNKNOWN: /],
    [["resume", "--to", "2.1"], /RUN_UNKNOWN: no run is live here\n {2}there are no runs/],
    [
      ["resume", "--ot", "2.1"],
      /USAGE: there is no flag --ot\n.*`--to`\?\n {2}Its other flags follow from the run/,
    ],
    [["schema", "ultrawork/Strat"], /DOCUMENT_UNKNOWN: .*\n.*`ultrawork\/Start`/],
    [["demo", "extra"], /USAGE: too many words: extra/],
    [["job", "report"], /USAGE: the report itself is missing/],
    [["constructor"], /USAGE: there is no verb/],
  ];
  for (const [argv, said] of cases) {
    const { exit, out, err } = await cairn(argv.filter((word) => word !== "--json"));
    if (argv.length === 1 && argv[0] === "--json") continue;
    assert.equal(exit, 2, argv.join(" "));
    assert.match(err, said, argv.join(" "));
    assert.equal(out, "", argv.join(" "));
    const json = await ends(2, [...argv, "--json"]);
    assert.equal(json.err, "");
    assert.match(String(at(json.json(), "error", "code")), /^[A-Z_]+$/);
  }
  const bare = await ends(2, "--json");
  assert.equal(at(bare.json(), "error", "code"), "USAGE");
});

test("a goal is taken as it is, from a word, a flag, a file or standard input, up to its limit", async (t) => {
  const hostile = `$(touch pwned) \`id\` "q" 'a' ; | & > < \\ \u001b[31m\n--json`;
  const { cairn, ends, root } = desk(t, { "goal.txt": `${hostile}\n` });
  for (const argv of [["--", hostile], ["--goal", hostile], ["--goal", "@goal.txt"], ["-"]]) {
    const started = await ends(0, asTyped`run --later ultrawork --json ${argv}`, {
      stdin: `${hostile}\n`,
    });
    const goal = await cairn(
      asTyped`status --state ${String(at(started.json(), "run"))} goal --json`,
    );
    assert.equal(goal.json(), hostile);
    assert.ok(!existsSync(join(root, "pwned")));
  }
  const huge = await ends(2, "run --later ultrawork --goal - --json", {
    stdin: "x".repeat(1_000_000),
  });
  assert.equal(at(huge.json(), "error", "code"), "FIELD_OVERSIZED");
  const blank = await cairn('run --later ultrawork "  " --json');
  assert.equal(at(blank.json(), "error", "code"), "GOAL_EMPTY");
});

test("no text of an agent or a goal reaches the terminal as a control sequence", async (t) => {
  const { cairn } = desk(t);
  await cairn('run --later ultrawork "evil \u001b]0;owned\u0007 2J goal"');
  for (const argv of [
    ["status"],
    ["log"],
    ["status", "--next"],
    ["status", "--state"],
    ["status", "--state", "--file", "session.json"],
    ["status", "--json"],
    ["log", "--json"],
  ]) {
    const { out, exit } = await cairn(argv, { columns: 80 });
    assert.equal(exit, 0);
    assert.doesNotMatch(
      out.replace(/\u001b\[\d*m/g, ""),
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/,
      argv.join(" "),
    );
  }
});

test("a configuration that can't be read is told, and none is waited for", async (t) => {
  const { cairn, ends, root } = desk(t);
  await ends(0, "run --later ultrawork Goal --session s");
  const file = join(root, "cairn.config.json");
  writeFileSync(file, "{");
  for (const verb of [
    "status",
    "status s",
    "log",
    "status s --state",
    "evidence",
    "status --next",
    "verify",
    "export s",
  ]) {
    const argv = verb.split(" ");
    const shown = await ends(0, argv);
    assert.match(shown.err, /^warning the configuration counts as none: .*JSON.*mend it[^\n]*\n$/u);
    assert.doesNotMatch(shown.out, /no agent for role/u);
  }
  assert.match((await cairn("status")).out, /Goal/u);
  const served = new AbortController();
  const asked = new Map<string, string>();
  const page = await ends(0, "serve --port 0 --json", {
    signal: served.signal,
    heard: (line) => {
      const { url } = JSON.parse(line);
      const token = new URL(url).searchParams.get("token") ?? "";
      void Promise.all(
        ["runs", "start"].map(async (path) => {
          const answer = await fetch(new URL(`/api/${path}`, url), {
            headers: { authorization: `Bearer ${token}` },
          });
          asked.set(path, await answer.text());
        }),
      ).finally(() => served.abort());
    },
  });
  assert.match(page.err, /^warning the configuration counts as none: .*JSON/mu);
  assert.match(asked.get("runs") ?? "", /"Goal"/u);
  assert.match(asked.get("start") ?? "", /CONFIG_UNREADABLE/u);
  for (const argv of [["run"], ["evidence", "--recheck"]])
    assert.match((await cairn(argv)).err, /^CONFIG_UNREADABLE: .*JSON/u);
  writeFileSync(file, '{"agnets": {}}');
  assert.match((await cairn("status")).err, /^warning .*agnets[^\n]*\n$/u);
  rmSync(file);
  execFileSync("mkfifo", [file]);
  assert.match((await cairn("run")).err, /^CONFIG_UNREADABLE: .*it is no plain file/u);
});

test("who asks is the person that is named, and unknown commands and fields are refused", async (t) => {
  const { cairn } = desk(t);
  await cairn("run --later ultrawork Goal --as ana");
  const row: unknown = JSON.parse((await cairn("log --json")).out);
  assert.deepEqual([at(row, "by", "kind"), at(row, "by", "name")], ["person", "ana"]);
  assert.match((await cairn("send SetGaol --goal x")).err, /USAGE|COMMAND_UNKNOWN/);
  assert.match((await cairn("send SetGaol")).err, /COMMAND_UNKNOWN: .*\n.*SetGoal/);
  assert.match((await cairn('send SetGoal --data \'{"goal":"x","gaol":1}\'')).err, /FIELD_INVALID/);
  assert.match(
    (await cairn("send ReportFailure --job plan-1 --kind failed --reason x")).err,
    /SENDER_WRONG/,
  );
});
