// Tests of run folders moved by another process: never mistaken for a hand's move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { player } from "../../src/protocols/player/index.ts";
import type { Recorded } from "../../src/core/row.ts";
import { carriedAway } from "../../src/runtime/carried.ts";
import { recorded } from "../../src/runtime/fold.ts";
import type { Folded } from "../../src/runtime/fold.ts";
import { skill, templateOf } from "../fixtures/player.ts";
import { ana, run } from "./story.ts";
import { makeWorld } from "./world.ts";

const archived = async () => {
  const world = makeWorld();
  world.protocols = { player };
  world.disk = { ".workflow/templates/one.json": templateOf("one", [skill("N-001")]) };
  const parts = world.runner();
  const say = async (type: string, data: unknown, birth = {}): Promise<void> => {
    const sent = await parts.door({ run, said: [{ command: { type, data }, by: ana }], ...birth });
    assert.ok(!isRefusal(sent), JSON.stringify(sent));
  };
  const birth = { birth: { protocol: player, root: ".", origin: null } };
  await say("Start", { template: "one", context: { goal: "x" }, run, session: "WFR-one" }, birth);
  await say("Cancel", {});
  const before = await parts.folds.newest(run);
  await say("Archive", {});
  const after = await parts.folds.newest(run);
  assert.ok(before !== null && after !== null);
  const moves: string[] = [];
  const nobody = (): Promise<never> => Promise.reject(new Error("not here"));
  const none = {
    inRun: nobody,
    own: nobody,
    drop: nobody,
    entries: nobody,
    dropEntries: nobody,
    tornAnchors: nobody,
  };
  /** The folder lies there; its files were last written in that version. */
  const carried = (
    folded: Folded,
    there: "sessions" | "archive",
    last: number,
  ): Promise<boolean> => {
    const foldersWith = (parent: string): Promise<readonly string[]> =>
      Promise.resolve(parent.endsWith(`/${there}`) ? ["WFR-one"] : []);
    const workspace = {
      ...parts.engine.workspace,
      projected: () => Promise.resolve({ first: 1, last }),
      folders: () =>
        Promise.resolve({
          ...none,
          cache: nobody,
          dropCache: nobody,
          foldersWith,
        }),
      move: (_run: string, from: string) => Promise.resolve(void moves.push(from)),
    };
    const log = async (_run: string, until: number): Promise<readonly Recorded[]> =>
      (await world.ledger.read({ run })).filter(({ version }) => version <= until).map(recorded);
    const drift = [
      {
        path: "session-state.json",
        text: null,
        digest: null,
        half: false,
        unreadable: null,
        former: [],
      },
    ];
    return carriedAway(
      { ...parts, log, engine: { ...parts.engine, workspace } },
      run,
      folded,
      drift,
    );
  };
  const types = async (): Promise<readonly string[]> =>
    (await world.ledger.read({ run })).map(({ type }) => type);
  return { before, after, carried, types, moves };
};
const asked = ["RunStarted", "RunAborted", "RunArchived"];

test("who looked before the run was archived doesn't take the moved folder for a hand's, and leaves it where it is", async () => {
  const { before, carried, types, moves } = await archived();
  assert.equal(await carried(before, "archive", 2), true);
  assert.deepEqual([moves, await types()], [[], asked]);
});

test("a folder that is to be moved and isn't yet was not carried back by a hand; one that had arrived was", async () => {
  const { after, carried, types } = await archived();
  assert.equal(await carried(after, "sessions", 2), false);
  assert.deepEqual(await types(), asked);
  assert.equal(await carried(after, "sessions", 3), true);
  assert.deepEqual(await types(), [...asked, "RunUnarchived"]);
});

test("files that a longer ledger wrote, before an older copy of it was put back, were not carried back by a hand", async () => {
  const { after, carried, types } = await archived();
  assert.equal(await carried(after, "sessions", 5), false);
  assert.deepEqual(await types(), asked);
});
