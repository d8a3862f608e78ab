// Tests of the HTTP API's reads: overview, runs, moments of the past, ledger pages.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { shop } from "../mcp/shop.ts";
import { api } from "./api.ts";

const list = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path);
  assert.ok(Array.isArray(found), path.join("."));
  return found;
};

test("where it is, all runs, and one of them by its id or a part of it", async (t) => {
  const own = await shop(t);
  const { get } = await api(t, own);
  const here = (await get("/api/here")).json();
  assert.equal(at(here, "as"), "person:ana");
  assert.equal(at(here, "root"), own.root);
  const runs = (await get("/api/runs")).json();
  assert.equal(list(runs).length, 1);
  assert.equal(at(runs, 0, "run"), own.run);
  assert.equal(at(runs, 0, "driven"), false);
  const shown = (await get(`/api/runs/${own.run.slice(0, 6)}`)).json();
  assert.equal(at(shown, "run"), own.run);
  assert.equal(at(shown, "version"), at(shown, "newest"));
  const unknown = await get("/api/runs/nothing");
  assert.equal(unknown.status, 404);
  assert.equal(at(unknown.json(), "refusal", "code"), "RUN_UNKNOWN");
});

test("a run whose record is damaged hides no other: it is listed with the reason", async (t) => {
  const own = await shop(t);
  const ledger = new DatabaseSync(join(own.root, ".git/cairn/ledger.db"));
  ledger.exec("update rows set data = '{' where version = 2; delete from snapshots");
  ledger.close();
  const { get } = await api(t, own);
  const runs = (await get("/api/runs")).json();
  assert.equal(at(runs, 0, "run"), own.run);
  assert.equal(at(runs, 0, "wrong", 0, "what"), "unreadable");
});

test("a run as it was at a version and at a time, and not before it was", async (t) => {
  const own = await shop(t);
  const { get } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const first = (await get(`${address}?at=1`)).json();
  assert.equal(at(first, "version"), 1);
  assert.equal(at(first, "phase"), "PLANNING");
  const log = (await get(`${address}/log`)).json();
  const asked = list(log, "lines").find((line) => at(line, "type") === "PlanProposed");
  const before = (await get(`${address}?at=${String(at(asked, "version"))}`)).json();
  assert.equal(at(before, "decisions", 0, "key"), "approve-1");
  assert.equal(list((await get(address)).json(), "decisions").length, 0);
  const then = (await get(`${address}?at=${String(at(asked, "at"))}`)).json();
  assert.ok(Number(at(then, "version")) >= Number(at(asked, "version")));
  const early = await get(`${address}?at=2001-01-01T00:00:00.000Z`);
  assert.equal(early.status, 404);
  assert.equal(at(early.json(), "refusal", "code"), "VERSION_UNKNOWN");
  assert.equal((await get(`${address}?at=yesterday`)).status, 400);
});

test("the ledger by pages, and each event whole", async (t) => {
  const own = await shop(t);
  const { get } = await api(t, own);
  const address = `/api/runs/${own.run}/log`;
  const all = (await get(address)).json();
  const newest = Number(at(all, "newest"));
  assert.deepEqual(
    list(all, "lines").map((line) => at(line, "version")),
    Array.from({ length: newest }, (_, index) => index + 1),
  );
  const page = (await get(`${address}?after=1&limit=2`)).json();
  assert.deepEqual(
    list(page, "lines").map((line) => at(line, "version")),
    [2, 3],
  );
  assert.equal(at(page, "newest"), newest);
  const one = (await get(`${address}/1`)).json();
  assert.equal(at(one, "type"), "RunStarted");
  assert.equal(at(one, "data", "goal"), "Both");
  for (const none of ["0", "9999", "-1", "x"])
    assert.equal((await get(`${address}/${none}`)).status, 404, none);
  assert.equal((await get(`${address}?limit=x`)).status, 400);
});

test("files, as they are and as they were", async (t) => {
  const own = await shop(t);
  const { get } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const files = (await get(`${address}/files`)).json();
  const paths = list(files, "files").map((file) => String(at(file, "path")));
  assert.ok(paths.includes("session.json"), paths.join(", "));
  assert.deepEqual(at(files, "artifacts"), []);
  const now = await get(`${address}/file/session.json`);
  assert.equal(now.headers.get("content-type"), "text/plain; charset=utf-8");
  assert.equal(now.headers.get("x-content-type-options"), "nosniff");
  assert.equal(at(JSON.parse(now.text), "phase"), "EXECUTION");
  const then = await get(`${address}/file/session.json?at=1`);
  assert.notEqual(at(JSON.parse(then.text), "phase"), "EXECUTION");
  for (const none of [
    "plan.json",
    "../plan.json",
    "..%2fplan.json",
    "%2fetc%2fpasswd",
    "tasks",
    "__proto__",
    "constructor",
  ])
    assert.equal((await get(`${address}/file/${none}`)).status, 404, none);
});

test("evidence, the timeline, and what may be asked, each with its schema", async (t) => {
  const own = await shop(t);
  const claimed = await own.cairn(["job", "claim", own.run, "1", "--as", "bo", "--json"]);
  assert.equal(claimed.exit, 0, claimed.err);
  const { get } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const evidence = (await get(`${address}/evidence`)).json();
  assert.deepEqual(
    list(evidence, "criteria").flatMap((criterion) =>
      at(criterion, "counts") === true ? [at(criterion, "status")] : [],
    ),
    ["unproved", "unproved", "unproved"],
  );
  const timeline = (await get(`${address}/timeline`)).json();
  const [attempt] = list(timeline, "attempts");
  assert.deepEqual(
    [at(attempt, "subject"), at(attempt, "by"), at(attempt, "over")],
    ["1", "bo", false],
  );
  const commands = (await get(`${address}/commands`)).json();
  const types = list(commands, "commands").map((command) => String(at(command, "type")));
  // Commands of verbs are buttons; starts, what needs more than a reason, and what agents say aren't.
  assert.deepEqual(types, ["Cancel", "Pause"]);
  assert.equal(at(list(commands, "commands")[types.indexOf("Pause")], "verb"), "pause");
  const labels = new Map(
    list(commands, "commands").map((command) => [
      String(at(command, "type")),
      String(at(command, "label")),
    ]),
  );
  for (const label of labels.values()) assert.match(label, /^[A-Z][a-zA-Z ]+$/u);
  assert.deepEqual(
    [labels.get("Pause"), labels.get("Cancel")],
    ["Pause", "Cancel run"],
    "derived from the type, or declared",
  );
  const released = await own.cairn([
    "job",
    "release",
    own.run,
    "--token",
    String(at(claimed.json(), "token")),
    "--reason",
    "no time",
  ]);
  assert.equal(released.exit, 0, released.err);
  const after = (await get(`${address}/timeline`)).json();
  assert.equal(at(after, "attempts", 0, "over"), true);
});

test("the same is worked out once for all who ask while nothing changed, and anew after each event", async (t) => {
  const own = await shop(t);
  const { get, ground, live } = await api(t, own);
  const stream = await live("/api/live");
  const address = `/api/runs/${own.run}`;
  const [card] = await ground.system.runs();
  assert.ok(card !== undefined);
  const picture = await ground.pictures.of(card);
  assert.equal(await ground.pictures.of(card), picture);
  assert.equal((await own.cairn(["stop", own.run, "--as", "ana"])).exit, 0);
  const paused = (await get(address)).json();
  assert.equal(at(paused, "status"), "paused");
  assert.ok(Number(at(paused, "version")) > card.version);
  assert.match(stream.text(), /^: cairn/u);
});
