// Tests of questions and notes over MCP against each protocol's command schema.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Job } from "../../src/core/job.ts";
import type { Message } from "../../src/core/message.ts";
import type { Command } from "../../src/core/protocol.ts";
import { iterative } from "../../src/protocols/iterative/index.ts";
import { stigmergy } from "../../src/protocols/stigmergy/index.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";

const job = (about: unknown): Job => ({
  key: "one",
  about,
  subject: "one",
  kind: "agent",
  role: "worker",
  why: null,
  begun: true,
  writes: "anything",
  reads: [],
  limits: { ms: 1, bytes: 1, tries: 1 },
  doubt: "retry",
});
const noted = { text: "it is there", criterion: 1, command: "test -e x", path: "x" };
const plain = { text: "it is there", criterion: null, command: null, path: null };

const work = (kind: string, unit: string) => {
  const about = { is: "work", unit, kind, auto: false, criteria: ["x"], bare: [], note: null };
  return about;
};
const pass = { is: "pass", unit: "T1", n: 1, kind: "work", learned: "", criteria: 1 };
const story = { is: "work", subject: "story:1.1", last: false, story: "1.1", pinned: [] };

const rows: readonly (readonly [
  typeof ultrawork | typeof iterative | typeof stigmergy,
  unknown,
  string | null,
  string | null,
])[] = [
  [ultrawork, work("task", "1"), "Ask", "ClaimEvidence"],
  [ultrawork, { ...work("verify", "verify"), is: "judge" }, null, null],
  [iterative, { is: "interview", n: 1 }, "AskQuestions", "AddNote"],
  [iterative, pass, null, "AddNote"],
  [stigmergy, story, "AskPerson", null],
];

const fits = (
  messages: readonly Message[],
  command: Command | null | undefined,
  type: string | null,
): void => {
  assert.equal(command?.type ?? null, type);
  if (command === null || command === undefined) return;
  const message = messages.find((one) => one.type === command.type);
  assert.ok(message !== undefined && message.who.includes("agent"), command.type);
  assert.ok("value" in message.read(command.data), JSON.stringify(command));
};

for (const [protocol, about, asks, notes] of rows)
  test(`${protocol.name}: what the holder of ${JSON.stringify(about)} says fits the command that says it`, async () => {
    const messages = protocol.messages;
    fits(messages, protocol.says?.ask(job(about), "Which one?", ["a", "b"]), asks);
    for (const said of [noted, plain]) fits(messages, protocol.says?.note(job(about), said), notes);
  });
