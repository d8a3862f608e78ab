// Tests of facts from the ledger: current leases and roles, edits of documents outside of the tree.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { kept, room } from "../../../test/fixtures/edit-room.ts";
import { shelf } from "../../../test/fixtures/shelf.ts";
import type { Job } from "../../core/job.ts";
import type { Facts } from "../../core/protocol.ts";

const job: Job = {
  key: "work-1-1",
  about: null,
  subject: "1",
  kind: "agent",
  role: "james",
  why: null,
  begun: true,
  writes: "anything",
  reads: [],
  limits: { ms: 1_000, bytes: 1_000, tries: 1 },
  doubt: "retry",
};

test("who reads an edit is told who has which job now, and in which role", async (t) => {
  const seen: Facts["leases"][] = [];
  const here = await room(t, undefined, {
    ...shelf,
    jobs: () => [job],
    admitting: () => ({ leases: true }),
    admit: (state, edits, facts, log) => {
      seen.push(facts.leases);
      return shelf.admit(state, edits, facts, log);
    },
  });
  const holder = { name: "ann", agent: "claude", conversation: "c1" };
  const take = async (key: string, ms: number): Promise<void> => {
    const answer = await here.ledger.lease({
      do: "take",
      run: here.run,
      job: key,
      holder,
      ms,
      host: "here",
    });
    assert.equal(answer.is, "granted");
  };
  await take("work-1-1", 60_000);
  await take("gone-1", 60_000);
  await take("late-1", 0);
  here.write("shelf.json", '{ "things": ["a"] }');
  await here.system.scan(here.run);
  assert.deepEqual(seen, [
    [
      { key: "work-1-1", role: "james", holder },
      { key: "gone-1", role: null, holder },
    ],
  ]);
});

test("a document that was led out of the tree is the editor's to mend: the edit is refused with the path, and nothing else stops", async (t) => {
  const here = await room(t, undefined, {
    ...shelf,
    admitting: () => ({ files: ["docs/prd.md"] }),
  });
  mkdirSync(join(here.top, "docs"));
  symlinkSync(tmpdir(), join(here.top, "docs/prd.md"));
  here.write("shelf.json", '{ "things": ["a"] }');
  await here.system.scan(here.run);
  assert.equal(here.file(), '{"things":[]}\n');
  assert.match(
    kept(here)["1-shelf.json.why.txt"] ?? "",
    /^PATH_OUTSIDE: shelf\.json\n.*docs\/prd\.md/u,
  );
  rmSync(join(here.top, "docs/prd.md"));
  here.write("shelf.json", '{ "things": ["a"] }');
  await here.system.scan(here.run);
  assert.equal(here.file(), '{"things":["a"]}\n');
});
