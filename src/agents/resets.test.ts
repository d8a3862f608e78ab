// Tests of each driver's reading of limits and dead conversations, in the programs' own words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { acpDriver } from "./acp.ts";
import type { Driver } from "./agent.ts";
import { claudeCodeDriver } from "./claude-code.ts";
import { codexDriver } from "./codex.ts";
import { geminiDriver } from "./gemini.ts";
import { opencodeDriver } from "./opencode.ts";
import { qwenDriver } from "./qwen.ts";
import { turnsOf } from "../../test/fixtures/recorded.ts";

const where = { root: "/", path: "" };
const at = "2026-11-29T08:00:00.000Z";
const lines = (...events: readonly unknown[]): string =>
  events.map((event) => JSON.stringify(event)).join("\n");
const ways = {
  claude: (text: string, info = {}, status = 429) =>
    claudeCodeDriver(where).read(
      lines(
        { type: "system", subtype: "init", session_id: "s" },
        { type: "rate_limit_event", rate_limit_info: info },
        { type: "result", is_error: true, api_error_status: status, result: text },
      ),
      "",
      1,
      at,
    ),
  codex: (message: string) =>
    codexDriver(where).read(lines({ type: "turn.failed", error: { message } }), "", 1, at),
  gemini: (message: string) =>
    geminiDriver(where).read(
      lines({ type: "result", status: "error", error: { message } }),
      "",
      1,
      at,
    ),
  qwen: (message: string) =>
    qwenDriver(where).read(
      lines({ type: "result", is_error: true, error: { message } }),
      "",
      1,
      at,
    ),
  opencode: (message: string) =>
    opencodeDriver(where).read(
      lines({ type: "error", error: { name: "APIError", data: { message, statusCode: 429 } } }),
      "",
      1,
      at,
    ),
  acp: (text: string) =>
    acpDriver(where).read(lines({ type: "fault", code: null, text }), "", 1, at),
};

test("each program's limit is over when it says, by field or in words, in any zone", () => {
  const seconds = Date.parse("2026-11-29T13:00:00Z") / 1_000;
  for (const [read, want] of [
    [ways.claude("x", { status: "rejected", resetsAt: seconds }), "2026-11-29T13:00:00.000Z"],
    [ways.claude("You've hit your 5-hour limit · resets 9:02am (UTC)"), "2026-11-29T09:02:00.000Z"],
    [ways.claude("You've hit your limit · resets 1pm (Asia/Seoul)"), "2026-11-30T04:00:00.000Z"],
    [
      ways.claude("You've hit your weekly limit · resets Dec 2, 9am (Europe/Berlin)"),
      "2026-12-02T08:00:00.000Z",
    ],
    [ways.claude(`Claude AI usage limit reached|${seconds}`), "2026-11-29T13:00:00.000Z"],
    [
      ways.codex("You've hit your usage limit. Upgrade or try again in 3 days 2 hours 5 minutes."),
      "2026-12-02T10:05:00.000Z",
    ],
    [
      ways.claude(
        "API Error: 400 You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
        {},
        400,
      ),
      "2026-12-01T00:00:00.000Z",
    ],
    [
      ways.codex(
        "You've hit your usage limit. Upgrade to Plus, or try again at Dec 5th, 2026 8:19 PM.",
      ),
      new Date(2026, 11, 5, 20, 19).toISOString(),
    ],
    [
      ways.gemini("You have exhausted your capacity. Your quota will reset after 1h2m3s."),
      "2026-11-29T09:02:03.000Z",
    ],
    [ways.gemini('429 {"@type":"x.RetryInfo","retryDelay":"3400s"}'), "2026-11-29T08:56:40.000Z"],
    [
      ways.qwen("429 quota has been exhausted. The quota will reset at 2026-11-29T08:20:00Z"),
      "2026-11-29T08:20:00.000Z",
    ],
    [ways.opencode('rate limited {"retry-after":"7200"}'), "2026-11-29T10:00:00.000Z"],
    [ways.acp("Your quota will reset after 2h"), "2026-11-29T10:00:00.000Z"],
  ] as const)
    assert.deepEqual(read.fault, { kind: "quota", retryAt: want });
});

