// Fuzzed readers of player folders and edits: no gate opens, no node is skipped, no run completes.
import { valueOf } from "../../../src/kit/findings.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { isRefusal } from "../../../src/core/refusal.ts";
import { check } from "../../../src/protocols/player/check/check.ts";
import { decide } from "../../../src/protocols/player/decider.ts";
import { evolve } from "../../../src/protocols/player/evolve.ts";
import { write } from "../../../src/protocols/player/files.ts";
import { jobs } from "../../../src/protocols/player/jobs.ts";
import { commands as all, type PlayerCommand } from "../../../src/protocols/player/commands.ts";
import { adopt as adoption } from "../../../src/protocols/player/commands/start.ts";
import type { Message } from "../../../src/core/message.ts";
import { isDone, nodeIds } from "../../../src/protocols/player/nodes.ts";
import type { State } from "../../../src/protocols/player/state.ts";
import { view } from "../../../src/protocols/player/view.ts";
import { example, folder, outside, readOf } from "../../formats/player-folders.ts";
import { desk, type Desk, engine, type Free, play, start } from "../../fixtures/player-desk.ts";
import { mutated, raw } from "../mutated.ts";
import { readable, sound } from "../never.ts";
import { type Reader, reader } from "../reader.ts";

type Files = Readonly<Record<string, string>>;
const stateFile = "session-state.json";

const stands: Readonly<Record<string, () => Desk>> = {
  fresh: () => desk(start()),
  executing: () => {
    const run = desk(start());
    play(run, "N-001");
    run.ok("StartNode", { node: "N-002", attempt: 1 });
    return run;
  },
  held: () => {
    const run = desk(start());
    play(run, "N-001");
    run.ok("StartNode", { node: "N-002", attempt: 1, hosted: true }, engine);
    return run;
  },
  gated: () => {
    const run = desk(start());
    for (const id of ["N-001", "N-002"]) play(run, id);
    return run;
  },
  failed: () => {
    const run = desk(start());
    run.ok("StartNode", { node: "N-001", attempt: 1 });
    run.ok("FinishNode", { node: "N-001", attempt: 1, result: { ok: false, error: "x" } });
    return run;
  },
  aborted: () => {
    const run = desk(start());
    run.ok("Cancel");
    return run;
  },
};
const made = new Map<string, { readonly run: Desk; readonly state: State }>();
const standOf = (name: string): { readonly run: Desk; readonly state: State } => {
  const had = made.get(name);
  if (had !== undefined) return had;
  const run = stands[name]?.();
  assert.ok(run !== undefined);
  const stand = { run, state: run.state() };
  made.set(name, stand);
  return stand;
};

const ids = ["N-001", "CP-01", "N-002", "CP-02", "N-003a", "N-003b", "N-004"];
const words = [
  "pending",
  "running",
  "completed",
  "skipped",
  "failed",
  "done",
  "SKIP",
  "archived",
  "paused",
  "aborted",
  null,
  true,
];
/** What a forger would try: statuses of nodes and of the run, several at once. */
const forged = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom("run", ...ids), fc.constantFrom(...words)), {
      minLength: 1,
      maxLength: 5,
    })
    .map((changes) => {
      const file: Free = JSON.parse(text);
      for (const [id, word] of changes) {
        const target: Free = id === "run" ? file : file.node_states?.[id];
        if (typeof target === "object" && target !== null) target.status = word;
      }
      return JSON.stringify(file);
    });

