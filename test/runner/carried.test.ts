// Why: a folder that another process moves as the run asked was carried by no hand, however late a process hears of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { player } from "../../src/protocols/player/index.ts";
import { carriedAway } from "../../src/runtime/carried.ts";
import { skill, templateOf } from "../fixtures/player.ts";
import { ana, run } from "./story.ts";
import { makeWorld } from "./world.ts";

test("who looked before the run was archived doesn't take the moved folder for a hand's, and leaves it where it is", async () => {
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
  assert.ok(before !== null);
  await say("Archive", {});
  const moves: string[] = [];
  const foldersWith = (parent: string): Promise<readonly string[]> => Promise.resolve(parent.endsWith("/archive") ? ["WFR-one"] : []);
  const nobody = (): Promise<never> => Promise.reject(new Error("not here"));
  const none = { inRun: nobody, own: nobody, drop: nobody, entries: nobody, dropEntries: nobody, tornAnchors: nobody };
  const workspace = {
    ...parts.engine.workspace,
    remains: () => Promise.resolve({ ...none, filesIn: nobody, cache: nobody, dropCache: nobody, foldersWith }),
    move: (_run: string, from: string) => Promise.resolve(void moves.push(from)),
  };
  const drift = [{ path: "session-state.json", text: null, digest: null, half: false, unreadable: null, former: [] }];
  const dealt = await carriedAway({ ...parts, engine: { ...parts.engine, workspace } }, run, before, drift);
  assert.deepEqual([dealt, moves], [true, []]);
  const types = (await world.ledger.read({ run })).map(({ type }) => type);
  assert.deepEqual(types, ["RunStarted", "RunAborted", "RunArchived"]);
});
