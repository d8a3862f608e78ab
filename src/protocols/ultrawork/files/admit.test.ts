// Why: an edit that this version can't read must be told so in plain words, and free documents must stay free.
import assert from "node:assert/strict";
import { test } from "node:test";
import { facts, fold, started } from "../../../../test/fixtures/ultrawork.ts";
import { admit } from "./admit.ts";
import { notice, noticed } from "./documents.ts";

const state = fold(started({ explorers: [{ id: "exp-1", hint: "all" }] }));
const edit = (path: string, text: string | null = "{}") => ({ path, text, former: () => [] });
const at = "~/.claude/ultrawork/shop/sessions/abc";
const seen = (path: string, digest: string) => ({ ...facts, files: { [`${at}/${path}`]: { digest, text: "x" } } });

test("edits of the engine's files are refused with what to do instead, one answer each", () => {
  const answers = admit(state, [edit("session.json"), edit("tasks/1.json"), edit("context.json")], facts);
  assert.deepEqual(
    answers.map(({ path, commands, refused }) => [path, commands, refused?.code]),
    [
      ["session.json", [], "EDIT_UNREAD"],
      ["tasks/1.json", [], "EDIT_UNREAD"],
      ["context.json", [], "EDIT_UNREAD"],
    ],
  );
  for (const { refused } of answers) assert.match(refused?.text ?? "", /kept aside.*cairn send/u);
});

test("a file that is gone or empty is written again and nothing is refused; so is the notice itself", () => {
  for (const lost of [edit("session.json", null), edit("tasks/1.json", " \n"), edit("refused.md", "mine")])
    assert.deepEqual(admit(state, [lost], facts), [{ path: lost.path, commands: [], refused: null }]);
});

test("free documents are recorded when their digest changed", () => {
  const command = { type: "RecordDocument", data: { path: "design.md", digest: "d1" } };
  assert.deepEqual(admit(state, [edit("design.md", "# Design")], seen("design.md", "d1"))[0]?.commands, [command]);
  assert.deepEqual(notice(state), { files: [`${at}/design.md`, `${at}/exploration/exp-1.md`] });
  assert.deepEqual(noticed(state, seen("design.md", "d1")), [command]);
  const known = fold(started(), { type: "DocumentRecorded", data: { path: "design.md", digest: "d1" } });
  assert.deepEqual(noticed(known, seen("design.md", "d1")), []);
  assert.deepEqual(admit(known, [edit("design.md", "# Design")], seen("design.md", "d1"))[0]?.commands, []);
});

test("a run that is over takes no more word of its documents", () => {
  const over = fold(started(), { type: "RunCancelled", data: { reason: null } });
  assert.deepEqual([notice(over), noticed(over, seen("design.md", "d1"))], [{}, []]);
});
