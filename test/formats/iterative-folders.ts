// Foreign iterative folders through readers and rules, for tests of adoption.
import type { Message } from "../../src/core/message.ts";
import assert from "node:assert/strict";
import { isRecord } from "../../src/core/json/record.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Adopted, Source } from "../../src/core/run-files.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import type { Recorded } from "../../src/core/row.ts";
import { decide } from "../../src/protocols/iterative/decider.ts";
import { evolve } from "../../src/protocols/iterative/evolve.ts";
import { write } from "../../src/protocols/iterative/files.ts";
import { type IterativeCommand, commands } from "../../src/protocols/iterative/commands.ts";
import type { IterativeEvent } from "../../src/protocols/iterative/events.ts";
import { read } from "../../src/protocols/iterative/read/read.ts";
import type { State, Unit } from "../../src/protocols/iterative/state.ts";

const messages: readonly Message[] = commands;

/** As JSON.parse gives it. */
export type Free = ReturnType<typeof JSON.parse>;
type Files = Source["files"];

export const seed = (name: string): string =>
  readFileSync(join(import.meta.dirname, "..", "golden", "fixtures", "iterative", name), "utf8");

export const entry = (
  unit: string,
  kind: string,
  n: number,
  ...labels: readonly string[]
): string =>
  [`## ${unit} - ${kind} ${n} - 2026-01-14T11:00:00Z`, "**Did:** worked on it", ...labels].join(
    "\n",
  );
export const doneBy = (unit: string, n: number, commit?: string): string =>
  entry(
    unit,
    "Iteration",
    n,
    "**Remaining:** None",
    `**Signal:** ${unit}_DONE`,
    ...(commit === undefined ? [] : [`**Commit:** ${commit}`]),
  );
export const progress = (...entries: readonly string[]): string =>
  `# Progress Log\n\n${entries.join("\n\n")}\n`;

/** A plan file: units with what they depend on. */
export const tasks = (units: Readonly<Record<string, string>>): string =>
  [
    "# User login - Tasks",
    "",
    "**Created:** 2026-01-14T10:40:00Z",
    "",
    "## Tasks",
    ...Object.entries(units).map(([id, depends]) =>
      [
        "",
        `- [ ] **${id}**: Title of ${id}`,
        `  - Files: \`src/${id}.ts\``,
        `  - Criteria: ${id} works`,
        `  - Depends: ${depends}`,
      ].join("\n"),
    ),
    "",
  ].join("\n");
export const phases = (units: readonly string[], arrows: string): string =>
  [
    "# Future of work - Phases",
    "",
    "## Phases",
    ...units.map((id) =>
      [
        "",
        `- [ ] **${id}**: Title of ${id}`,
        `  - Criteria: ${id} is cited`,
        `  - Output: \`outputs/${id}.md\``,
      ].join("\n"),
    ),
    "",
    "## Dependencies",
    "",
    arrows,
    "",
  ].join("\n");

export const found = (files: Files, more: Partial<Source> = {}): Source => ({
  folder: "/repo/.claude/iterative/user-auth",
  files,
  digests: Object.fromEntries(Object.keys(files).map((path) => [path, `digest of ${path}`])),
  unread: [],
  beside: [],
  userHome: "/home/ana",
  options: {},
  ...more,
});
export const readOf = (files: Files, more: Partial<Source> = {}): Adopted | Refusal | null =>
  read(found(files, more));
export const refusalOf = (files: Files, more: Partial<Source> = {}): Refusal => {
  const answer = readOf(files, more);
  assert.ok(isRefusal(answer), JSON.stringify(answer));
  return answer;
};

/** `commits`: those that git has. `outputs`: texts from the root. */
export type World = {
  readonly commits?: readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
};
export type Taken = {
  readonly adopted: Adopted;
  readonly state: State;
  readonly log: readonly Recorded<IterativeEvent>[];
  readonly files: Readonly<Record<string, string>>;
  readonly corrections: readonly string[];
  unit(id: string): Unit;
};

const isAdopt = (command: { readonly type: string }): command is IterativeCommand =>
  command.type === "Adopt";

export const takeOver = (
  files: Files,
  { commits = [], outputs = {} }: World = {},
  more: Partial<Source> = {},
): Taken => {
  const adopted = readOf(files, more);
  assert.ok(adopted !== null && !isRefusal(adopted), JSON.stringify(adopted));
  const message = messages.find(({ type }) => type === "Adopt") ?? assert.fail();
  const asked = message.ask?.(null, adopted.start.data) ?? {};
  const facts = {
    at: "2026-01-14T15:00:00.000Z",
    root: "/repo",
    folder: null,
    repo: "repo",
    branch: "feat/login",
    head: null,
    tree: "t0",
    changed: [],
    files: Object.fromEntries(
      (asked.files ?? []).map((path) => [
        path,
        outputs[path] === undefined ? null : { digest: "d", text: outputs[path] },
      ]),
    ),
    outputs: {},
    commits: Object.fromEntries(
      (asked.commits ?? []).map((hash) => [hash, commits.some((one) => one.startsWith(hash))]),
    ),
    contents: Object.fromEntries(
      Object.entries(asked.contents ?? {}).map(([name, { globs }]) => [
        name,
        Object.keys(outputs).some(
          (path) => globs === null || globs.some((glob) => path.startsWith(glob)),
        )
          ? "content"
          : null,
      ]),
    ),
  };
  const parsed = message.read(adopted.start.data);
  assert.ok("value" in parsed && isRecord(parsed.value), JSON.stringify(parsed));
  const data: Free = JSON.parse(
    JSON.stringify(message.fill?.({ ...parsed.value, run: "r1" }, facts, null)),
  );
  const command = { type: "Adopt", data };
  assert.ok(isAdopt(command));
  const by = { kind: "person", name: "ana" } as const;
  const events = decide(null, command, { at: facts.at, by });
  assert.ok(!isRefusal(events), JSON.stringify(events));
  const log = events.map((event, index) => ({
    ...event,
    version: index + 1,
    at: facts.at,
    by,
    cause: "c1",
  }));
  const state =
    log.reduce<State | null>((before, event) => evolve(before, event), null) ?? assert.fail();
  return {
    adopted,
    state,
    log,
    files: write(state, log),
    corrections: adopted.afterwards?.(events) ?? adopted.corrections,
    unit: (id) => state.units.find((one) => one.id === id) ?? assert.fail(`no ${id}`),
  };
};
