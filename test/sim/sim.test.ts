// Short simulation run of a few stories and crashes, part of every test run.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chain, genesis } from "../../src/core/hash.ts";
import type { Draft } from "../../src/core/row.ts";
import type { Sender } from "../../src/core/protocol.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { begin, did } from "../fixtures/ultrawork.ts";
import { openAside } from "./aside.ts";
import { makeWorkWatch } from "./work-watch.ts";

const aside = openAside();
after(aside.close);
for (const name of aside.names) test(name, () => aside.tell(name));

const watched = { protocol: ultrawork, kind: "task", laws: await ultrawork.invariants?.() };
const engine: Sender = { kind: "engine", name: "engine" };
/** Rows as a ledger would hold them, of events that a story of the rules brought. */
const rowsOf = (
  log: readonly { readonly type: string; readonly data: unknown; readonly at: string }[],
  by: Sender = engine,
): Draft[] => {
  let head = genesis("ultrawork", "r");
  return log.map(({ type, data, at }, index) => {
    const row = {
      run: "r",
      version: index + 1,
      type,
      data: JSON.stringify(data),
      at,
      by: JSON.stringify(by),
      cause: `c${index}`,
    };
    head = chain(head, row);
    return { ...row, hash: head };
  });
};

test("the watch sees broken chains, gaps, stale fences and work that begins twice", async () => {
  const told = await begin(null, {}, { light: true });
  told.agent("task-1-1", did());
  const rows = rowsOf(told.log());
  const nobody = { name: "nobody" };
  const watching = (given: readonly Draft[]): (() => void) => {
    const watch = makeWorkWatch(watched, () => undefined);
    return () => watch.appended(given, [], nobody, { protocol: "ultrawork", origin: null });
  };
  assert.doesNotThrow(watching(rows));
  assert.throws(
    watching(rows.map((row, index) => (index === 2 ? { ...row, data: `${row.data} ` } : row))),
    /chain is broken/u,
  );
  assert.throws(watching(rows.toSpliced(1, 1)), /chain is broken/u);
  const begun = told.log().slice(0, 2);
  assert.throws(watching(rowsOf([...begun, ...begun.slice(1)])), /began twice/u);
  assert.throws(watching(rowsOf(told.log(), { ...engine, kind: "agent" })), /without a fence/u);
  assert.throws(
    watching(rowsOf(told.log(), { ...engine, job: "task-1-1", fence: 3 })),
    /no longer held/u,
  );
});
