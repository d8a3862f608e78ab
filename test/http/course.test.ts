// The course of a run over HTTP: its events' times as the log has them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { shop } from "../mcp/shop.ts";
import { api } from "./api.ts";

test("each event with its time, and telling ones marked; what comes later is told, too", async (t) => {
  const own = await shop(t);
  const { get } = await api(t, own);
  const address = `/api/runs/${own.run}`;
  const asked = async (): Promise<unknown> => {
    const answer = await get(`${address}/course`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  };
  const linesNow = async (): Promise<readonly unknown[]> => {
    const lines = at((await get(`${address}/log`)).json(), "lines");
    assert.ok(Array.isArray(lines));
    return lines;
  };
  const before = at(await asked(), "points");
  const lines = await linesNow();
  assert.ok(Array.isArray(before));
  assert.deepEqual(
    before.map(([version, time]) => [version, Math.floor(time)]),
    lines.map((line) => [at(line, "version"), Date.parse(String(at(line, "at")))]),
  );
  const paused = await own.cairn(["stop", own.run]);
  assert.equal(paused.exit, 0, paused.err);
  const after = await asked();
  const newest = (await linesNow()).length;
  assert.equal(at(after, "points", newest - 1, 0), newest);
  const marks = at(after, "marks");
  assert.ok(Array.isArray(marks));
  assert.deepEqual(marks.at(-1), { version: newest, is: "pause", count: 1 });
  assert.equal((await get("/api/runs/nothing/course")).status, 404);
});
