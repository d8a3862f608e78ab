// Tests of authority over MCP: a job is its holder's alone, a decision a person's alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Connected, connect } from "./client.ts";
import { approved, field, shop } from "./shop.ts";

const report = { status: "done", summary: "It is there.", evidence: [] };

const refused = async (
  { call }: Connected,
  tool: string,
  args: object,
  code: RegExp,
): Promise<void> => {
  const { text, wrong } = await call(tool, args);
  assert.ok(wrong, `${tool} was answered: ${text}`);
  assert.match(text, code);
};

test("what a holder may do, nobody does without a token, with an invented one, or with another run's", async (t) => {
  const made = await shop(t);
  const other = await approved(made, "other");
  const client = await connect(t, made);
  const token = field(
    (await client.call("claim", { job: "1", run: made.run, as: "bo" })).text,
    "token",
  );
  const calls: readonly (readonly [string, object])[] = [
    ["report", { report }],
    ["release", { reason: "no" }],
    ["ask", { question: "which one?" }],
    ["progress", { note: "half of it" }],
    ["read", { what: "brief" }],
    ["send", { command: "ReportDone", data: { unit: "1", summary: "done" } }],
  ];
  const before = (await made.cairn(["log", made.run])).out;
  for (const [tool, args] of calls) {
    if (tool !== "send")
      await refused(client, tool, { ...args, run: made.run }, /^TOKEN_MISSING: .*\n.*claim/u);
    await refused(
      client,
      tool,
      { ...args, run: made.run, token: "1.invented" },
      /^TOKEN_STALE: .*\n.*next/u,
    );
    await refused(
      client,
      tool,
      { ...args, run: other, token },
      new RegExp(`^TOKEN_STALE: .*${made.run}`, "u"),
    );
  }
  await refused(
    client,
    "send",
    { command: "ReportDone", data: { unit: "1", summary: "done" }, run: made.run },
    /^(SENDER_WRONG|JOB_UNHELD)/u,
  );
  assert.equal((await made.cairn(["log", made.run])).out, before);
  // Without a run the token itself says which one is meant.
  assert.equal((await client.call("progress", { token })).wrong, false);
});

test("a job's token speaks for that job alone", async (t) => {
  const made = await shop(t);
  const client = await connect(t, made);
  const token = field((await client.call("claim", { job: "1", as: "bo" })).text, "token");
  await client.call("claim", { job: "2", as: "cy" });
  await refused(
    client,
    "report",
    { token, report: { ...report, job: "task-2-1" } },
    /^REPORT_FOREIGN/u,
  );
  await refused(
    client,
    "send",
    { token, command: "ReportDone", data: { unit: "2", summary: "done" } },
    /^SENDER_WRONG/u,
  );
});

test("a hosted agent speaks for its own job and claims no other", async (t) => {
  const made = await shop(t);
  const outside = await connect(t, made);
  const own = field((await outside.call("claim", { job: "1", as: "bo" })).text, "token");
  const another = field((await outside.call("claim", { job: "2", as: "cy" })).text, "token");
  const hosted = await connect(t, made, {
    env: { CAIRN_RUN: made.run, CAIRN_JOB: "task-1-1", CAIRN_TOKEN: own },
  });
  assert.match((await hosted.call("status")).text, /your job: task-1-1/u);
  await refused(hosted, "report", { token: another, report }, /^TOKEN_FOREIGN/u);
  await refused(hosted, "claim", { job: "2" }, /^JOB_HELD/u);
  const other = await approved(made, "other");
  await refused(hosted, "progress", { run: other }, /^TOKEN_FOREIGN/u);
  assert.equal((await hosted.call("report", { report })).wrong, false);
});

test("a server that a hosted agent starts without its environment claims no job", async (t) => {
  const made = await shop(t);
  const host = { process: { pid: 1, start: "s1" }, mark: null, ofCairn: true };
  await refused(
    await connect(t, made, { kin: [host] }),
    "claim",
    { job: "1", as: "somebody-else" },
    /^JOB_HELD/u,
  );
  assert.equal((await (await connect(t, made)).call("claim", { job: "1" })).wrong, false);
});

