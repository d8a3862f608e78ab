// Tests of the door: order, idempotence and all-or-none of concurrent sends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockAt, noFacts, testEngine, untouched } from "../../test/fixtures/engine.ts";
import { tally } from "../../test/fixtures/tally.ts";
import { chain, genesis } from "../core/hash.ts";
import type { Sender } from "../core/protocol.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { openMemory } from "../../test/fixtures/memory-ledger.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Engine } from "./engine.ts";
import { createFolds } from "./fold.ts";
import { createDoor, type Door } from "./send.ts";

const ana: Sender = { kind: "person", name: "ana" };
const doorOf = (engine: Engine): Door => createDoor(engine, createFolds(engine), () => undefined);
const say = (type: string, data: unknown = {}, by: Sender = ana) => [
  { command: { type, data }, by },
];
const opened = async (
  given: Parameters<typeof testEngine>[1] = {},
): Promise<{ engine: Engine; door: Door }> => {
  const engine = testEngine(tally, given);
  const door = doorOf(engine);
  const started = await door({
    run: "r1",
    said: say("Start", { name: "one" }),
    birth: { protocol: tally, root: ".", origin: null },
  });
  assert.ok(!isRefusal(started));
  return { engine, door };
};
const codeOf = (answer: unknown): string => (isRefusal(answer) ? answer.code : "admitted");
const types = async (ledger: Ledger): Promise<readonly string[]> =>
  (await ledger.read({ run: "r1" })).map((row) => row.type);

test("sends made at once are all decided, in the order in which they came, and share one append", async () => {
  const ledger = openMemory({});
  let appends = 0;
  const counting: Ledger = {
    ...ledger,
    append: (...args) => ((appends += 1), ledger.append(...args)),
  };
  const { door } = await opened({ ledger: counting });
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => door({ run: "r1", said: say("Add", { n: n + 1 }) })),
  );
  assert.deepEqual(
    answers.map((answer) => (isRefusal(answer) ? 0 : answer.version)),
    Array.from({ length: 64 }, (_, n) => n + 2),
  );
  assert.equal(appends, 2);
});

test("a refusal among sends made at once harms no other", async () => {
  const { engine, door } = await opened();
  const answers = await Promise.all(
    [5, -9, 2].map((n) => door({ run: "r1", said: say("Add", { n }) })),
  );
  assert.deepEqual(answers.map(codeOf), ["admitted", "ENOUGH", "admitted"]);
  assert.deepEqual(await types(engine.ledger), ["Started", "Added", "Added"]);
});

test("the commands of one send are all taken or none", async () => {
  const { engine, door } = await opened();
  const answer = await door({
    run: "r1",
    said: [...say("Add", { n: 5 }), ...say("Add", { n: -6 })],
  });
  assert.equal(codeOf(answer), "ENOUGH");
  assert.deepEqual(await types(engine.ledger), ["Started"]);
});

test("the same id again gets the first answer, also when it would be refused by now, and also from another process", async () => {
  const { engine, door } = await opened();
  const first = await door({ run: "r1", said: say("Add", { n: 5 }), id: "x" });
  await door({ run: "r1", said: say("Add", { n: -5 }) });
  const again = await door({ run: "r1", said: say("Add", { n: 5 }), id: "x" });
  const elsewhere = await doorOf(engine)({ run: "r1", said: say("Add", { n: 5 }), id: "x" });
  await door({ run: "r1", said: say("End") });
  const over = await doorOf(engine)({ run: "r1", said: say("Add", { n: 5 }), id: "x" });
  for (const answer of [again, elsewhere, over]) assert.deepEqual(answer, first);
  assert.deepEqual(await types(engine.ledger), ["Started", "Added", "Added", "Ended"]);
});

test("the same id twice at once is one command", async () => {
  const { engine, door } = await opened();
  const [a, b] = await Promise.all(
    [1, 2].map(() => door({ run: "r1", said: say("Add", { n: 5 }), id: "x" })),
  );
  assert.deepEqual(a, b);
  assert.deepEqual(await types(engine.ledger), ["Started", "Added"]);
});

test("a lost race is folded and decided again, so two doors never overdraw", async () => {
  const { engine, door } = await opened();
  await door({ run: "r1", said: say("Add", { n: 10 }) });
  const doors = [doorOf(engine), doorOf(engine), doorOf(engine)];
  const answers = await Promise.all(
    doors.map((each) => each({ run: "r1", said: say("Add", { n: -4 }) })),
  );
  assert.deepEqual(answers.map(codeOf).toSorted(), ["ENOUGH", "admitted", "admitted"]);
});

