// Tests of the incremental fold of logs: longer, shorter and different logs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { logFold } from "./log-fold.ts";
import type { Recorded } from "../core/row.ts";

const event = (version: number): Recorded => ({
  type: "Counted",
  data: version,
  version,
  at: "2026-01-01T00:00:00.000Z",
  by: { kind: "person", name: "ana" },
  cause: "c",
});

test("a log that goes on costs what is new of it, and comes to the same as from its beginning", () => {
  let seen = 0;
  const versions = logFold<Recorded, number[]>(
    () => [],
    (so, { version }) => {
      seen += 1;
      so.push(version);
      return so;
    },
  );
  const log = [event(1), event(2)];
  assert.deepEqual(versions(log), [1, 2]);
  const longer = [...log, event(3)];
  assert.deepEqual(versions(longer), [1, 2, 3]);
  assert.deepEqual(versions(longer), [1, 2, 3]);
  assert.equal(seen, 3);
});

test("less of a log, or one whose later events are others, is told from its own events alone", () => {
  const last = logFold<Recorded, number>(
    () => 0,
    (_, { version }) => version,
  );
  const log = [event(1), event(2), event(3)];
  assert.equal(last(log), 3);
  assert.equal(last(log.slice(0, 2)), 2);
  assert.equal(last([...log, event(4)]), 4);
  const [first] = log;
  assert.ok(first !== undefined);
  assert.equal(last([first, event(7)]), 7);
  assert.equal(last([]), 0);
});
