// Tests of the HTTP API's writes: decisions and commands by a person, idempotent when repeated.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, desk } from "../e2e/desk.ts";
import { shop } from "../mcp/shop.ts";
import { api } from "./api.ts";
import { until } from "./feed.ts";

const plan = {
  tasks: [
    {
      id: "1",
      subject: "One",
      success_criteria: [{ criteria: "it is there", command: "test -e one.txt" }],
    },
  ],
  verify: { success_criteria: [{ criteria: "it is there", command: "test -e one.txt" }] },
};
const types = (done: unknown): readonly string[] => {
  const events = at(done, "events");
  assert.ok(Array.isArray(events));
  return events.map((event) => String(at(event, "type")));
};

test("a decision is shown with all there is to know, answered in place, and its lost answer is given again", async (t) => {
  const own = desk(t, { "plan.json": JSON.stringify(plan) });
  const started = await own.cairn([
    "run",
    "--later",
    "ultrawork",
    "One",
    "--plan",
    "plan.json",
    "--session",
    "one",
    "--json",
  ]);
  const run = String(at(started.json(), "run"));
  const { get, post } = await api(t, own);
  const address = `/api/runs/${run}/decisions/approve-1`;
  const brief = (await get(address)).json();
  assert.match(String(at(brief, "brief")), /One/u);
  const none = await get(`/api/runs/${run}/decisions/approve-9`);
  assert.equal(none.status, 404);
  const wrong = await post(address, { option: "perhaps", id: "click-0000" });
  assert.equal(wrong.status, 404);
  assert.equal(at(wrong.json(), "refusal", "code"), "OPTION_UNKNOWN");
  const silent = await post(address, { option: "revise", id: "click-0001" });
  assert.equal(at(silent.json(), "refusal", "code"), "REASON_MISSING");
  for (const id of [undefined, "short", "~1234567890", "a/b/c/d/e/f"])
    assert.equal((await post(address, { option: "approve", id })).status, 400, String(id));
  const answer = { option: "approve", note: "fine", id: "click-0002" };
  const first = await post(address, answer);
  assert.equal(first.status, 200, first.text);
  assert.ok(types(first.json()).includes("PlanApproved"));
  assert.equal(at(first.json(), "events", 0, "by"), "person:ana");
  const again = await post(address, answer);
  assert.deepEqual(again.json(), first.json());
  const late = await post(address, { ...answer, id: "click-0003" });
  assert.equal(late.status, 404);
  assert.equal(at(late.json(), "refusal", "code"), "JOB_UNKNOWN");
});

test("work goes on after an answer that asks for it, in the same request; after any other it doesn't", async (t) => {
  const own = desk(t, { "plan.json": JSON.stringify(plan) });
  const started = await own.cairn([
    "run",
    "--later",
    "ultrawork",
    "One",
    "--plan",
    "plan.json",
    "--session",
    "one",
    "--json",
  ]);
  const run = String(at(started.json(), "run"));
  const { post, ground } = await api(t, own);
  const sent = await post(`/api/runs/${run}/commands/Pause`, {
    data: {},
    drive: run,
    id: "click-0000",
  });
  assert.equal(sent.status, 200, sent.text);
  assert.equal(ground.runners.of(run), null, "nothing goes on in a run that is paused");
  assert.equal(
    (await post(`/api/runs/${run}/commands/Resume`, { data: {}, id: "click-0001" })).status,
    200,
  );
  assert.equal(ground.runners.of(run), null);
  const answer = { option: "approve", drive: run, id: "click-0002" };
  const answered = await post(`/api/runs/${run}/decisions/approve-1`, answer);
  assert.equal(answered.status, 200, answered.text);
  assert.notEqual(ground.runners.of(run), null);
  await ground.runners.gone(run);
});

