// Tests of warnings about missing agents: before a runner begins, none during work.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testEngine } from "../../../test/fixtures/engine.ts";
import { begin } from "../../../test/fixtures/ultrawork.ts";
import type { Driver } from "../../agents/agent.ts";
import { Fault } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import { openMemory } from "../../../test/fixtures/memory-ledger.ts";
import { ultrawork } from "../../protocols/ultrawork/index.ts";
import type { RunnerAtWork } from "../../workspace/workspace.ts";
import { type Config, emptyConfig } from "../config.ts";
import { createLacks, type Lacks } from "./lacks.ts";
import { noRunners } from "../../../test/fixtures/no-runners.ts";

const configured: Config = {
  ...emptyConfig,
  agents: { a: { driver: "command", argv: ["bot"], done: "report", env: {} } },
  roles: { "*": "a" },
};
const lease: Lease = {
  run: "r1",
  job: "plan-1",
  holder: { name: "ana", agent: null, conversation: null },
  fence: 1,
  token: "1.x",
  until: "2026-01-08T12:01:00.000Z",
  host: "here",
};

/** `config`: the file's content at each call. */
const lacksBy = (
  config: () => Config,
  leases: readonly Lease[] = [],
  looks: string[] = [],
  runners: readonly RunnerAtWork[] = [],
): Lacks => {
  const driver: Driver = {
    name: "command",
    find: ({ argv }) => (
      looks.push(String(argv[0])),
      Promise.resolve({ path: "/bin/bot", version: null })
    ),
    start: () => assert.fail("nothing starts"),
    read: () => ({ message: "", conversation: null, fault: null }),
  };
  const ledger = { ...openMemory({ now: () => 0 }), leases: () => Promise.resolve(leases) };
  const engine = testEngine(ultrawork, { ledger });
  const workspace = {
    ...engine.workspace,
    runners: noRunners(() => runners),
  };
  return createLacks({
    ...engine,
    workspace,
    driver: () => Promise.resolve(driver),
    configNow: config,
  });
};
const run = async (pause = false) => {
  const begun = await begin(null);
  if (pause) begun.ok("Pause");
  return { protocol: ultrawork, state: begun.state() };
};

test("what nobody can do is told with what to do, until the configuration's file names somebody", async () => {
  let config: Config = emptyConfig;
  const looks: string[] = [];
  const lacks = lacksBy(() => config, [], looks);
  const lack = await lacks("r1", await run());
  assert.match(lack?.text ?? "", /^No agent is set up\. `cairn init` asks which one\.$/u);
  assert.equal(lack?.fits, "", "nothing else");
  config = configured;
  assert.equal(await lacks("r1", await run()), null);
  const once = looks.length;
  assert.equal(await lacks("r1", await run()), null);
  assert.deepEqual([once > 0, looks.length], [true, once], "who was found isn't looked for again");
});

test("a configuration that can't be read is what is lacking", async () => {
  const lacks = lacksBy(() => {
    throw new Fault("CONFIG_INVALID", "agents: a list", "mend it");
  });
  assert.deepEqual(await lacks("r1", await run()), { text: "agents: a list", fits: "mend it" });
});

test("where somebody is at work, or nothing may begin, nobody is lacking", async () => {
  assert.equal(await lacksBy(() => emptyConfig, [lease])("r1", await run()), null);
  assert.equal(await lacksBy(() => emptyConfig)("r1", await run(true)), null);
  const process = { pid: 1, start: "1" };
  const driven = (run: string) =>
    lacksBy(() => emptyConfig, [], [], [{ run, process, since: "2026-01-08T12:00:00.000Z" }]);
  assert.equal(
    await driven("r1")("r1", await run()),
    null,
    "a runner of another terminal found whom it needs",
  );
  assert.notEqual(await driven("r2")("r1", await run()), null);
});
