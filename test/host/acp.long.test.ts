// Tests of ACP agents that misbehave: permissions, foreign sessions, false claims, silence.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { acpDriver } from "../../src/agents/acp.ts";
import type { Around, AgentOutput } from "../../src/agents/agent.ts";
import { eventsOf } from "../../src/agents/stream.ts";
import type { StreamEvent } from "../../src/agents/stream.ts";
import { compiled } from "../fixtures/compiled.ts";
import { around, jobOf } from "../contract/agent.ts";
import type { Acting } from "../fixtures/acp-agent.ts";

const driver = acpDriver({ root: "/", path: "" });
const agent = join(import.meta.dirname, "../fixtures/acp-agent.ts");
type Asked = Partial<Around> & {
  readonly model?: string;
  readonly argv?: readonly string[];
  readonly until?: (out: string, child: ChildProcess) => void;
};
type Ran = AgentOutput & {
  readonly events: readonly StreamEvent[];
  readonly out: string;
  readonly err: string;
  readonly exit: number | null;
};

const run = (
  acting: Acting,
  { model, argv = [process.execPath, agent, JSON.stringify(acting)], until, ...given }: Asked = {},
): Promise<Ran> => {
  const config = {
    driver: "acp",
    argv,
    done: "report",
    env: {},
    ...(model === undefined ? {} : { model }),
  } as const;
  const launch = driver.start(jobOf(), "the brief", config, { ...around, ...given });
  const [program = "", ...rest] = launch.argv;
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const child = spawn(program, rest, {
    env: { ...env, ...compiled, CAIRN_TOKEN: "7.secret" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    until?.(out, child);
  });
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(launch.stdin ?? "");
  return new Promise((resolve) => {
    child.on("close", (exit) =>
      resolve({ out, err, exit, events: eventsOf(out), ...driver.read(out, err, exit) }),
    );
  });
};
const typesOf = ({ events }: Ran): readonly unknown[] => events.map(({ type }) => type);

test("once is chosen before always, by kind alone, however often kinds repeat and in whichever order", async () => {
  const { events, message } = await run({
    acts: [{ ask: ["reject_once", "allow_always", "allow_once", "allow_once", "allow_always"] }],
  });
  assert.deepEqual(JSON.parse(message), { outcome: "selected", optionId: "2" });
  assert.equal(events.find(({ type }) => type === "permission")?.["chose"], "allow_once");
  assert.deepEqual(
    JSON.parse((await run({ acts: [{ ask: ["allow_always", "reject_always"] }] })).message),
    {
      outcome: "selected",
      optionId: "0",
    },
  );
});

test("a question without an answer that allows is cancelled, and that is told", async () => {
  for (const ask of [["reject_always", "reject_once"], []]) {
    const { events, message } = await run({ acts: [{ ask }] });
    assert.deepEqual(JSON.parse(message), { outcome: "cancelled" });
    assert.equal(events.find(({ type }) => type === "permission")?.["chose"], null);
  }
});

test("another session gets no permission, and what it says counts for nothing", async () => {
  const { message, events } = await run({
    acts: [
      { say: "mine" },
      { say: "theirs", session: "session-2" },
      { ask: ["allow_once"], session: "session-2" },
    ],
  });
  assert.equal(events.find(({ type }) => type === "permission")?.["chose"], null);
  assert.equal(events.find(({ type }) => type === "foreign")?.["conversation"], "session-2");
  assert.ok(!message.includes("theirs"), message);
});

test("the last message is what was said without a pause: thoughts are none of it, a tool's call and another message's name end it", async () => {
  const { message, usage, fault } = await run({
    acts: [
      { say: "I look. " },
      { tool: "t", status: "in_progress" },
      { tool: "t", status: "completed" },
      { say: "old", message: "m1" },
      { say: "It ", message: "m2" },
      { think: "hm" },
      { say: "is done.", message: "m2" },
      { cost: 0.5 },
    ],
  });
  assert.deepEqual(
    [message, fault, usage],
    ["It is done.", null, { input: null, output: null, cost: 0.5 }],
  );
});

test("one that dies between two calls of its tools has no last message, and waits for its model until then", async () => {
  const died = await run({
    acts: [
      { say: "done!" },
      { tool: "a", status: "in_progress" },
      { tool: "a", status: "failed" },
      { die: 3 },
    ],
  });
  assert.deepEqual([died.message, died.fault, died.exit], ["", { kind: "other" }, 1]);
  assert.match(died.err, /the agent's program ended: exit 3/);
  const upTo = (count: number): string => died.out.split("\n").slice(0, count).join("\n");
  assert.deepEqual(typesOf(died), ["started", "said", "tool", "tool", "fault"]);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((count) => driver.waits?.(upTo(count), "")),
    [true, true, false, true, false],
  );
});

test("what floods is passed on piece by piece, not gathered", async () => {
  const flooded = await run({ acts: [{ flood: 300 }, { say: "\n\nend" }] });
  assert.equal(flooded.message.length, 3_000_005);
  assert.equal(typesOf(flooded).filter((type) => type === "said").length, 301);
});

test("lines that are no message of the protocol don't stop the turn", async () => {
  const { message, fault } = await run({
    acts: [{ print: "Loaded cached credentials.\n" }, { say: "done" }],
  });
  assert.deepEqual([message, fault], ["done", null]);
});

test("a turn that fails tells why: overload, login, a version that nobody here speaks, a program that isn't there", async () => {
  const overloaded = await run({
    acts: [
      { fail: { code: -32_603, message: "Internal error", data: { details: "529 Overloaded" } } },
    ],
  });
  assert.deepEqual([overloaded.fault, overloaded.exit], [{ kind: "overload" }, 1]);
  assert.deepEqual((await run({ acts: [], login: true })).fault, { kind: "auth" });
  const refused = await run({
    acts: [{ fail: { code: -32_603, message: "Internal error: Incorrect API key provided" } }],
  });
  assert.deepEqual(refused.fault, { kind: "auth" });
  const foreign = await run({ acts: [], version: 9 });
  assert.match(foreign.out, /speaks version 9 of ACP/);
  const missing = await run({ acts: [] }, { argv: ["/no/such/agent"] });
  assert.deepEqual(
    [missing.fault, missing.conversation, missing.exit],
    [{ kind: "other" }, null, 1],
  );
});

test("what it complains of while it tries again is trouble, until it comes further or is stopped", async () => {
  const trying: Acting["acts"] = [
    { complain: "Attempt 1 failed with status 529. Retrying" },
    { hang: true },
  ];
  const until: Asked["until"] = (out, child) =>
    void (out.includes("trouble") && child.kill("SIGINT"));
  const stopped = await run({ acts: trying, stop: "cancelled" }, { until });
  const told = stopped.out.split("\n").slice(0, 2).join("\n");
  assert.deepEqual(driver.stuck?.(told, ""), { kind: "overload" });
  assert.deepEqual(
    driver.read(told, "", null).fault,
    { kind: "overload" },
    "killed while it tried",
  );
  assert.equal(driver.stuck?.(`${told}\n{"type":"thought"}`, ""), null);
  assert.deepEqual([stopped.message, stopped.err.includes("529")], ["", true]);
});

test("a refusal or a cut answer is no good end, whatever was said", async () => {
  for (const stop of ["refusal", "max_tokens", "cancelled"])
    assert.equal((await run({ acts: [{ say: "done" }], stop })).exit, 1);
});

test("an interruption cancels the turn and ends soon", async () => {
  const interrupted = await run(
    { acts: [{ say: "begun" }, { hang: true }], stop: "cancelled" },
    { until: (out, child) => void (out.includes("begun") && child.kill("SIGINT")) },
  );
  assert.equal(interrupted.events.at(-1)?.["reason"], "cancelled");
  assert.deepEqual([interrupted.exit, interrupted.message, interrupted.fault], [1, "", null]);
});

test("a session is gone on with where the agent can: loaded without what it replays, resumed before loaded, begun anew where it is unknown", async () => {
  const known = { old: '```cairn-report\n{"status":"done"}\n```' };
  const acts = [{ say: "new words" }];
  const of = async (acting: Partial<Acting>, resume = "old"): Promise<readonly unknown[]> => {
    const ran = await run({ acts, known, ...acting }, { resume });
    assert.ok(!ran.out.includes("cairn-report"), "what was said before isn't said again");
    return [ran.message, ran.conversation, ran.events[0]?.["resumed"]];
  };
  assert.deepEqual(await of({ can: { load: true } }), ["new words", "old", true]);
  assert.deepEqual(await of({ can: { load: true, resume: true } }), ["new words", "old", true]);
  assert.deepEqual(await of({ can: { load: true } }, "gone"), ["new words", "session-1", false]);
  assert.deepEqual(await of({}), ["new words", null, false]);
});

test("cairn's server is given over the protocol with the job's own values, which stand in no argument; files and terminals are not offered", async () => {
  const { err } = await run({ acts: [] }, { mcp: ["/usr/bin/node", "cairn.cjs", "mcp"] });
  const { mcpServers, cwd } = JSON.parse(/^new (.*)$/mu.exec(err)?.[1] ?? "");
  assert.equal(cwd, process.cwd());
  assert.deepEqual(
    [mcpServers[0].command, mcpServers[0].args],
    ["/usr/bin/node", ["cairn.cjs", "mcp"]],
  );
  assert.ok(
    mcpServers[0].env.some(
      ({ name, value }: { name: string; value: string }) =>
        name === "CAIRN_TOKEN" && value === "7.secret",
    ),
  );
});

test("a model is chosen by the agent's own setting where argv has no place for it, and one that it hasn't is told", async () => {
  const models = ["m1", "m2"];
  const chosen = await run({ acts: [{ say: "ok" }], models }, { model: "m2" });
  assert.match(chosen.err, /^set .*"configId":"model".*"value":"m2"/mu);
  assert.match((await run({ acts: [], models }, { model: "m3" })).out, /no model m3, but m1, m2/);
  assert.match((await run({ acts: [] }, { model: "m2" })).out, /in argv, as \{model\}/);
  const placed = driver.start(
    jobOf(),
    "b",
    { driver: "acp", argv: ["a", ["-m", "{model}"]], model: "m2", done: "report", env: {} },
    around,
  );
  assert.deepEqual(JSON.parse(placed.argv[2] ?? ""), {
    argv: ["a", "-m", "m2"],
    mcp: ["cairn", "mcp"],
    resume: null,
    model: null,
  });
});
