// A stuck story that a person mended by hand: its checks pass, and a judge has the last word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scripted, shopOf, workLines } from "./check-again-shop.ts";

const does = `() => [{ report: { status: "done", summary: "It is there." } }]`;

test("ralph: a story whose tries are used up waits for its judge once it is mended", async (t) => {
  const here = shopOf(t, {});
  const { go, mend } = here;
  const { agents } = scripted(here.folder, does);
  const roles = { "ralph/worker": "scripted", "ralph/judge": "hand" };
  mend("cairn.config.json", JSON.stringify({ agents, roles, ralph: { max_attempts: 1 } }));
  const begun = await go("run", "--later", "ralph", "A file", "--check", "test -e a.txt");
  assert.equal(begun.exit, 0, begun.err);
  const stuck = await go("run");
  assert.match(stuck.out, /waits for you {2}stuck-US-001/u, stuck.err);
  const red = await go("job", "check", "US-001");
  assert.match(red.out, /^US-001 is still red, and all is as it was/u, red.err);
  mend("a.txt", "there\n");
  const green = await go("job", "check", "US-001");
  assert.equal(green.exit, 0, green.out + green.err);
  assert.match(
    green.out,
    /^US-001: 1 check passed on what is there now, 0 of 1 criterion proved; it is to be judged: judge-US-001-1 \(cairn run \w+\)\n/u,
  );
  assert.match(green.out, workLines("US-001", "a.txt"));
  assert.match((await go("evidence")).out, /US-001/u);
});
