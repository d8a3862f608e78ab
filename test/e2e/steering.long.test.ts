// A person steers a run from the command line: other agents for its roles, a note for the next attempt, one job stopped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { auto, slowShop } from "./one-file.ts";
import { asTyped } from "./desk.ts";

test("a job is stopped with a note, begins again at once, and its agent reads the note", async (t) => {
  const here = slowShop(t);
  const begins = Promise.withResolvers<void>();
  const running = here.cairn(auto, {
    heard: (text) => void (/ begins +task-1-1/u.test(text) && begins.resolve()),
  });
  await begins.promise;
  const stopped = await here.ends(0, 'stop s 1 --note "Leave the schema as it is"');
  assert.equal(stopped.out, "task-1-1 was stopped; it is due again\n");
  const done = await running;
  assert.equal(done.exit, 0, done.out + done.err);
  const brief = await here.cairn("job output s task-1-2 --brief");
  assert.match(brief.out, /NOTE from \S+, who watches this run:\n+\s*Leave the schema as it is/u);
  const first = await here.cairn("job output s task-1-1 --brief");
  assert.doesNotMatch(first.out, /NOTE from/u);
  const events = (await here.cairn("log s")).out;
  assert.match(events, /NoteSet +1: Leave the schema as it is/u);
  assert.match(events, /UnitReturned/u);
  await here.ends(0, "verify s");
});

test("a run's own agents go before the configuration's, from its start and later, and none that isn't there", async (t) => {
  const here = slowShop(t);
  const unknown = await here.ends(2, asTyped`run --later ${auto.slice(1)} --agent othr`);
  assert.match(unknown.err, /AGENT_UNKNOWN.*there is no agent othr\n.*one of: \S+, other, hand/u);
  await here.ends(0, asTyped`run --later ${auto.slice(1)} --agent worker=other`);
  const status = await here.cairn("status s");
  assert.match(status.out, /agents worker: other/u);
  const back = await here.ends(
    0,
    'send s AssignRoles --data \'{"roles":{"worker":null,"verifier":"hand"}}\'',
  );
  assert.match(back.out, /roles assigned +worker: as configured, verifier: hand/u);
});
