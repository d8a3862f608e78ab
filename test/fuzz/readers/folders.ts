// Fuzzed folders of every protocol, adopted or judged: nothing in them is proof, and findings point into them.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Protocol } from "../../../src/core/protocol.ts";
import { takenOver } from "../../contract/protocol/round-trip.ts";
import { pointed, readable } from "../never.ts";
import { type Reader, slowReader } from "../reader.ts";
import { changed, type Files, protocols } from "./rooms.ts";

/** Names that lead elsewhere, or that some disk or language takes for others. */
const names = ["tasks/../x.json", "tasks/CON.json", "tasks/A.json", "checkpoints/__proto__.json"];
type Folder = { readonly place: string; readonly files: Files };

/** A folder one or two of whose files are changed, stand under another name, or are gone. */
const folderOf = ({ protocol, rooms, words }: (typeof protocols)[number]): fc.Arbitrary<Folder> =>
  fc.constantFrom(...rooms).chain(({ texts, state }) => {
    const files = texts[0]?.[1] ?? {};
    const paths = Object.keys(files);
    const one = fc.constantFrom(...paths).chain((path) => {
      const other = fc.constantFrom(...paths, ...names);
      const name = fc.oneof(
        { weight: 8, arbitrary: fc.constant(path) },
        { weight: 1, arbitrary: other },
      );
      return fc.tuple(name, changed(words, path, files[path] ?? ""));
    });
    const gone = fc.option(fc.constantFrom(...paths), { freq: 8 });
    return fc.tuple(fc.array(one, { minLength: 1, maxLength: 2 }), gone).map(([edits, lost]) => {
      const all = Object.entries({ ...files, ...Object.fromEntries(edits) });
      const left = Object.fromEntries(all.filter(([path]) => path !== lost));
      return { place: protocol.place(state), files: left };
    });
  });

const adopted = async (protocol: Protocol, folder: Folder): Promise<void> => {
  const taken = await takenOver(protocol, folder);
  if (typeof taken === "string") return;
  const { state, log, files } = taken;
  const proofs = protocol.evidence(state, log).filter(({ status }) => status === "proved");
  assert.deepEqual(proofs, [], "nothing foreign is proof");
  assert.deepEqual(protocol.view(state).bypasses, []);
  const keys = protocol.jobs(state).map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  readable(files);
  const again = await takenOver(protocol, taken);
  assert.ok(typeof again !== "string", `what was adopted can be adopted again: ${String(again)}`);
  const shown = (one: typeof taken) => [
    protocol.phase(one.state),
    protocol.view(one.state).nodes.map(({ id }) => id),
  ];
  assert.deepEqual(shown(again), shown(taken));
};

const judged = async (protocol: Protocol, { files }: Folder): Promise<void> => {
  pointed(files, await protocol.check(files));
  for (const [path, text] of Object.entries(files))
    pointed({ [path]: text }, await protocol.check({ [path]: text }));
};

export const folderReaders: readonly Reader[] = protocols.flatMap((given) => [
  slowReader(`folders of ${given.protocol.name}, to be adopted`, 25, folderOf(given), (folder) =>
    adopted(given.protocol, folder),
  ),
  slowReader(`folders of ${given.protocol.name}, to be judged`, 25, folderOf(given), (folder) =>
    judged(given.protocol, folder),
  ),
]);
