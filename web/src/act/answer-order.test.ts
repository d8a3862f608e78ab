// Tests of the order of a decision's answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Option, offeredOrder } from "./answer-order.ts";

test("the recommended answer comes first, what ends work last, the rest as declared", () => {
  const options: readonly Pick<Option, "id" | "recommended" | "ends">[] = [
    { id: "1" },
    { id: "fail", ends: true },
    { id: "2", recommended: true },
    { id: "skip" },
  ] as const;
  assert.deepEqual(
    offeredOrder(options).map(({ id }) => id),
    ["2", "1", "skip", "fail"],
  );
});
