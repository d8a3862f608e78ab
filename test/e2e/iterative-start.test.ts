// Tests of an iterative run from its start to its answers: dry run, questions, folders of knowledge work, option words, gone decisions.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asTyped, at, desk } from "./desk.ts";

test("a request that doesn't say which work it is: asked at a terminal, refused without one", async (t) => {
  const here = desk(t);
  const refused = await here.ends(2, 'run iterative "Make it nice"');
  assert.match(refused.err, /^MODE_AMBIGUOUS: .*\n.*--domain feature, bug, .*--mode development/u);
  const started = await here.ends(0, 'run --later iterative "Make it nice"', {
    answers: ["4"],
  });
  assert.match(started.out, /^ {2}knowledge · research$/mu);
  assert.match(started.err, /domain \(which kind of work it is\)\n1 feature[^]*4 research/u);
  const state: unknown = JSON.parse(
    readFileSync(join(here.root, ".claude/iterative/make-it-nice/state.json"), "utf8"),
  );
  assert.deepEqual([at(state, "mode"), at(state, "domain")], ["knowledge", "research"]);
});

test("knowledge work begins with its folders of sources and outputs, which stay gone once removed; development has none", async (t) => {
  const here = desk(t);
  const kept = (slug: string): readonly string[] =>
    ["sources", "outputs"].filter((name) =>
      existsSync(join(here.root, ".claude/iterative", slug, name)),
    );
  for (const [slug, domain] of [
    ["paper", "research"],
    ["login", "feature"],
  ] as const)
    await here.ends(0, asTyped`run --later iterative "Make it" --slug ${slug} --domain ${domain}`);
  assert.deepEqual([kept("paper"), kept("login")], [["sources", "outputs"], []]);
  rmSync(join(here.root, ".claude/iterative/paper/sources"), { recursive: true });
  await here.ends(0, "send paper AddNote --text looked");
  assert.deepEqual(kept("paper"), ["outputs"]);
});

test("a gate's program that isn't on this machine is told before an agent is started, and by doctor", async (t) => {
  const config = {
    agents: {
      bot: {
        driver: "command",
        argv: ["node", "-e", 'require("node:fs").writeFileSync("begun", "")'],
      },
    },
    roles: { "*": "bot" },
    iterative: { gates: [{ name: "lint", argv: ["no-such-linter", "."] }] },
  };
  const here = desk(t, { "cairn.config.json": JSON.stringify(config) });
  const start = ["run", "iterative", "Add login by email", "--slug", "login"];
  for (const words of [start, [...start, "--hand"]]) {
    const run = await here.cairn(words);
    assert.match(
      run.err,
      /^PROGRAM_MISSING: the program of gate lint is not on this machine: no-such-linter\n {2}no run was made: install it, or begin with other gates$/mu,
    );
  }
  await here.cairn(["run", "--later", ...start.slice(1)]);
  for (const words of [
    ["run", "login"],
    ["run", "login", "--hand"],
  ]) {
    const run = await here.ends(1, words);
    assert.match(
      run.err,
      /^PROGRAM_MISSING: the program of gate lint is not on this machine: no-such-linter\n {2}install it, or .*SetSettings --gates/mu,
    );
  }
  assert.equal(existsSync(join(here.root, "begun")), false);
  const doctor = await here.cairn("doctor");
  assert.match(
    doctor.out,
    /AGENT_MISSING[^]*the program of gate lint is not on this machine: no-such-linter/u,
  );
  await here.cairn(
    asTyped`send login SetSettings --gates ${JSON.stringify([{ name: "lint", argv: ["./made-by-the-work"] }])}`,
  );
  assert.equal((await here.cairn("doctor")).out.includes("AGENT_MISSING"), false);
});

test("an answer whose fields are missing or don't fit is refused with what fits, and the question stays", async (t) => {
  const here = desk(t);
  const start = ["run", "--later", "iterative", "Add login by email", "--slug", "login"];
  assert.match(
    (await here.cairn([...start, "--gates", '["npm test"]'])).err,
    /gates\/0 must be an object, not a string/u,
  );
  await here.cairn(start);
  const claimed = await here.cairn("job claim login interviewer#1 --json");
  const token = at(claimed.json(), "token");
  assert.ok(typeof token === "string", claimed.out);
  const asked = { questions: [{ text: "Which mails?", options: ["own", "any"], multi: true }] };
  await here.ends(0, asTyped`job report login --token ${token} --data ${JSON.stringify(asked)}`);
  const none = await here.ends(2, "decide login q1 several");
  assert.match(
    none.err,
    /^OPTION_INVALID: several wants --answers TEXT\n {2}`cairn decide \S+ question-q1 several --answers TEXT`\n/u,
  );
  const given = await here.cairn("decide login q1 several --answers own --answers any");
  assert.match(given.out, /question answered {2}q1: own; any/u);
});