const edits = fc.constantFrom(...Object.keys(stands)).chain((name) => {
  const files = standOf(name).run.files();
  const text = files[stateFile] ?? "";
  const session = fc.oneof(
    { weight: 6, arbitrary: forged(text) },
    { weight: 6, arbitrary: mutated([text], 3) },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const others = Object.keys(files).filter((path) => path !== stateFile && path.endsWith(".json"));
  const other = fc
    .constantFrom(...others, "checkpoints/CP-02.json")
    .chain((path) => mutated([files[path] ?? "{}"], 2).map((body) => ({ path, text: body })));
  return fc.tuple(session, fc.option(other, { freq: 4 })).map(([body, more]) => ({
    name,
    list: [{ path: stateFile, text: body }, ...(more === null ? [] : [more])],
  }));
});

const known = new Map<string, Message>(all.map((message) => [message.type, message]));
const isCommand = (command: {
  readonly type: string;
  readonly data: unknown;
}): command is PlayerCommand => known.has(command.type);

/** Every node done in one batch after another, the gates by a person. */
const lawful = (before: State, now: State): void => {
  for (const id of nodeIds(now)) {
    const [was, is] = [before.nodes[id], now.nodes[id]];
    if (is?.is === "checkpoint" && id === "CP-02")
      assert.equal(is.status === "completed", was?.status === "completed", "no gate opens");
    assert.ok(is?.status !== "skipped" || was?.status === "skipped", "no node is skipped");
    if (was?.is === "work" && isDone(was))
      assert.deepEqual(
        { ...is, session: 0, outputPath: 0, artifacts: 0 },
        { ...was, session: 0, outputPath: 0, artifacts: 0 },
        "what ended stays so",
      );
    if (was?.is === "work" && was.hosted && before.status === "running" && now.status === "running")
      assert.equal(is, was, "what is held is its holder's");
  }
  assert.ok(
    now.status !== "completed" || nodeIds(now).every((id) => isDone(now.nodes[id])),
    "no run completes with nodes undone",
  );
  assert.ok(
    now.status === before.status || !["failed", "aborted", "completed"].includes(before.status),
    "what is over stays over",
  );
  assert.deepEqual(
    [now.bypasses, now.template, now.plan],
    [before.bypasses, before.template, before.plan],
  );
};

const admitted = ({
  name,
  list,
}: {
  readonly name: string;
  readonly list: readonly { readonly path: string; readonly text: string | null }[];
}): void => {
  const { run, state } = standOf(name);
  const stamp = { at: "2026-03-17T20:00:00.000Z", by: { kind: "file", name: "ana" } } as const;
  let now = state;
  for (const { path, commands, refused } of run.take(
    list.map(({ path, text }) => run.edit(path, text)),
  )) {
    assert.ok(list.some((edit) => edit.path === path));
    if (refused !== null) {
      sound(refused);
      assert.equal(commands.length, 0, "all or none");
    }
    for (const command of commands) {
      const message = known.get(command.type);
      const read = message?.read(command.data);
      assert.ok(
        read !== undefined && "value" in read && message?.who.includes("file") === true,
        `${command.type} may come from a file`,
      );
      const one = { type: command.type, data: read.value };
      assert.ok(isCommand(one));
      const filled: PlayerCommand =
        one.type === "ChangeContext" ? { type: one.type, data: { ...one.data, root: "/r" } } : one;
      const events = decide(now, filled, stamp);
      assert.ok(!isRefusal(events), `${command.type}: ${JSON.stringify(events)}`);
      for (const event of events) now = evolve(now, { ...event, version: 9, ...stamp, cause: "c" });
    }
  }
  lawful(state, now);
  readable(write(now));
  view(now);
  jobs(now);
};

const folders: readonly Files[] = [
  folder(),
  folder({ ...example(), status: "completed" }),
  ...Object.keys(stands).map((name) => standOf(name).run.files()),
];
const names = [
  stateFile,
  "checkpoints/CP-01.json",
  "checkpoints/CP-02.json",
  "checkpoints/__proto__.json",
  "artifacts/template.json",
  "artifacts/N-001-output.md",
  outside,
];
const changedFolder: fc.Arbitrary<Files> = fc.nat(folders.length - 1).chain((which) => {
  const files = folders[which] ?? {};
  const paths = Object.keys(files).filter((path) => path.endsWith(".json"));
  const one = fc.constantFrom(...paths).chain((path) => {
    const text = files[path] ?? "{}";
    const status = path === stateFile ? [{ weight: 4, arbitrary: forged(text) }] : [];
    return fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: mutated([text], 3) },
        { weight: 1, arbitrary: raw },
        ...status,
      ),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(path) },
        { weight: 1, arbitrary: fc.constantFrom(...names) },
      ),
    );
  });
  const gone = fc.option(fc.constantFrom(...paths), { freq: 6 });
  return fc.tuple(fc.array(one, { minLength: 1, maxLength: 2 }), gone).map(([changes, lost]) => {
    const all = { ...files, ...Object.fromEntries(changes.map(([text, path]) => [path, text])) };
    return Object.fromEntries(Object.entries(all).filter(([path]) => path !== lost));
  });
});

