// Tests of paging in MCP answers: pages add up to the whole text, to the last character.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerLimit, paged } from "../../src/mcp/answer.ts";
import { at } from "../e2e/desk.ts";
import { connect, type Talk } from "./client.ts";
import { field, shop } from "./shop.ts";

/** All pages, without what is said of paging. */
const whole = (text: string): { readonly pages: number; readonly text: string } => {
  let [from, all, pages] = [0, "", 0];
  for (;;) {
    const page = paged(text, from);
    assert.ok(page.length <= answerLimit, `${page.length} characters`);
    assert.ok(page.isWellFormed());
    pages += 1;
    const on = /\n\[characters \d+ to (\d+) of \d+; read on with from: \d+\]$/u.exec(page);
    all += on === null ? page : page.slice(0, on.index);
    if (on === null) return { pages, text: all };
    from = Number(on[1]);
  }
};

test("pages together are the text, whatever its lines and signs", () => {
  const lines = Array.from({ length: 9_000 }, (_, index) => `line ${index}`).join("\n");
  for (const text of [
    "",
    "short",
    lines,
    "x".repeat(60_001),
    "🗿".repeat(30_000),
    `y${"🗿".repeat(30_000)}`,
    `${"a".repeat(3_000)}\n`.repeat(20),
  ]) {
    const read = whole(text);
    assert.equal(read.text, text);
    assert.ok(read.pages >= text.length / answerLimit);
  }
  assert.match(paged("short", 99), /nothing is left: it has 5 characters/u);
});

const read = async ({ call }: Talk, what: string, more: object = {}): Promise<string> =>
  (await call("read", { what, ...more })).text;

test("documents are read by their names", async (t) => {
  const made = await shop(t);
  const client = await connect(t, made);
  assert.match(await read(client, "files"), /session\.json \(\d+ characters\)/u);
  assert.equal(at(JSON.parse(await read(client, "tasks/1.json")), "id"), "1");
  assert.match(
    await read(client, "evidence"),
    /not proved: 1 1\. one\.txt is there\n {2}check: test -e one\.txt/u,
  );
  assert.match(await read(client, "evidence/2"), /^not proved: 2 1\. two\.txt is there/u);
  assert.match(await read(client, "log"), /person:\S+ #1 RunStarted/u);
  assert.match(await read(client, "log", { from: 1 }), /^\[1 events before these/u);
  assert.match(await read(client, "commands"), /^Ask: /mu);
  assert.doesNotMatch(await read(client, "commands"), /^(Start|ApprovePlan|Pause): /mu);
  assert.match(await read(client, "commands/Ask"), /"options"/u);
  assert.match(await read(client, "nothing.json"), /^FILE_UNKNOWN: .*\n.*session\.json/u);
  assert.match(await read(client, "output/../../x"), /^OUTPUT_UNKNOWN/u);
});

test("an answer stays within its bound, and a job's brief can be read on", async (t) => {
  const made = await shop(t);
  const client = await connect(t, made);
  const token = field((await client.call("claim", { job: "1", as: "bo" })).text, "token");
  const long = "🗿 ".repeat(5_000);
  assert.equal((await client.call("progress", { token, note: long })).wrong, false);
  for (const what of ["log", "evidence", "brief", "session.json", "tasks/1.json"]) {
    const text = await read(client, what, { token });
    assert.ok(text.length <= answerLimit && text.isWellFormed(), what);
  }
});
