// Tests of the configuration reader: all findings at once, and agents of roles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../core/refusal.ts";
import { agentFor, emptyConfig, needsOf } from "../config.ts";
import { driverNames } from "./agents.ts";
import { optionsOf } from "./options.ts";
import { readConfig } from "./read.ts";

const known = { drivers: { command: null, scripted: null }, protocols: ["ultrawork"] };
const read = (value: unknown) => readConfig(value, "cairn.config.json", known);
const pointers = (value: unknown): readonly (string | undefined)[] => {
  const answer = read(value);
  return isRefusal(answer) ? (answer.more ?? [answer]).map((finding) => finding.pointer) : [];
};

test("an empty configuration is sound", () => {
  const config = read({});
  assert.ok(!isRefusal(config));
  assert.deepEqual(config, { ...emptyConfig, options: { ultrawork: {} } });
});

test("agents, roles and options are read as they stand", () => {
  const config = read({
    ledger: "sqlite:/tmp/x.db",
    runner: { agents: 2 },
    agents: {
      codex: {
        driver: "command",
        argv: ["codex", "exec", ["--model", "{model}"], "{brief}"],
        done: "exit",
        env: { A: "1" },
      },
    },
    roles: { "*": "codex", verifier: "hand" },
    ultrawork: { max_workers: 2 },
  });
  assert.ok(!isRefusal(config));
  assert.deepEqual(config.agents["codex"], {
    driver: "command",
    argv: ["codex", "exec", ["--model", "{model}"], "{brief}"],
    done: "exit",
    env: { A: "1" },
  });
  assert.deepEqual(
    [config.ledger, config.runner.agents, config.options["ultrawork"]],
    ["sqlite:/tmp/x.db", 2, { max_workers: 2 }],
  );
});

test("every finding is told at once, with its pointer", () => {
  assert.deepEqual(pointers([]), [""]);
  assert.deepEqual(
    pointers({
      rolse: {},
      runner: { agents: 0, agent: 2 },
      agents: { a: { driver: "x", argv: "codex", shell: true }, b: 1 },
      roles: { "*": "nobody" },
    }),
    [
      "/rolse",
      "/runner/agent",
      "/runner/agents",
      "/agents/a/shell",
      "/agents/a/driver",
      "/agents/a/argv",
      "/agents/b",
      "/roles/*",
    ],
  );
});

test("a misspelt key is told with the one it is near to, without the list of all", () => {
  const told = (value: unknown) => {
    const refused = read(value);
    return isRefusal(refused) ? refused.text : null;
  };
  assert.equal(
    told({ agnets: {} }),
    "cairn.config.json /agnets is no key of it: did you mean `agents`?",
  );
  assert.equal(
    told({ git: { remoet: "origin" } }),
    "cairn.config.json /git/remoet is no key of git: did you mean `remote`?",
  );
  const driver = { agents: { a: { driver: "scripts" } } };
  assert.equal(
    told(driver),
    `cairn.config.json /agents/a/driver must be one of ${driverNames.join(", ")}: did you mean \`scripted\`?`,
  );
  assert.match(told({ zzz: 1 }) ?? "", /\/zzz is no key of it: protocol, ledger, /u);
});

test("a role finds its agent by exact name, then by the part before the colon, then by the star", () => {
  const config = { ...emptyConfig, roles: { "ultrawork/worker": "w", skill: "s", "*": "any" } };
  assert.equal(agentFor(config, "ultrawork", "worker"), "w");
  assert.equal(agentFor(config, "player", "skill:review"), "s");
  assert.equal(agentFor(config, "player", "worker"), "any");
  assert.equal(agentFor(emptyConfig, "player", "worker"), null);
});

test("an agent may have a name that means something to the language", () => {
  const config = read(
    JSON.parse(
      '{"agents":{"__proto__":{"driver":"command","argv":["codex"]}},"roles":{"*":"__proto__"}}',
    ),
  );
  assert.ok(!isRefusal(config));
  assert.deepEqual(
    [Object.keys(config.agents), agentFor(config, "ultrawork", "worker")],
    [["__proto__"], "__proto__"],
  );
});

test("a model's name is one that no program takes for an option of its own", () => {
  const read = (model: unknown) =>
    readConfig(
      { agents: { codex: { driver: "command", argv: ["codex"], model } } },
      "cairn.config.json",
      known,
    );
  assert.ok(!isRefusal(read("openai/gpt-5.2 mini")));
  assert.ok(!isRefusal(read({ heavy: "a-1" })));
  for (const model of [
    "",
    "\u0085",
    "--yolo",
    " a",
    "a\nb",
    "a\0b",
    { heavy: "-c" },
    { huge: "a" },
  ])
    assert.ok(isRefusal(read(model)), JSON.stringify(model));
});

test("words that no system takes are refused before anything is started, wherever they stand", () => {
  const read = (agent: object) =>
    readConfig(
      { agents: { one: { driver: "command", argv: ["one"], ...agent } } },
      "cairn.config.json",
      known,
    );
  assert.ok(
    !isRefusal(read({ argv: ["one", "", "a\nb", ["-c", "{model}"]], env: { A: "", "B C": "=" } })),
  );
  const odd = [
    { argv: ["one", "a\0b"] },
    { argv: ["one", ["a\0b"]] },
    { argv: ["o\0ne"] },
    { argv: ["-one"] },
    { argv: [""] },
  ];
  for (const agent of [...odd, { env: { A: "a\0b" } }, { env: { "A=B": "" } }, { env: { "": "" } }])
    assert.ok(isRefusal(read(agent)), JSON.stringify(agent));
});

test("the remote of several machines, and what roles need, are read as they stand; what once carried work is named", () => {
  const config = read({ git: { remote: "origin" }, needs: { worker: ["gpu"], "*": [] } });
  assert.ok(!isRefusal(config));
  assert.deepEqual(config.git, { remote: "origin" });
  assert.deepEqual(
    [needsOf(config, "ultrawork", "worker:x"), needsOf(config, "ultrawork", "planner")],
    [["gpu"], []],
  );
  for (const remote of ["--all", "", "two words", "https://u:pw@host/x", ".", 7])
    assert.deepEqual(pointers({ git: { remote } }), ["/git/remote"]);
  const wrong = pointers({
    git: { push: true },
    runner: { pull: ["git", "pull"], push: null },
    needs: { worker: "gpu" },
  });
  assert.deepEqual(
    new Set(wrong),
    new Set(["/git/push", "/needs/worker", "/runner/pull", "/runner/push"]),
  );
});

test("a key that is no option of a protocol is refused before a run of it begins", () => {
  const check = (section: object, optionNames: readonly string[]): void => {
    const config = read({ ultrawork: section });
    assert.ok(!isRefusal(config));
    optionsOf(config, { name: "ultrawork", optionNames });
  };
  check({ max_workers: 2 }, ["max_workers"]);
  assert.throws(() => check({ max_worker: 2, "a/b": "x" }, ["max_workers"]), {
    code: "CONFIG_INVALID",
    message:
      "cairn.config.json /ultrawork/max_worker is no key of ultrawork: did you mean `max_workers`?\ncairn.config.json /ultrawork/a~1b is no key of ultrawork: max_workers",
  });
  assert.throws(() => check({ a: 1 }, []), {
    message: "cairn.config.json /ultrawork/a has no effect: ultrawork has no options",
  });
});
