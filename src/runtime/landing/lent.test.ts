// Tests of lending the run's documents to a job while another process writes them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testEngine, untouched } from "../../../test/fixtures/engine.ts";
import { toy } from "../../../test/runner/toy.ts";
import { digest } from "../../core/hash.ts";
import type { FoundFolder, Places, Workspace } from "../../workspace/workspace.ts";
import { emptyFold } from "../fold.ts";
import { lendDocuments } from "./lent.ts";

const protocol = { ...toy, place: () => "run" };
const bytes = (version: number): Uint8Array => new TextEncoder().encode(`version ${version}`);

test("files that were written anew while they were read are lent with their own version", async () => {
  let written = 6;
  const lent = new Map<string, Uint8Array>();
  const found = (files: FoundFolder["files"]): FoundFolder => ({
    folder: "/repo/run",
    files,
    unread: [],
    beside: [],
    userHome: "/home",
  });
  const places: Places = {
    ...untouched<Places>("places"),
    lend: (_site, _to, files) => {
      for (const [path, text] of Object.entries(files)) lent.set(path, text);
      return Promise.resolve([]);
    },
  };
  const workspace: Workspace = {
    ...untouched<Workspace>("workspace"),
    places: () => Promise.resolve(places),
    projected: () => Promise.resolve({ version: written, due: false }),
    real: (path) => Promise.resolve(path),
    found: (folder) => {
      if (folder === "/slot/run")
        return Promise.resolve(found({ "state.json": lent.get("run/state.json") ?? bytes(0) }));
      const read = found({ "state.json": bytes(written) });
      // Another process writes once, just after this look.
      written = 7;
      return Promise.resolve(read);
    },
  };
  const spot = await lendDocuments(
    { engine: testEngine(protocol, { workspace }), run: "r" },
    { ...emptyFold(protocol, "/repo", null), state: {} },
    untouched("site"),
    "/slot",
  );
  assert.deepEqual(lent.get("run/state.json"), bytes(7));
  assert.deepEqual(spot, {
    folder: "run",
    version: 7,
    files: { "state.json": digest(bytes(7)) },
  });
});
