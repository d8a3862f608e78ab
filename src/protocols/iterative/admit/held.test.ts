// Tests of hand edits during an agent's job: brief, plan and context stay frozen, the reviewer's job included.
import assert from "node:assert/strict";
import { test } from "node:test";
import { executing } from "../../../../test/fixtures/iterative-phases.ts";
import type { Edit } from "../../../core/run-files.ts";
import type { Leased } from "../../../core/row.ts";
import { admit } from "./edits.ts";

const leased = (key: string): Leased => ({
  key,
  role: "reviewer",
  holder: { name: "task-1", agent: "claude", conversation: null },
});
const at = "2026-01-14T12:00:00.000Z";

test("while an agent holds a job no hand edit changes brief, plan or context; claims and new guardrails are taken", () => {
  const { run, shop } = executing();
  const read = (edit: Edit, held: readonly string[]): readonly string[] =>
    admit(
      run.state(),
      [edit],
      { ...run.world.facts({}, at), leases: held.map(leased) },
      run.log,
    ).flatMap(({ commands, refused }) => [
      ...commands.map(({ type }) => type),
      ...(refused === null ? [] : [refused.code]),
    ]);
  const edits: readonly (readonly [Edit, string])[] = [
    [
      shop.put("brief.md", shop.file("brief.md").replace(/(## Done When\n- .*)/u, "$1\n- more")),
      "WriteBrief",
    ],
    [shop.put("tasks.md", shop.file("tasks.md").replace("Part T2", "Two")), "EditUnit"],
  ];
  for (const [edit, command] of edits) {
    assert.deepEqual(read(edit, []), [command]);
    assert.deepEqual(read(edit, ["reviewer#1"]), ["EDIT_UNQUIET"]);
  }
  const tick = shop.put("tasks.md", shop.file("tasks.md").replace("[ ] **T1**", "[x] **T1**"));
  assert.deepEqual(read(tick, ["reviewer#1"]), ["RecordClaim"]);
});