test("what is known of a run is decided on without reading it again, until somebody else appends to it", async () => {
  const ledger = openMemory({});
  let reads = 0;
  const { engine, door } = await opened({
    ledger: { ...ledger, read: (what) => ((reads += 1), ledger.read(what)) },
  });
  await door({ run: "r1", said: say("Add", { n: 1 }) });
  reads = 0;
  for (let n = 0; n < 5; n += 1)
    assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: 1 }) })), "admitted");
  assert.equal(reads, 0);
  assert.equal(
    codeOf(await doorOf(engine)({ run: "r1", said: say("Add", { n: 10 }) })),
    "admitted",
  );
  // By the cached state this would be too much.
  assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: -12 }) })), "admitted");
  assert.ok(reads > 0);
});

/** A ledger with a start and 5, known to a door; `back` rewinds it to just after its start. */
const rewound = async () => {
  let ledger = openMemory({});
  const forward: Ledger = {
    ...ledger,
    append: (...args) => ledger.append(...args),
    read: (what) => ledger.read(what),
    runs: (filter) => ledger.runs(filter),
    snapshot: (...args) => ledger.snapshot(...args),
    keep: (...args) => ledger.keep(...args),
  };
  const { engine, door } = await opened({ ledger: forward });
  await door({ run: "r1", said: say("Add", { n: 5 }) });
  const back = async (): Promise<void> => {
    const [start] = await ledger.read({ run: "r1" });
    const [card] = await ledger.runs();
    assert.ok(start !== undefined && card !== undefined);
    ledger = openMemory({});
    await ledger.append("r1", 0, [start], { ...card, version: 1, head: start.hash });
  };
  return { engine, door, back };
};

test("a ledger that was put back to an earlier day is gone on with from there", async () => {
  const { engine, door, back } = await rewound();
  await back();
  assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: 3 }) })), "admitted");
  assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: -4 }) })), "ENOUGH");
  assert.deepEqual(await types(engine.ledger), ["Started", "Added"]);
});

for (const since of [[2], [2, 1]])
  test(`a ledger that was put back and has gone on by ${since.length} since is decided on as it is`, async () => {
    const { engine, door, back } = await rewound();
    const folds = createFolds(engine);
    await folds.newest("r1");
    await back();
    const elsewhere = doorOf(engine);
    for (const n of since) await elsewhere({ run: "r1", said: say("Add", { n }) });
    assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: -4 }) })), "ENOUGH");
    assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: 1 }) })), "admitted");
    assert.deepEqual(
      (await folds.newest("r1"))?.state,
      (await createFolds(engine).newest("r1"))?.state,
    );
    const rows = await engine.ledger.read({ run: "r1" });
    assert.deepEqual(
      rows.map(({ hash }) => hash),
      rows.map((row, at) => chain(rows[at - 1]?.hash ?? genesis(tally.name, "r1"), row)),
    );
  });

test("a run whose card doesn't fit its events is told to be damaged, and nothing is recorded", async () => {
  const ledger = openMemory({});
  const { engine, door } = await opened({ ledger });
  const rows = await ledger.read({ run: "r1" });
  const forged: Ledger = {
    ...ledger,
    read: async () => rows.map((row) => ({ ...row, hash: "0".repeat(64) })),
  };
  await assert.rejects(
    doorOf({ ...engine, ledger: forged })({ run: "r1", said: say("Add", { n: 1 }) }),
    { code: "LEDGER_DAMAGED" },
  );
  assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: 1 }) })), "admitted");
});

test("an id that looks like one drawn by chance is refused, since no ledger looks for those", async () => {
  const { engine, door } = await opened();
  const answer = await door({ run: "r1", said: say("Add", { n: 1 }), id: "~x" });
  assert.ok(isRefusal(answer) && answer.code === "FIELD_INVALID" && answer.pointer === "/id");
  assert.deepEqual(await types(engine.ledger), ["Started"]);
});

test("a start on an existing run is refused, whoever was first", async () => {
  const { engine, door } = await opened();
  const birth = { protocol: tally, root: ".", origin: null };
  assert.equal(
    codeOf(await door({ run: "r1", said: say("Start", { name: "two" }), birth })),
    "RUN_EXISTS",
  );
  assert.equal(
    codeOf(await door({ run: "r2", said: say("Start", { name: "one" }), birth })),
    "FOLDER_TAKEN",
  );
  assert.equal((await engine.ledger.runs()).length, 1);
});

