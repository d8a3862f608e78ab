// Tests of free documents in ultrawork: digests recorded on change, none after the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { facts, fold, started } from "../../../../test/fixtures/ultrawork.ts";
import { admit } from "../admit/edits.ts";
import { notice, noticed } from "./documents.ts";

const state = fold(started({ explorers: [{ id: "exp-1", hint: "all" }] }));
const edit = (path: string, text: string | null = "{}") => ({ path, text, former: () => [] });
const at = "~/.claude/ultrawork/shop/sessions/abc";
const seen = (path: string, digest: string) => ({
  ...facts,
  files: { [`${at}/${path}`]: { digest, text: "x" } },
});

test("free documents are recorded when their digest changed", () => {
  const command = { type: "RecordDocument", data: { path: "design.md", digest: "d1" } };
  assert.deepEqual(
    admit(state, [edit("design.md", "# Design")], seen("design.md", "d1"), [])[0]?.commands,
    [command],
  );
  assert.deepEqual(notice(state), { files: [`${at}/design.md`, `${at}/exploration/exp-1.md`] });
  assert.deepEqual(noticed(state, seen("design.md", "d1")), [command]);
  const known = fold(started(), {
    type: "DocumentRecorded",
    data: { path: "design.md", digest: "d1" },
  });
  assert.deepEqual(noticed(known, seen("design.md", "d1")), []);
  assert.deepEqual(
    admit(known, [edit("design.md", "# Design")], seen("design.md", "d1"), [])[0]?.commands,
    [],
  );
});

test("a run that is over takes no more word of its documents", () => {
  const over = fold(started(), { type: "RunCancelled", data: { reason: null } });
  assert.deepEqual([notice(over), noticed(over, seen("design.md", "d1"))], [{}, []]);
});
