// Tests of free documents on several machines: where a change is news.
import assert from "node:assert/strict";
import { test } from "node:test";
import { noFacts, testEngine, untouched } from "../../../test/fixtures/engine.ts";
import { shelf as protocolOfShelf } from "../../../test/fixtures/shelf.ts";
import { digest } from "../../core/hash.ts";
import type { FreeDocument, Protocol } from "../../core/protocol.ts";
import type { Digest, Path } from "../../core/row.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { createDocuments } from "./documents.ts";
import { emptyFold } from "../fold.ts";

type Desk = {
  readonly disk: Map<Path, string>;
  readonly recorded: Record<Path, FreeDocument>;
  /** Digests that the protocol receives for these paths; absent: none for the path. */
  look(): Promise<Readonly<Record<Path, Digest | null>>>;
};

/** The run's folder is /repo/run; `shelf`: available contents. */
const desk = (shelf: readonly string[] = []): Desk => {
  const disk = new Map<Path, string>();
  const recorded: Record<Path, FreeDocument> = {};
  let seen: Readonly<Record<Path, Digest | null>> = {};
  const at = (path: Path): Digest | null => (disk.has(path) ? digest(disk.get(path) ?? "") : null);
  const workspace: Workspace = {
    ...untouched<Workspace>("workspace"),
    bytes: (_, path) => Promise.resolve(disk.has(path) ? Buffer.from(disk.get(path) ?? "") : null),
    kept: (name) =>
      Promise.resolve(
        shelf.map((text) => Buffer.from(text)).find((bytes) => digest(bytes) === name) ?? null,
      ),
    documents: () =>
      Promise.resolve({
        seen: () => Promise.resolve(seen),
        note: (_, now) => Promise.resolve(void (seen = { ...seen, ...now })),
        bring: (_run, _ground, path, bytes, over) => {
          if (at(path) !== over) return Promise.resolve(false);
          disk.set(path, Buffer.from(bytes).toString());
          return Promise.resolve(true);
        },
      }),
  };
  const protocol: Protocol = { ...protocolOfShelf, place: () => "run", documents: () => recorded };
  const engine = { ...testEngine(protocol, { workspace }), shelve: () => Promise.resolve() };
  const documents = createDocuments(engine);
  let version = 0;
  return {
    disk,
    recorded,
    async look() {
      version += 1;
      const folded = { ...emptyFold(protocol, ".", null), state: {}, version };
      const named = Object.fromEntries(
        Object.keys(recorded).map((path) => [path, { is: "file", digest: at(path) } as const]),
      );
      const { facts, done } = await documents.follow("r", folded, { ...noFacts, named });
      await done();
      return Object.fromEntries(
        Object.entries(facts?.named ?? {}).map(([path, found]) => [path, found.digest]),
      );
    },
  };
};
const [old, newer] = ["old", "newer"].map((text) => digest(text));

test("a document among the work that was never here, or is older here, is no news, and isn't brought", async () => {
  const { disk, recorded, look } = desk(["newer"]);
  recorded["doc"] = { digest: newer ?? "" };
  assert.deepEqual(await look(), {});
  disk.set("doc", "old");
  for (let n = 0; n < 2; n += 1) assert.deepEqual(await look(), {});
  assert.equal(disk.get("doc"), "old");
  disk.set("doc", "newer");
  assert.deepEqual(await look(), {});
  disk.set("doc", "mine");
  for (let n = 0; n < 2; n += 1) assert.deepEqual(await look(), { doc: digest("mine") });
  recorded["doc"] = { digest: digest("mine") };
  assert.deepEqual(await look(), {});
  disk.delete("doc");
  assert.deepEqual(await look(), { doc: null });
  recorded["doc"] = { digest: null };
  assert.deepEqual(await look(), {});
  disk.set("doc", "mine");
  assert.deepEqual(await look(), { doc: digest("mine") });
});

test("what was changed, taken away or put back here is news until it is recorded, and nothing is written over it", async () => {
  const { disk, recorded, look } = desk(["old", "newer"]);
  recorded["run/doc"] = { digest: old ?? "" };
  disk.set("run/doc", "old");
  assert.deepEqual(await look(), {});
  disk.set("run/doc", "mine");
  for (let n = 0; n < 3; n += 1) assert.deepEqual(await look(), { "run/doc": digest("mine") });
  recorded["run/doc"] = { digest: newer ?? "" };
  assert.deepEqual(await look(), { "run/doc": digest("mine") });
  assert.equal(disk.get("run/doc"), "mine");
  disk.delete("run/doc");
  for (let n = 0; n < 2; n += 1) assert.deepEqual(await look(), { "run/doc": null });
  recorded["run/doc"] = { digest: null };
  assert.deepEqual(await look(), {});
  disk.set("run/doc", "old");
  assert.deepEqual(await look(), { "run/doc": old });
});

test("in the run's folder what was never here, or was left as it came, follows what is recorded; what can't be had stays as it is", async () => {
  const { disk, recorded, look } = desk(["old", "newer"]);
  recorded["run/doc"] = { digest: old ?? "" };
  assert.deepEqual(await look(), {});
  assert.equal(disk.get("run/doc"), "old");
  recorded["run/doc"] = { digest: newer ?? "" };
  recorded["run/said"] = { text: "what it said" };
  assert.deepEqual(await look(), {});
  assert.deepEqual([...disk.values()], ["newer", "what it said"]);
  recorded["run/doc"] = { digest: digest("nowhere") };
  for (let n = 0; n < 2; n += 1) assert.deepEqual(await look(), {});
  assert.equal(disk.get("run/doc"), "newer");
  // Found deleted on another machine: the machine that has it doesn't report it as new.
  recorded["run/doc"] = { digest: null };
  assert.deepEqual(await look(), {});
  assert.equal(disk.get("run/doc"), "newer");
});
