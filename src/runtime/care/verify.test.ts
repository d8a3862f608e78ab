// Tests of verify during concurrent writes: no false damage, no missed damage.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testEngine, untouched } from "../../../test/fixtures/engine.ts";
import { tally } from "../../../test/fixtures/tally.ts";
import type { Sender } from "../../core/protocol.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { openMemory } from "../../../test/fixtures/memory-ledger.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { createFolds } from "../fold.ts";
import { createDoor } from "../send.ts";
import { verify } from "./verify.ts";

const ana: Sender = { kind: "person", name: "ana" };
/** No anchors, and files of the newest version, whichever that is. */
const workspace: Workspace = {
  ...untouched<Workspace>("workspace"),
  anchors: () => Promise.resolve([]),
  anchorsInGit: () => Promise.resolve(null),
  bytes: () => Promise.resolve(null),
  projected: () => Promise.resolve({ first: 1, last: 1 }),
  drift: () => Promise.resolve([]),
};

/** A run of two events; `meanwhile`: another process's action before each answer of `verb` of the ledger. */
const walked = async (
  verb: "read" | "runs",
  meanwhile: number,
  change: (ledger: Ledger) => Ledger = (ledger) => ledger,
): Promise<readonly string[]> => {
  const ledger = openMemory({});
  const plain = testEngine(tally, { ledger, workspace });
  const door = createDoor(plain, createFolds(plain), () => undefined);
  const add = () =>
    door({ run: "r1", said: [{ command: { type: "Add", data: { n: 1 } }, by: ana }] });
  await door({
    run: "r1",
    said: [{ command: { type: "Start", data: { name: "one" } }, by: ana }],
    birth: { protocol: tally, root: ".", origin: null },
  });
  await add();
  let left = meanwhile;
  const busy = async (): Promise<void> => {
    if (left > 0) await add();
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
