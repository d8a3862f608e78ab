// Tests of repeated briefs: hosted jobs get the original, others the current state.
import assert from "node:assert/strict";
import { test } from "node:test";
import { noFacts, testEngine, untouched } from "../../../test/fixtures/engine.ts";
import { plain } from "../../../test/fixtures/plain.ts";
import type { Job } from "../../core/job.ts";
import type { Protocol } from "../../core/protocol.ts";
import type { Claims, Spool, SpoolEntry, Workspace } from "../../workspace/workspace.ts";
import { briefOf } from "./brief.ts";
import type { Folded } from "../fold.ts";

test("what a hosted job was given counts; a claimed one, and a decision, are told how the run is now", async () => {
  const protocol: Protocol = {
    ...plain,
    ...untouched<Protocol>("protocol"),
    name: "plain",
    ask: () => ({}),
    brief: () => "now",
  };
  const entry: SpoolEntry = { ...untouched<SpoolEntry>("entry"), fence: 1, folder: "/given" };
  const spool: Spool = {
    ...untouched<Spool>("spool"),
    of: (_run, fence) => Promise.resolve(fence === 1 ? entry : null),
    text: (folder, name) => Promise.resolve(`${folder}/${name}`),
  };
  const claims: Claims = { ...untouched<Claims>("claims"), read: () => Promise.resolve(null) };
  const workspace = {
    ...untouched<Workspace>("workspace"),
    spool,
    claims: () => Promise.resolve(claims),
    facts: () => Promise.resolve(noFacts),
  };
  const folded: Folded = { ...untouched<Folded>("folded"), protocol, state: null, root: "." };
  const given = [1, 2, null].map((fence) =>
    briefOf(testEngine(protocol, { workspace }), "r", folded, untouched<Job>("job"), fence),
  );
  assert.deepEqual(await Promise.all(given), ["/given/brief.md", "now", "now"]);
});
