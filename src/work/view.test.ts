// Test of what a view says of a run in each of its phases, word for word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { phases } from "../../test/fixtures/ultrawork.ts";

const row = (...cells: readonly (string | null | undefined)[]): string =>
  cells.map((cell) => cell || "-").join(" | ");

/** The run: phase, status, facts, met criteria, claims, end. Then each unit: status, met criteria, note, why it doesn't go on. */
const said: Readonly<Record<keyof typeof phases, readonly string[]>> = {
  exploring: [
    "PLANNING | running | interactive, iteration 1 of 5 | 0/0 | - | -",
    "exp-1 | ready | 0/0 | - | -",
    "exp-2 | ready | 0/0 | - | -",
    "exp-3 | ready | 0/0 | - | -",
    "plan | waiting | 0/0 | - | waits for exp-1, exp-2, exp-3",
    "verify | open | 0/0 | - | -",
  ],
  draft: [
    "PLANNING | running | interactive, iteration 1 of 5 | 0/2 | - | -",
    "exp-1 | ready | 0/0 | - | -",
    "exp-2 | ready | 0/0 | - | -",
    "exp-3 | ready | 0/0 | - | -",
    "plan | waiting | 0/0 | - | waits for exp-1, exp-2, exp-3",
    "1 | open | 0/1 | - | -",
    "2 | open | 0/1 | - | -",
    "verify | open | 0/0 | - | -",
  ],
  proposed: [
    "PLANNING | waiting | interactive, iteration 1 of 5 | 0/6 | 1 without a check | -",
    "plan | waiting | 0/0 | waits for you: approve-1 | -",
    "1 | open | 0/2 | - | -",
    "2 | open | 0/2 | - | -",
    "3 | open | 0/1 | - | -",
    "4 | open | 0/1 | - | -",
    "verify | open | 0/0 | - | -",
  ],
  working: [
    "EXECUTION | running | interactive, iteration 1 of 5, wave 1 of 2 | 2/6 | 1 without a check | -",
    "1 | done | 2/2 | - | -",
    "2 | running | 0/2 | attempt 1 of 1, task-4c1043 | -",
    "3 | ready | 0/1 | - | -",
    "4 | failed | 0/1 | waits for you: stuck-4, attempt 1: it can't be done | -",
    "verify | waiting | 0/0 | - | waits for 2, 3, 4 (failed: it can't be done)",
  ],
  byHand: [
    "EXECUTION | running | interactive, iteration 1 of 5, wave 1 of 2 | 0/5 | 1 without a check | -",
    "1 | running | 0/2 | attempt 1 of 1, task-26af6a, claimed, its checks decide | -",
    "2 | running | 0/2 | attempt 1 of 1, eve | -",
    "3 | waiting | 0/1 | - | waits for 1",
    "4 | done | 0/0 | waived by ana | -",
    "verify | waiting | 0/0 | - | waits for 1, 2, 3",
  ],
  verifying: [
    "VERIFICATION | running | interactive, iteration 1 of 5 | 2/2 | - | -",
    "1 | done | 1/1 | - | -",
    "2 | done | 1/1 | - | -",
    "verify | running | 0/0 | round 1, no verdict yet | -",
  ],
  complete: [
    "COMPLETE | ended | interactive, iteration 1 of 5 | 2/2 | - | Add a login: 2 met: 2 by checks",
    "1 | done | 1/1 | - | -",
    "2 | done | 1/1 | - | -",
    "verify | done | 0/0 | - | -",
  ],
  failed: [
    "FAILED | ended | interactive, iteration 1 of 5, wave 1 of 2 | 2/6 | 1 without a check | Add a login: failed: no way",
    "1 | done | 2/2 | - | -",
    "2 | open | 0/2 | - | -",
    "3 | open | 0/1 | - | -",
    "4 | failed | 0/1 | attempt 1: it can't be done | -",
    "verify | open | 0/0 | - | -",
  ],
  cancelled: [
    "CANCELLED | ended | interactive, iteration 1 of 5, wave 1 of 2 | 2/6 | 1 without a check | Add a login: 2 of 6 met: 2 by checks, cancelled",
    "1 | done | 2/2 | - | -",
    "2 | open | 0/2 | - | -",
    "3 | open | 0/1 | - | -",
    "4 | failed | 0/1 | attempt 1: it can't be done | -",
    "verify | open | 0/0 | - | -",
  ],
};

for (const [name, make] of Object.entries(phases))
  test(`what a view says of a run: ${name}`, async () => {
    const run = await make();
    const { status, facts, evidence, claims, nodes } = run.view();
    assert.deepEqual(
      [
        row(
          run.phase(),
          status,
          facts.join(", "),
          `${evidence.have}/${evidence.of}`,
          claims.join(", "),
          run.ended()?.summary,
        ),
        ...nodes.map((one) => row(one.id, one.status, `${one.done}/${one.of}`, one.note, one.why)),
      ],
      said[name],
    );
  });
