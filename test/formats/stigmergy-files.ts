// Helper of tests: stigmergy state files, adopted by the rules alone in a world of plain values.
import assert from "node:assert/strict";
import type { Message } from "../../src/core/message.ts";
import type { Adopted, Source } from "../../src/core/run-files.ts";
import { digest } from "../../src/core/hash.ts";
import type { Facts, Stamp } from "../../src/core/protocol.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import type { Recorded } from "../../src/core/row.ts";
import { stigmergy } from "../../src/protocols/stigmergy/index.ts";
import { decide } from "../../src/protocols/stigmergy/decider.ts";
import { evolve } from "../../src/protocols/stigmergy/evolve.ts";
import { write } from "../../src/protocols/stigmergy/files.ts";
import { commands, type StigmergyCommand } from "../../src/protocols/stigmergy/commands.ts";
import type { StigmergyEvent } from "../../src/protocols/stigmergy/events.ts";
import { read } from "../../src/protocols/stigmergy/read/read.ts";
import type { State } from "../../src/protocols/stigmergy/state.ts";

/** A document as tests change it. */
export type Free = ReturnType<typeof JSON.parse>;
type Files = Readonly<Record<string, string>>;

export const now = "2026-05-02T10:00:00.000Z";
export const person: Stamp = { at: now, by: { kind: "person", name: "ana" } };
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const entry = (
  minute: number,
  agent: string,
  signal: string,
  summary: string,
  files: readonly string[] = [],
): Free => ({
  timestamp: `2025-07-0${minute}T09:00:00.000Z`,
  agent_id: agent,
  signal,
  summary,
  files_modified: files,
});

/** In the seed's form, half built. */
export const sound = (): Free => ({
  schema_version: "2.0",
  project_name: "Seed shop",
  autonomy_mode: "supervised",
  project_status: "EXECUTION_IN_PROGRESS",
  system_signal: "STORY_STARTED",
  project_manifest: {
    epics: [
      {
        epic_id: 1,
        title: "Catalogue",
        status: "IN_PROGRESS",
        stories: [
          { story_id: "1.1", title: "List plants", status: "COMPLETE" },
          { story_id: "1.2", title: "Show a plant", status: "IN_PROGRESS" },
        ],
      },
      {
        epic_id: 2,
        title: "Checkout",
        status: "PENDING",
        stories: [{ story_id: "2.1", title: "Pay", status: "PENDING" }],
      },
    ],
  },
  history: [
    entry(1, "saul", "INIT", "Project initialized. State file created.", [".ai/state.json"]),
    entry(2, "james", "STORY_STARTED", 'Began 1.2: "é" and a \\ stay', ["src/b.ts", "src/a.ts"]),
  ],
  issue_log: [
    {
      issue_id: "ISSUE-001",
      timestamp: "2025-07-02T09:00:00.000Z",
      status: "RESOLVED",
      summary: "Story 1.1: the list was empty",
      history_ref: ["2025-07-01T09:00:00.000Z"],
    },
  ],
});

export const changed = (by: (state: Free) => void, from: Free = sound()): Free => {
  by(from);
  return from;
};

export const foundOf = (
  text: string | null,
  more: Partial<Source> = {},
  beside: Files = {},
): Source => {
  const files = { ...(text === null ? {} : { "state.json": text }), ...beside };
  const digests = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, digest(content)]),
  );
  return {
    folder: "/r/seed-shop/.ai",
    files,
    digests,
    unread: [],
    beside: [],
    userHome: "/u",
    options: {},
    ...more,
  };
};

const textOf = (document: Free): string =>
  typeof document === "string" ? document : json(document);
export const readOf = (
  document: Free,
  convert = false,
  beside: Files = {},
): Adopted | Refusal | null =>
  read(foundOf(textOf(document), { options: convert ? { convert } : {} }, beside));

export const refusal = (document: Free, convert = false): Refusal => {
  const answer = readOf(document, convert);
  assert.ok(isRefusal(answer), JSON.stringify(answer));
  return answer;
};

export const factsOf = (files: Files): Facts => ({
  at: now,
  root: "/r/seed-shop",
  folder: null,
  repo: null,
  head: null,
  tree: null,
  changed: [],
  files: Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, { digest: digest(text), text }]),
  ),
  outputs: {},
  commits: {},
  contents: { now: "tree-1" },
});

const types = new Map<string, Message>(commands.map((message) => [message.type, message]));
const isCommand = (command: {
  readonly type: string;
  readonly data: unknown;
}): command is StigmergyCommand => types.has(command.type);
export const command = (type: string, data: unknown, files: Files = {}): StigmergyCommand => {
  const message = types.get(type);
  assert.ok(message !== undefined);
  const parsed = message.read(data);
  assert.ok("value" in parsed, `${type} fits its schema: ${JSON.stringify(parsed)}`);
  const filled = { type, data: message.fill?.(parsed.value, factsOf(files)) ?? parsed.value };
  assert.ok(isCommand(filled));
  return filled;
};

export type Taken = {
  readonly adopted: Adopted;
  readonly log: readonly Recorded<StigmergyEvent>[];
  readonly state: State;
  /** As it is written. */
  readonly text: string;
  readonly file: Free;
};

export const recordOn = (
  log: readonly Recorded<StigmergyEvent>[],
  state: State | null,
  asked: StigmergyCommand,
  stamp: Stamp = person,
): { readonly log: readonly Recorded<StigmergyEvent>[]; readonly state: State } => {
  const events = decide(state, asked, stamp);
  assert.ok(!isRefusal(events), JSON.stringify(events));
  const rows = events.map((event, index) => ({
    ...event,
    version: log.length + index + 1,
    at: stamp.at,
    by: stamp.by,
    cause: "c",
  }));
  const next = rows.reduce<State | null>((before, row) => evolve(before, row), state);
  assert.ok(next !== null);
  return { log: [...log, ...rows], state: next };
};

/** `docs`: what lies in the working tree. */
export const takeOver = (
  document: Free,
  {
    convert = false,
    docs = {},
    settings = {},
  }: { convert?: boolean; docs?: Files; settings?: object } = {},
): Taken => {
  const prd = docs["docs/prd.md"];
  const adopted = readOf(document, convert, prd === undefined ? {} : { "../docs/prd.md": prd });
  assert.ok(adopted !== null && !isRefusal(adopted), JSON.stringify(adopted));
  const asked = { type: adopted.start.type, data: adopted.start.data };
  assert.ok(isCommand(asked));
  const filled = stigmergy.complete(asked, factsOf({}), "run-1", 0, { ...settings });
  const done = recordOn([], null, command(filled.type, filled.data, docs));
  const text = write(done.state, done.log)["state.json"] ?? "";
  return { adopted, ...done, text, file: JSON.parse(text) };
};
