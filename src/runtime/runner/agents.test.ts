// Tests of missing agents: reported with every way out before anything starts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testEngine } from "../../../test/fixtures/engine.ts";
import { command, story } from "../../../test/fixtures/ultrawork-story.ts";
import type { AgentConfig, Driver } from "../../agents/agent.ts";
import { Fault } from "../../core/refusal.ts";
import { ultrawork } from "../../protocols/ultrawork/index.ts";
import type { State } from "../../protocols/ultrawork/state.ts";
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
const told = async (state: State, roles: Readonly<Record<string, string>>): Promise<string> => {
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
    const run = story({ mode });
    const missing = await told(run.state(), { worker: "a", planner: "a" });
    assert.match(missing, /^AGENT_MISSING: no agent for role verifier\n/u);
    assert.match(missing, /cairn\.config\.json/u);
    assert.ok(missing.includes("`cairn send 0198f3 SetOptions --verifier person`"));
    run.ok(command("SetOptions", { options: { verifier: "person" } }));
    assert.equal(await told(run.state(), { worker: "a", planner: "a" }), "");
  });

test("other-agent wants two agents: one for both roles is told before anything starts", async () => {
  const run = story({ verifier: "other-agent" });
  assert.match(
    await told(run.state(), { "*": "a" }),
    /^AGENT_MISSING: roles worker and verifier are both given to a, .*\n.*SetOptions --verifier person/u,
  );
  assert.equal(await told(run.state(), { "*": "a", verifier: "b" }), "");
  assert.equal(await told(run.state(), { "*": "a", verifier: "hand" }), "");
  assert.equal(
    await told(story().state(), { "*": "a" }),
    "",
    "another session of the same agent will do otherwise",
  );
});
