// Runs are started, begun again and steered over HTTP, with the refusals and for the senders of the command line.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import { protocols } from "../../src/open.ts";
import { at, desk } from "../e2e/desk.ts";
import { auto, slowShop } from "../e2e/one-file.ts";
import { type Answered, api } from "./api.ts";
import { until } from "./feed.ts";

const light = {
  protocol: "ultrawork",
  data: { goal: "Fix the typo in the title" },
  switches: ["light"],
  drive: false,
};
const codeOf = (answer: Answered): string | undefined => /"code":"(\w+)"/u.exec(answer.text)?.[1];
const idsOf = (answer: Answered): readonly string[] => {
  const lines = answer.json();
  assert.ok(Array.isArray(lines));
  return lines.map((line) => String(at(line, "run")));
};

test("what can be begun is told with its agents, checks and fields, and follows the configuration as it is now", async (t) => {
  const here = slowShop(t);
  const file = join(here.root, "cairn.config.json");
  const config = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  const { get } = await api(t, here);
  const bare = (await get("/api/start")).json();
  assert.deepEqual(at(bare, "agents"), []);
  assert.match(String(at(bare, "lacks")), /cairn init/u);
  const checks = [{ name: "tests", argv: ["true"] }];
  writeFileSync(
    file,
    JSON.stringify({ ...config, protocol: "iterative", checks, budget: { run: "5usd" } }),
  );
  const options = (await get("/api/start")).json();
  assert.equal(at(options, "usual"), "iterative");
  assert.deepEqual(at(options, "checks"), checks);
  assert.equal(at(options, "budget"), "5usd");
  assert.equal(at(options, "lacks"), null);
  assert.equal(at(options, "agents", 1, "name"), "other");
  const ways = at(options, "protocols");
  assert.ok(Array.isArray(ways));
  assert.deepEqual(
    ways.map((way) => at(way, "name")),
    Object.keys(protocols),
  );
  for (const way of ways) {
    assert.match(String(at(way, "purpose")), /\.$/u);
    assert.equal(at(way, "plays"), at(way, "name") === "player");
    assert.ok(Array.isArray(at(way, "roles")));
  }
  assert.deepEqual(at(ways[0], "roles", 0), { role: "explorer", agent: "scripted" });
});

test("a run is started once, however often the same request comes, and is driven", async (t) => {
  const here = slowShop(t);
  const { get, post, ground } = await api(t, here);
  const body = {
    ...light,
    drive: true,
    agents: { worker: "other" },
    budget: "3h",
    id: "start-0001",
  };
  const [first, beside] = await Promise.all([post("/api/runs", body), post("/api/runs", body)]);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(beside.json(), first.json());
  const run = String(at(first.json(), "run"));
  assert.deepEqual(first.json(), { run, driven: true });
  const again = await post("/api/runs", body);
  assert.deepEqual(again.json(), first.json());
  assert.deepEqual(idsOf(await get("/api/runs")), [run]);
  const shown = (await get(`/api/runs/${run}`)).json();
  assert.match(JSON.stringify(at(shown, "facts")), /agents worker: other/u);
  const [event] = JSON.parse(
    `[${(await here.cairn(["log", run, "--json"])).out.split("\n")[0] ?? ""}]`,
  );
  assert.equal(at(event, "type"), "RunStarted");
  await until(
    () => ground.runners.of(run) !== null || ground.runners.lastWords(run) !== null,
    "a runner is at it",
  );
  const kept = (await get(`/api/start?again=${run}`)).json();
  const { again: begun } = isRecord(kept) ? kept : {};
  assert.equal(at(begun, "protocol"), "ultrawork");
  assert.equal(at(begun, "data", "goal"), light.data.goal);
  assert.deepEqual(at(begun, "switches"), ["light"]);
  assert.deepEqual(at(begun, "agents"), { worker: "other" });
  assert.equal(at(begun, "budget"), "3h");
  assert.ok(isRecord(begun));
  const anew = await post("/api/runs", { ...begun, budget: "2h", drive: false, id: "start-0002" });
  assert.equal(anew.status, 200, anew.text);
  assert.notEqual(at(anew.json(), "run"), run);
  assert.equal((await get("/api/start?again=nothing")).status, 404);
});

test("what is begun again is begun as it was, by each protocol", async (t) => {
  const here = desk(t);
  const { get, post } = await api(t, here);
  const wanted = [
    {
      protocol: "ultrawork",
      data: { goal: "Add login", explorers: ["where logins are"], options: { max_workers: 2 } },
    },
    { protocol: "iterative", data: { request: "Add login", settings: { workers: 2 } } },
    { protocol: "stigmergy", data: { goal: "A shop", settings: { concurrency: 2 } } },
  ];
  for (const [n, body] of wanted.entries()) {
    const started = await post("/api/runs", { ...body, drive: false, id: `start-000${n}` });
    assert.equal(started.status, 200, started.text);
    const run = String(at(started.json(), "run"));
    const begun = at((await get(`/api/start?again=${run}`)).json(), "again");
    assert.ok(isRecord(begun));
    assert.match(JSON.stringify(begun), /2/u);
    assert.equal(
      (await here.cairn(["stop", "--cancel", run, "--reason", "enough", "--yes"])).exit,
      0,
    );
    await here.cairn(["archive", run]);
    const anew = await post("/api/runs", {
      ...begun,
      budget: "",
      drive: false,
      id: `again-000${n}`,
    });
    assert.equal(anew.status, 200, `${body.protocol}: ${anew.text}`);
    const second = at(
      (await get(`/api/start?again=${String(at(anew.json(), "run"))}`)).json(),
      "again",
    );
    assert.deepEqual(second, begun);
  }
});