test("a command is sent, refused in its own words, and told to who follows the ledger", async (t) => {
  const own = await shop(t);
  const { get, post, live } = await api(t, own);
  const stream = await live("/api/live");
  await until(() => stream.text().includes("event: hint"), "the stream stands");
  const address = `/api/runs/${own.run}/commands`;
  const paused = await post(`${address}/Pause`, { data: {}, id: "click-0001" });
  assert.equal(paused.status, 200, paused.text);
  assert.deepEqual(types(paused.json()), ["RunPaused"]);
  await until(() => stream.text().includes('"type":"RunPaused"'), "the stream tells it");
  assert.equal(at((await get(`/api/runs/${own.run}`)).json(), "status"), "paused");
  const again = await post(`${address}/Pause`, { data: {}, id: "click-0001" });
  assert.deepEqual(again.json(), paused.json());
  const unfit = await post(`${address}/SetOptions`, {
    data: { options: { nonsense: 1 } },
    id: "click-0002",
  });
  assert.equal(unfit.status, 409, unfit.text);
  assert.equal(typeof at(unfit.json(), "refusal", "text"), "string");
  const engine = await post(`${address}/RefuseEdit`, {
    data: { path: "a", digest: "b", code: "C", why: "d" },
    id: "click-0003",
  });
  assert.equal(engine.status, 403, engine.text);
  const unknown = await post(`${address}/Destroy`, { data: {}, id: "click-0004" });
  assert.equal(unknown.status, 404);
  assert.equal(at(unknown.json(), "refusal", "code"), "COMMAND_UNKNOWN");
  const resumed = await post(`${address}/Resume`, { data: {}, id: "click-0005" });
  assert.equal(resumed.status, 200, resumed.text);
});

test("what the rules refuse whatever is said isn't offered, for a unit or at all, and answers never are", async (t) => {
  const own = desk(t, { "plan.json": JSON.stringify(plan) });
  const started = await own.cairn([
    "run",
    "--later",
    "ultrawork",
    "One",
    "--plan",
    "plan.json",
    "--session",
    "one",
    "--json",
  ]);
  const run = String(at(started.json(), "run"));
  const { get, post } = await api(t, own);
  const offered = async (query = ""): Promise<readonly string[]> => {
    const commands = at((await get(`/api/runs/${run}/commands${query}`)).json(), "commands");
    assert.ok(Array.isArray(commands));
    return commands.map((one) => String(at(one, "type")));
  };
  const has = (types: readonly string[], ...some: readonly string[]): readonly boolean[] =>
    some.map((type) => types.includes(type));
  const early = ["Retry", "SetGoal", "Pause", "Reopen", "Resume", "ApprovePlan", "RaiseBudget"];
  assert.deepEqual(has(await offered(), ...early), [
    false,
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
  assert.equal(
    (await post(`/api/runs/${run}/decisions/approve-1`, { option: "approve", id: "click-0000" }))
      .status,
    200,
  );
  const about = await offered("?unit=1");
  // The last task can't be waived.
  assert.deepEqual(has(about, "Waive", "SetNote", "Retry", "Pause"), [false, true, false, false]);
  assert.deepEqual(await offered("?unit=nothing"), []);
  const last = await post(`/api/runs/${run}/commands/Waive`, {
    data: { unit: "1", reason: "seen" },
    id: "click-0001",
  });
  assert.equal(at(last.json(), "refusal", "code"), "UNIT_LAST");
});

test("a file that was edited by hand is refused while somebody looks, though nothing is done and no runner is at work", async (t) => {
  const own = await shop(t);
  const ticks: (() => void)[] = [];
  const clock = {
    now: Date.now,
    every: (_ms: number, tick: () => void) => (ticks.push(tick), () => {}),
  };
  const { get, live } = await api(t, own, clock);
  const stream = await live("/api/live");
  const shown = (await get(`/api/runs/${own.run}`)).json();
  writeFileSync(
    join(String(at(shown, "folder")), "session.json"),
    JSON.stringify({ phase: "COMPLETE" }),
  );
  const { promise: told, resolve } = Promise.withResolvers<void>();
  const looking = setInterval(() => {
    for (const tick of ticks) tick();
    if (stream.text().includes('"type":"EditRefused"')) resolve();
  }, 20);
  await told;
  clearInterval(looking);
  assert.equal(typeof at((await get(`/api/runs/${own.run}`)).json(), "refused"), "string");
});

test("a runner that can't go on says why, and is no runner any more", async (t) => {
  const own = await shop(t);
  const { get, post, ground } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const begun = await post(`${address}/drive`, {});
  assert.deepEqual(begun.json(), { run: own.run, driven: true });
  assert.equal(typeof at((await get(address)).json(), "runner", "since"), "string");
  await ground.runners.gone(own.run);
  const after = (await get(address)).json();
  assert.equal(at(after, "runner"), null);
  assert.match(JSON.stringify(at(after, "lastWords")), /AGENT_MISSING/u);
  assert.deepEqual((await post(`${address}/rest`, {})).json(), { run: own.run, driven: false });
  assert.equal(
    (await post(`${address}/commands/Cancel`, { data: { reason: "enough" }, id: "click-0001" }))
      .status,
    200,
  );
  const over = await post(`${address}/drive`, {});
  assert.equal(over.status, 409);
  assert.equal(at(over.json(), "refusal", "code"), "RUN_OVER");
});
