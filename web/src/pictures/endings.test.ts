// Tests of which attempts led to nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAttempt } from "../../../test/fixtures/shown.ts";
import type { AttemptState } from "../../../src/core/attempt-states.ts";
import type { Attempt } from "../attempts.ts";
import { isWasted } from "./endings.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const attempt = (
  fence: number,
  is: AttemptState | null,
  cost: number | null,
  more: Partial<Attempt> = {},
): Attempt =>
  shownAttempt(fence, {
    from: at(fence),
    to: at(fence + 2),
    versions: [fence, fence],
    ends: is === null ? [] : [{ is, why: null, version: fence }],
    ...(cost === null ? {} : { used: { input: 10, output: 1, cost } }),
    ...more,
  });
test("money is lost where work was sent back, failed, or nobody knows; not where a person stopped it", () => {
  const lost = (is: AttemptState): boolean => isWasted(attempt(1, is, 1), "over");
  assert.deepEqual(
    (["returned", "failed", "late", "silent", "conflict", "lost"] as const).filter(lost).length,
    6,
  );
  assert.deepEqual(
    (["landed", "proved", "reported", "stopped", "void", "judged"] as const).filter(lost),
    [],
  );
});
