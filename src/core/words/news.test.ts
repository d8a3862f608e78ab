// Tests of news: no forged event breaks the telling.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newsIn } from "./news.ts";

const recorded = <T extends string, D>(type: T, data: D) =>
  ({
    type,
    data,
    version: 3,
    at: "2026-01-01T00:00:00.000Z",
    by: { kind: "engine", name: "engine" },
    cause: "c",
  }) as const;

test("an event that no rule ever made, and a protocol without news, tell nothing", () => {
  const throwing = {
    news: () => {
      throw new TypeError("no such field");
    },
  };
  assert.equal(newsIn(throwing, recorded("Made", {}), {}), null);
  assert.equal(newsIn({}, recorded("Made", {}), {}), null);
});