test("a time that can't be is bounded, and said", () => {
  for (const told of [
    "You've hit your limit · resets 1pm (Mars/Olympus)",
    "You've hit your limit · resets Nov 20, 1pm (UTC)",
    "Claude AI usage limit reached|1900000000",
    "You've hit your limit · resets whenever",
  ]) {
    const fault = ways.claude(told).fault;
    assert.equal(fault?.retryAt, "2026-11-29T08:15:00.000Z", told);
    assert.ok(fault.unclear !== undefined && told.includes(fault.unclear), told);
  }
  const passed = ways.claude("limit · resets 7:59am (UTC)").fault;
  assert.deepEqual(passed, { kind: "quota", retryAt: "2026-11-29T08:01:00.000Z" }, "just over");
  const old = ways.claude("x", { status: "allowed_warning", resetsAt: 1_800_000_000 }).fault;
  assert.deepEqual(old, { kind: "quota" }, "a warning is no limit");
});

test("an expired login is told as one, whatever else it says", () => {
  for (const text of [
    "Failed to authenticate: OAuth session expired and could not be refreshed",
    "OAuth token has expired. Please run /login",
  ])
    assert.equal(
      claudeCodeDriver(where).read(
        lines({ type: "result", is_error: true, result: text }),
        "",
        1,
        at,
      ).fault?.kind,
      "auth",
    );
});

test("a conversation that a program doesn't know is told as unknown", () => {
  for (const driver of [
    claudeCodeDriver,
    codexDriver,
    geminiDriver,
    qwenDriver,
    opencodeDriver,
  ].map((one): Driver => one(where))) {
    const { out, err } = turnsOf(driver.name)("unknown");
    assert.equal(driver.read(out, err, 1, at).unknown, true, driver.name);
  }
});

test("what the same conversation would meet again lets it go, by each program's own words", () => {
  const ended = (driver: Driver, text: string): unknown =>
    driver.read(
      lines(
        { type: "system", subtype: "init", session_id: "s" },
        { type: "init", session_id: "s" },
        { type: "message", role: "assistant", content: "x" },
        { type: "thread.started", thread_id: "s" },
        { type: "started", conversation: "s" },
        { type: "turn.failed", error: { message: text } },
        { type: "fault", code: null, text },
        { type: "result", is_error: true, status: "error", result: text, error: { message: text } },
        { type: "error", sessionID: "s", error: { name: "APIError", data: { message: text } } },
      ),
      "",
      1,
      at,
    ).conversation;
  for (const [driver, text] of [
    [claudeCodeDriver, "Prompt is too long"],
    [claudeCodeDriver, "API Error: 400 messages.16: image exceeds 5 MB maximum: 6521204 bytes"],
    [claudeCodeDriver, "400 `tool_use` ids were found without `tool_result` blocks immediately"],
    [codexDriver, "Codex ran out of room in the model's context window. Start a new thread"],
    [geminiDriver, "The input token count (1054016) exceeds the maximum number of tokens allowed"],
    [opencodeDriver, "prompt is too long: 225981 tokens > 200000 maximum"],
    [qwenDriver, "400 InternalError.Algo: Range of input length should be [1, 983616]"],
    [acpDriver, "Internal error: <400> Range of input length should be [1, 983616]"],
  ] as const) {
    const one = driver(where);
    assert.equal(ended(one, text), null, text);
    const other = '400 {"error":{"type":"invalid_request_error","message":"no such model"}}';
    assert.equal(ended(one, other), "s", `${one.name} keeps it at any other fault`);
  }
});

test("a stream of another form is said", () => {
  assert.equal(
    claudeCodeDriver(where).read("Hello, I did it.\n", "", 0, at).wrong,
    "its output isn't the stream-json of Claude Code ≥ 2.1; tried with 2.1.332",
  );
});

test("a message of any length is read at once", () => {
  for (const part of ["try again in ", "1", "limit ", "1h"]) {
    const message = `limit · resets try again in ${part.repeat(60_000)}x`;
    const before = process.cpuUsage();
    const text = lines(
      { type: "turn.failed", error: { message } },
      { type: "result", is_error: true, result: message },
    );
    for (const one of [codexDriver, claudeCodeDriver]) one(where).read(text, message, 1, at);
    assert.ok(process.cpuUsage(before).user < 2_000_000, part);
  }
});
