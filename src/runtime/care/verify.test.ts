// Tests of verify during concurrent writes: no false damage, no missed damage.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testEngine, untouched } from "../../../test/fixtures/engine.ts";
import { tally } from "../../../test/fixtures/tally.ts";
import type { Sender } from "../../core/protocol.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { openMemory } from "../../../test/fixtures/memory-ledger.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { Fault } from "../../core/refusal.ts";
import { createFolds } from "../fold.ts";
import { createDoor } from "../send.ts";
import { exportOf } from "./export.ts";
import { verify } from "./verify.ts";

const ana: Sender = { kind: "person", name: "ana" };
/** No anchors, and files of the newest version, whichever that is. */
const workspace: Workspace = {
  ...untouched<Workspace>("workspace"),
  anchors: () => Promise.resolve([]),
  anchorsInGit: () => Promise.resolve(null),
  bytes: () => Promise.resolve(null),
  projected: () => Promise.resolve({ version: 1, due: false }),
  drift: () => Promise.resolve([]),
};

const add = { type: "Add", data: { n: 1 } };
/** A run of so many events. */
const counted = async (ledger: Ledger, events: number, run = "r1"): Promise<void> => {
  const plain = testEngine(tally, { ledger, workspace });
  const door = createDoor(plain, createFolds(plain), () => undefined);
  const start = { type: "Start", data: { name: run } };
  await door({
    run,
    said: [{ command: start, by: ana }],
    birth: { protocol: tally, root: ".", origin: null },
  });
  const said = Array.from({ length: events - 1 }, () => ({ command: add, by: ana }));
  await door({ run, said });
};

/** A run of two events; `meanwhile`: another process's action before each answer of `verb` of the ledger. */
const walked = async (
  verb: "read" | "runs",
  meanwhile: number,
  change: (ledger: Ledger) => Ledger = (ledger) => ledger,
): Promise<readonly string[]> => {
  const ledger = openMemory({});
  await counted(ledger, 2);
  const plain = testEngine(tally, { ledger, workspace });
  const door = createDoor(plain, createFolds(plain), () => undefined);
  let left = meanwhile;
  const busy = async (): Promise<void> => {
    if (left > 0) await door({ run: "r1", said: [{ command: add, by: ana }] });
    left -= 1;
  };
  const disturbed: Ledger = {
    ...ledger,
    read: async (what) => {
      if (verb === "read") await busy();
      return ledger.read(what);
    },
    runs: async (filter) => {
      if (verb === "runs") await busy();
      return ledger.runs(filter);
    },
  };
  const { findings } = await verify(
    testEngine(tally, { ledger: change(disturbed), workspace }),
    "r1",
  );
  // Outdated files are no damage.
  return findings.flatMap(({ code, severity }) => (severity === "error" ? [code] : []));
};

for (const verb of ["read", "runs"] as const)
  test(`events that come while it is verified, before ${verb} answers, are no damage`, async () => {
    for (const meanwhile of [0, 1, 2, 5])
      assert.deepEqual(await walked(verb, meanwhile), [], `${meanwhile} events`);
  });

test("a card that is behind its events, or ahead of them, is found all the same", async () => {
  const cards =
    (by: number) =>
    (ledger: Ledger): Ledger => ({
      ...ledger,
      runs: async (filter) =>
        (await ledger.runs(filter)).map((card) => ({ ...card, version: card.version + by })),
    });
  for (const by of [-1, 1])
    assert.deepEqual(await walked("read", 0, cards(by)), ["CARD_DIFFERS"], String(by));
  const headless = (ledger: Ledger): Ledger => ({
    ...ledger,
    runs: async (filter) =>
      (await ledger.runs(filter)).map((card) => ({ ...card, head: "0".repeat(64) })),
  });
  assert.deepEqual(await walked("read", 0, headless), ["CARD_DIFFERS"]);
});

test("of many findings the first hundred are listed, errors first, and the others counted", async () => {
  const ledger = openMemory({});
  await counted(ledger, 160);
  const forged: Ledger = {
    ...ledger,
    read: async (what) =>
      (await ledger.read(what)).map((row) => ({ ...row, at: "later", data: `${row.data} ` })),
  };
  const { findings } = await verify(testEngine(tally, { ledger: forged, workspace }), "r1");
  const codes = findings.map(({ code }) => code);
  assert.deepEqual(
    [codes.length, new Set(codes.slice(0, 100)), codes[100]],
    [101, new Set(["CHAIN_HASH"]), "FINDINGS_MORE"],
  );
  assert.equal(findings[100]?.text, "61 more");
});

test("a fault in one run is a finding of that run, and the others are verified", async () => {
  const ledger = openMemory({});
  await counted(ledger, 2);
  await counted(ledger, 2, "r2");
  const failing = (verb: "anchors" | "projected"): Workspace => ({
    ...workspace,
    anchored: () => Promise.resolve([]),
    anchoredInGit: () => Promise.resolve([]),
    [verb]: (run: string) =>
      run === "r1"
        ? Promise.reject(new Fault("DISK_FAILED", "the disk hums", "hit it"))
        : Promise.resolve(verb === "anchors" ? [] : 1),
  });
  for (const verb of ["anchors", "projected"] as const) {
    const engine = testEngine(tally, { ledger, workspace: failing(verb) });
    const { events, findings } = await verify(engine);
    assert.equal(events, 4);
    assert.deepEqual(
      findings.map(({ code, run, fits }) => [code, run, fits]).slice(0, 1),
      [["UNREADABLE", "r1", "hit it"]],
      verb,
    );
    assert.ok(findings.some(({ run }) => run === "r2"));
  }
});

test("an event of a newer cairn, whose outputs these rules can't read, is damage to verify and stops an export", async () => {
  const ledger = openMemory({});
  await counted(ledger, 2);
  const refers = {
    types: ["Added"],
    of: () => {
      throw new TypeError("no such field");
    },
  };
  const engine = testEngine({ ...tally, refers }, { ledger, workspace });
  const { findings } = await verify(engine, "r1");
  assert.deepEqual(
    findings.map(({ code, version }) => [code, version]),
    [["EVENTS_UNREADABLE", 2]],
  );
  const exported = await exportOf(engine, "r1", true);
  assert.ok("lines" in exported);
  await assert.rejects(Array.fromAsync(exported.lines), { code: "EVENTS_UNREADABLE" });
});
