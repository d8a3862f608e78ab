// Tests of missing agents: reported with every way out before anything starts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testEngine } from "../../../test/fixtures/engine.ts";
import { begin } from "../../../test/fixtures/ultrawork.ts";
import type { AgentConfig, Driver } from "../../agents/agent.ts";
import { Fault } from "../../core/refusal.ts";
import { ultrawork } from "../../protocols/ultrawork/index.ts";
import type { Work } from "../../work/work.ts";
import { emptyConfig } from "../config.ts";
import type { Engine } from "../engine.ts";
import { findAgents } from "./agents.ts";

const config: AgentConfig = { driver: "command", argv: ["bot"], done: "report", env: {} };
const driver: Driver = {
  name: "command",
  find: () => Promise.resolve({ path: "/bin/bot", version: null }),
  start: () => assert.fail("nothing starts"),
  read: () => ({ message: "", conversation: null, fault: null }),
};

/** The message for the operator; empty: the run may continue. */
const told = async (state: Work, roles: Readonly<Record<string, string>>): Promise<string> => {
  const engine: Engine = {
    ...testEngine(ultrawork),
    config: { ...emptyConfig, agents: { a: config, b: config }, roles },
    driver: () => Promise.resolve(driver),
  };
  try {
    await findAgents(engine, { protocol: ultrawork, state }, [], new Set());
    return "";
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `${error.code}: ${error.message}\n${error.hint}`;
  }
};

for (const mode of ["interactive", "auto"])
  test(`without a verifier nothing starts in ${mode} mode, and a person is told how to judge instead`, async () => {
    const run = await begin(null, { mode });
    const missing = await told(run.state(), { worker: "a", planner: "a", explorer: "a" });
    assert.match(missing, /^AGENT_MISSING: no agent for role verifier\n/u);
    assert.match(missing, /cairn\.config\.json/u);
    assert.ok(missing.includes("`cairn send r1 SetOptions --judge person`"));
    run.ok("SetOptions", { options: { judge: "person" } });
    assert.equal(await told(run.state(), { worker: "a", planner: "a", explorer: "a" }), "");
  });

test("other-agent wants two agents: one for both roles is told before anything starts", async () => {
  const run = await begin(null, { judge: "other-agent" });
  assert.match(
    await told(run.state(), { "*": "a" }),
    /^AGENT_MISSING: roles worker and verifier are both given to a, .*\n.*SetOptions --judge person/u,
  );
  assert.equal(await told(run.state(), { "*": "a", verifier: "b" }), "");
  assert.equal(await told(run.state(), { "*": "a", verifier: "hand" }), "");
  assert.equal(
    await told((await begin(null)).state(), { "*": "a" }),
    "",
    "another session of the same agent will do otherwise",
  );
});