test("a holder whose lease was taken over is refused, and told by whom", async () => {
  const clock = clockAt(Date.UTC(2026, 0, 8));
  const { engine, door } = await opened({ clock });
  const take = (name: string) =>
    engine.ledger.lease({
      do: "take",
      run: "r1",
      job: "j",
      holder: { name, agent: null, conversation: null },
      ms: 1_000,
      host: "here",
    });
  const old = await take("bob");
  assert.ok(old.is === "granted");
  const bob: Sender = { kind: "agent", name: "bob", job: "j", fence: old.lease.fence };
  assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: 1 }, bob) })), "admitted");
  clock.advance(2_000);
  assert.equal((await take("eve")).is, "granted");
  const [stale, fine] = await Promise.all([
    door({ run: "r1", said: say("Add", { n: 1 }, bob) }),
    door({ run: "r1", said: say("Add", { n: 1 }) }),
  ]);
  assert.ok(
    isRefusal(stale) && stale.code === "TOKEN_STALE" && stale.text.includes("eve"),
    JSON.stringify(stale),
  );
  assert.equal(codeOf(fine), "admitted");
});

test("what fits no message, sender or life is refused by name", async () => {
  const { door } = await opened();
  assert.equal(codeOf(await door({ run: "nope", said: say("Add", { n: 1 }) })), "RUN_UNKNOWN");
  assert.equal(codeOf(await door({ run: "r1", said: say("Ad", { n: 1 }) })), "COMMAND_UNKNOWN");
  const invalid = await door({ run: "r1", said: say("Add", { n: "1" }) });
  assert.ok(isRefusal(invalid) && invalid.code === "FIELD_INVALID" && invalid.pointer === "/n");
  const deep: unknown = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
  assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: deep }) })), "FIELD_OVERSIZED");
  assert.equal(
    codeOf(
      await door({ run: "r1", said: say("Add", { n: 1 }, { ...ana, name: "a".repeat(201) }) }),
    ),
    "FIELD_OVERSIZED",
  );
  assert.equal(
    codeOf(await door({ run: "r1", said: say("Pause", {}, { kind: "agent", name: "x" }) })),
    "SENDER_WRONG",
  );
  assert.equal(codeOf(await door({ run: "r1", said: say("Archive") })), "RUN_LIVE");
  await door({ run: "r1", said: say("End") });
  assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: 1 }) })), "RUN_OVER");
});

test("what looks like a credential is taken out before it is hashed or stored", async () => {
  const engine = testEngine(tally);
  const door = doorOf(engine);
  const key = `sk-${"a1B2".repeat(10)}`;
  await door({
    run: "r1",
    said: say("Start", { name: `with ${key} in it` }),
    birth: { protocol: tally, root: ".", origin: null },
  });
  const [row] = await engine.ledger.read({ run: "r1" });
  assert.equal(row?.data, '{"name":"with [redacted] in it"}');
  await door({ run: "r1", said: say("Add", { n: 1 }, { ...ana, name: `ana ${key}` }) });
  assert.equal(
    (await engine.ledger.read({ run: "r1", after: 1 }))[0]?.by,
    '{"kind":"person","name":"ana [redacted]"}',
  );
});

test("what must be known of the world is read by the engine, whatever the sender says", async () => {
  const workspace: Workspace = {
    ...untouched<Workspace>("workspace"),
    facts: () => Promise.resolve(noFacts),
  };
  const { engine, door } = await opened({ workspace });
  await door({ run: "r1", said: say("Weigh", { n: 1_000 }) });
  assert.equal((await engine.ledger.read({ run: "r1" })).at(-1)?.data, '{"n":40}');
});

test("a clock that jumps back never puts an event before the one it follows", async () => {
  const clock = clockAt(Date.UTC(2026, 0, 8));
  const { engine, door } = await opened({ clock });
  clock.set(Date.UTC(2025, 0, 1));
  await door({ run: "r1", said: say("Add", { n: 1 }) });
  const [first, second] = await engine.ledger.read({ run: "r1" });
  assert.equal(first?.at, second?.at);
});

test("a dry send decides and appends nothing", async () => {
  const { engine, door } = await opened();
  assert.equal(codeOf(await door({ run: "r1", said: say("Add", { n: -1 }), dry: true })), "ENOUGH");
  assert.equal(
    codeOf(await door({ run: "r1", said: say("Add", { n: 1 }), dry: true })),
    "admitted",
  );
  assert.deepEqual(await types(engine.ledger), ["Started"]);
});

test("a snapshot saves the fold and changes nothing; without it, or with one that is garbage, the state is the same", async () => {
  const ledger = openMemory({});
  const { engine, door } = await opened({ ledger });
  for (let i = 0; i < 1_200; i += 1) await door({ run: "r1", said: say("Add", { n: 1 }) });
  const kept = await ledger.snapshot("r1", "tally test");
  assert.ok(kept !== null && kept.version >= 1_000);
  const state = (await createFolds(engine).newest("r1"))?.state;
  assert.equal(
    JSON.stringify(state),
    '{"sum":1200,"name":"one","paused":false,"over":false,"archived":false}',
  );
  await ledger.keep("r1", "tally test", 1_201, "{");
  assert.deepEqual((await createFolds(engine).newest("r1"))?.state, state);
});