test("what can't be started is refused beside its field, and leaves nothing", async (t) => {
  const here = slowShop(t);
  const { get, post } = await api(t, here);
  const asked = (more: object, n: number) =>
    post("/api/runs", { ...light, ...more, id: `start-100${n}` });
  const empty = await asked({ data: { goal: " " } }, 0);
  assert.equal(at(empty.json(), "refusal", "pointer"), "/goal");
  const odd = await asked({ data: { goal: "x y", options: { max_workers: 99 } } }, 1);
  assert.equal(at(odd.json(), "refusal", "pointer"), "/options/max_workers");
  assert.equal(codeOf(await asked({ protocol: "magic" }, 2)), "PROTOCOL_UNKNOWN");
  assert.equal(codeOf(await asked({ agents: { worker: "othr" } }, 3)), "AGENT_UNKNOWN");
  const cheap = await asked({ budget: "five" }, 4);
  assert.equal(at(cheap.json(), "refusal", "pointer"), "/budget", cheap.text);
  assert.equal(
    at((await asked({ switches: ["dark"] }, 5)).json(), "refusal", "pointer"),
    "/switches/0",
  );
  assert.equal((await post("/api/runs", { ...light })).status, 400);
  assert.equal((await post("/api/runs", { ...light, data: "goal", id: "start-1009" })).status, 400);
  assert.equal(
    codeOf(await asked({ protocol: "player", data: { template: "none" }, switches: [] }, 6)),
    "TEMPLATE_UNKNOWN",
  );
  rmSync(join(here.root, "cairn.config.json"));
  const nobody = await asked({ drive: true }, 7);
  assert.equal(nobody.status, 503);
  assert.equal(codeOf(nobody), "AGENT_MISSING");
  assert.deepEqual(idsOf(await get("/api/runs")), []);
});

test("from within a job runs are started as the agent's own, and none is given agents, nor stopped", async (t) => {
  const here = slowShop(t);
  const { post } = await api(t, here, undefined, { kind: "agent", name: "worker" });
  const own = await post("/api/runs", { ...light, switches: [], id: "start-2001" });
  assert.equal(own.status, 200, own.text);
  const run = String(at(own.json(), "run"));
  assert.match((await here.cairn(["log", run])).out, /agent:worker/u);
  const given = await post("/api/runs", {
    ...light,
    switches: [],
    agents: { worker: "other" },
    id: "start-2002",
  });
  assert.equal(given.status, 403, given.text);
  const stopped = await post(`/api/runs/${run}/stop`, { job: "1", fence: 1, id: "stop-20001" });
  assert.equal(stopped.status, 403);
  assert.equal(codeOf(stopped), "SENDER_WRONG");
});

test("one attempt is stopped once, with a note for the next, which does its work", async (t) => {
  const here = slowShop(t);
  assert.equal((await here.cairn(["run", "--later", ...auto.slice(1)])).exit, 0);
  const { get, post, ground } = await api(t, here);
  const run = String(at((await get("/api/runs")).json(), 0, "run"));
  const address = `/api/runs/${run}/stop`;
  const idle = await post(address, { job: "1", fence: 7, id: "stop-00000" });
  assert.deepEqual(at(idle.json(), "stopped"), false, idle.text);
  assert.equal((await post(address, { job: "9", fence: 7, id: "stop-00009" })).status, 404);
  await post(`/api/runs/${run}/drive`, {});
  const fenceOf = async (): Promise<unknown> => {
    const jobs = at((await get(`/api/runs/${run}`)).json(), "jobs");
    assert.ok(Array.isArray(jobs));
    const found: unknown = jobs.find(
      (job) => isRecord(job) && job["key"] === "task-1-1" && job["is"] === "running",
    );
    return isRecord(found) ? found["fence"] : undefined;
  };
  let fence = await fenceOf();
  while (typeof fence !== "number") fence = await fenceOf();
  const body = { job: "1", fence, note: "Leave the schema as it is", id: "stop-00001" };
  const stopped = await post(address, body);
  assert.deepEqual(stopped.json(), { run, job: "task-1-1", stopped: true }, stopped.text);
  const again = await post(address, body);
  assert.equal(at(again.json(), "stopped"), false, again.text);
  const byKey = await post(address, { ...body, job: "task-1-1" });
  assert.deepEqual(byKey.json(), { run, job: "task-1-1", stopped: false }, byKey.text);
  await ground.runners.gone(run);
  assert.equal(at((await get(`/api/runs/${run}`)).json(), "state"), "done");
  assert.match(
    (await here.cairn(["job", "output", run, "task-1-2", "--brief"])).out,
    /NOTE from ana, who watches this run/u,
  );
  assert.equal((await here.cairn(["log", run])).out.match(/NoteSet/gu)?.length, 1);
});
