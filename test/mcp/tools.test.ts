// Tests of the MCP tools: at most eight, in 2,000 tokens, enough for an agent to do a job.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { connect, eras } from "./client.ts";
import { field, shop } from "./shop.ts";

test("at most eight tools, in at most 2,000 tokens of names, descriptions and schemas", async (t) => {
  const { request } = await connect(t, await shop(t));
  const tools = at(await request("tools/list"), "result", "tools");
  assert.ok(Array.isArray(tools));
  assert.ok(tools.length <= 8, `${tools.length} tools`);
  // No tokenizer counts fewer than three bytes a token on such a text.
  const bytes = Buffer.byteLength(JSON.stringify(tools));
  assert.ok(bytes / 3 <= 2_000, `${bytes} bytes of tool text`);
});

for (const era of eras)
  test(`${era}: an agent finds a job, claims it, reads its brief again, tells what it found, and ends it by a report`, async (t) => {
    const made = await shop(t);
    const { call, strays } = await connect(t, made, { era });
    const seen = await call("status");
    assert.match(seen.text, /may be claimed: task-1-1 · worker/u);
    const claimed = await call("claim", { job: "1", as: "bo" });
    assert.equal(claimed.wrong, false, claimed.text);
    assert.equal(field(claimed.text, "job"), "task-1-1");
    const token = field(claimed.text, "token");
    assert.match(claimed.text, /ULTRAWORK_SESSION: /u);
    const again = await call("read", { what: "brief", token });
    assert.ok(claimed.text.endsWith(again.text), "the same brief");
    const noted = await call("progress", {
      token,
      note: "it is there",
      criterion: 1,
      command: "test -e one.txt",
    });
    assert.match(noted.text, /yours until .*\n.*EvidenceClaimed/u);
    const reported = await call("report", {
      token,
      report: { status: "done", summary: "One is there.", evidence: [] },
    });
    assert.equal(reported.wrong, false, reported.text);
    assert.match(reported.text, /WorkClaimed/u);
    const log = (await made.cairn(["log", made.run])).out;
    assert.match(log, /agent:bo\/probe/u);
    assert.deepEqual(strays, []);
  });