const adopted = (files: Files, options: Readonly<Record<string, unknown>>): void => {
  const taken = readOf(files, { options });
  if (taken === null) return;
  if (isRefusal(taken)) return sound(taken);
  for (const one of taken.quarantined) assert.ok(one.why !== "");
  const data = valueOf(adoption.schema, taken.start.data);
  const stamp = { at: "2026-03-18T12:00:00.000Z", by: { kind: "person", name: "ana" } } as const;
  const events = decide(null, { type: "Adopt", data: { ...data, run: "r1" } }, stamp);
  if (isRefusal(events)) return sound(events);
  const state = events.reduce<State | null>(
    (before, event) => evolve(before, { ...event, version: 1, ...stamp, cause: "c" }),
    null,
  );
  assert.ok(state !== null);
  assert.ok(!events.some(({ type }) => type === "NodeStarted"), "adoption starts nothing");
  assert.ok(
    state.status !== "completed" || nodeIds(state).every((id) => isDone(state.nodes[id])),
    "what is undone isn't completed",
  );
  assert.deepEqual(state.bypasses, []);
  const gate = state.nodes["CP-02"];
  if (gate?.status === "completed" && data.found.nodes["CP-02"]?.status !== "completed")
    assert.fail("no gate opens");
  for (const id of nodeIds(state)) assert.ok(state.nodes[id] !== undefined, `${id} has a state`);
  const shown = write(state);
  readable(shown);
  view(state);
  jobs(state);
  const again = readOf(shown);
  assert.ok(
    again !== null && !isRefusal(again),
    `what was adopted can be adopted again: ${JSON.stringify(again)}`,
  );
  const second = valueOf(adoption.schema, again.start.data).found;
  assert.deepEqual(second.plan, data.found.plan);
  if (!state.archived) assert.equal(second.status, state.status);
};

const judged = (files: Files): void => {
  for (const finding of check(files) ?? []) {
    const lines = files[finding.path]?.split(/\r\n|\n|\r/u) ?? [];
    assert.ok(
      finding.line >= 1 && finding.line <= Math.max(1, lines.length),
      `${finding.code} names line ${finding.line} of ${lines.length}`,
    );
    assert.ok(
      finding.column >= 1 && finding.column <= (lines[finding.line - 1]?.length ?? 0) + 2,
      `${finding.code} names column ${finding.column}`,
    );
    assert.ok(finding.message !== "" && /^[A-Z]+(?:_[A-Z]+)*$/u.test(finding.code));
  }
};

const options = fc.constantFrom({}, {}, { from: "CP-01" }, { from: "CP-02" });

export const playerReaders: readonly Reader[] = [
  reader("hand edits of a player's run", 30, edits, admitted),
  reader(
    "session folders of the player, to be adopted",
    30,
    fc.tuple(changedFolder, options),
    ([files, given]) => adopted(files, given),
  ),
  reader("session folders of the player, to be judged", 15, changedFolder, judged),
  reader(
    "one document of the player, to be judged",
    5,
    fc.tuple(fc.constantFrom(...names), mutated(Object.values(folder()), 3)),
    ([name, text]) => judged({ [name]: text }),
  ),
];