test("of two agents with one token, and of one that reports twice, one report counts", async (t) => {
  const made = await shop(t);
  const [one, two] = [await connect(t, made), await connect(t, made)];
  const token = field((await one.call("claim", { job: "1", as: "bo" })).text, "token");
  const answers = await Promise.all(
    [one, two].map(({ call }) => call("report", { token, report })),
  );
  for (const { text } of answers) assert.match(text, /WorkClaimed|nothing changed|^TOKEN_STALE/u);
  await refused(one, "report", { token, report }, /^TOKEN_STALE/u);
  const log = (await made.cairn(["log", made.run])).out;
  assert.equal(log.match(/WorkClaimed/gu)?.length, 1, log);
});

test("no tool answers what is a person's to decide, under no name", async (t) => {
  const made = await shop(t);
  const started = await made.cairn([
    "run",
    "--later",
    "ultrawork",
    "More",
    "--plan",
    "plan.json",
    "--session",
    "more",
  ]);
  assert.equal(started.exit, 0, started.err);
  for (const as of ["ana", "person:ana"]) {
    const client = await connect(t, made, { as });
    await refused(client, "claim", { job: "approve-1", run: "more", as }, /^JOB_UNREADY/u);
    await refused(
      client,
      "send",
      { command: "ApprovePlan", data: {}, run: "more" },
      /^(SENDER_WRONG|FIELD_INVALID)/u,
    );
    for (const command of ["Pause", "Cancel"])
      await refused(client, "send", { command, data: {}, run: "more" }, /^SENDER_WRONG/u);
  }
  assert.match((await made.cairn(["status", "more"])).out, /waits for you {2}approve-1/u);
});

test("a run that ended meanwhile, and a job that was taken from its holder, are told so", async (t) => {
  const made = await shop(t);
  const client = await connect(t, made);
  const token = field((await client.call("claim", { job: "1", as: "bo" })).text, "token");
  const cancelled = await made.cairn([
    "stop",
    "--cancel",
    made.run,
    "--reason",
    "enough",
    "--yes",
    "--as",
    "ana",
  ]);
  assert.equal(cancelled.exit, 0, cancelled.err);
  await refused(
    client,
    "report",
    { token, run: made.run, report },
    /^(RUN_OVER|JOB_UNKNOWN|TOKEN_STALE)/u,
  );
  await refused(
    client,
    "progress",
    { token, run: made.run, note: "still here" },
    /^(RUN_OVER|JOB_UNKNOWN|TOKEN_STALE)/u,
  );
  await refused(client, "claim", { job: "2", run: made.run }, /^(RUN_OVER|JOB_UNKNOWN)/u);
  assert.match((await client.call("status")).text, /not done · cancelled/u);
});

test("a question goes to a person, and its job with it; a job without questions says where else to ask", async (t) => {
  const made = await shop(t);
  const client = await connect(t, made);
  const token = field((await client.call("claim", { job: "1", as: "bo" })).text, "token");
  const asked = await client.call("ask", {
    token,
    question: "Which port?",
    options: ["80", "8080"],
  });
  assert.match(asked.text, /QuestionAsked[^]*not yours any more/u);
  assert.match((await client.call("status")).text, /waits for a person: .*Which port\?/u);
  await refused(client, "progress", { token }, /^(JOB_UNKNOWN|TOKEN_STALE)/u);
});

test("a job given back may be claimed by the next", async (t) => {
  const made = await shop(t);
  const client = await connect(t, made);
  const { text } = await client.call("claim", { job: "1", as: "bo" });
  assert.match(
    text,
    /counts by the tool `report` alone[^]*End your final message/u,
    "nobody reads the chat that the brief speaks of",
  );
  const token = field(text, "token");
  await refused(client, "claim", { job: "1", as: "cy" }, /^JOB_HELD/u);
  assert.equal((await client.call("release", { token, reason: "no access" })).wrong, false);
  assert.equal((await client.call("claim", { job: "1", as: "cy" })).wrong, false);
});
