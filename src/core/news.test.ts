// Tests of news: only what a table names is told, in the words of state and event, and no forged event breaks the telling.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newsBy, newsIn } from "./news.ts";
import type { Recorded } from "./row.ts";

const recorded = <T extends string, D>(type: T, data: D) =>
  ({
    type,
    data,
    version: 3,
    at: "2026-01-01T00:00:00.000Z",
    by: { kind: "engine", name: "engine" },
    cause: "c",
  }) as const;

const made = newsBy<
  Recorded<{ readonly type: "Made" | "Kept"; readonly data: { readonly what: string } }>,
  { readonly by: string }
>({ Made: "proved" }, ({ data }, { by }) => `${data.what} by ${by}`);

test("an event of the table is told by its word, by event and state; any other is no news", () => {
  assert.deepEqual(made(recorded("Made", { what: "one" }), { by: "ana" }), {
    word: "proved",
    text: "one by ana",
  });
  assert.equal(made(recorded("Kept", { what: "one" }), { by: "ana" }), null);
});

test("an event that no rule ever made, and a protocol without news, tell nothing", () => {
  const throwing = {
    news: () => {
      throw new TypeError("no such field");
    },
  };
  assert.equal(newsIn(throwing, recorded("Made", {}), {}), null);
  assert.equal(newsIn({}, recorded("Made", {}), {}), null);
});
