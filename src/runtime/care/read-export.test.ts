// Tests of reading damaged exports: a true prefix of the history or nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drafts } from "../../../test/contract/stone.ts";
import { digest } from "../../core/hash.ts";
import { isRefusal } from "../../core/refusal.ts";
import { endLine, headerLine, outputLine, rowLine } from "./export-lines.ts";
import type { TextLine } from "../system.ts";
import { type ExportContents, readExport } from "./read-export.ts";

const rows = drafts("r1", null, 12, (version) => `c${version}`, "grüße 🪨");
const last = rows.at(-1);
assert.ok(last !== undefined);
const header = {
  protocol: "stones",
  run: "r1",
  origin: null,
  root: ".",
  version: 12,
  head: last.hash,
};
const output = Buffer.from("all tests passed");
const whole: readonly string[] = [
  headerLine(header),
  ...rows.map(rowLine),
  outputLine(digest(output), output),
  endLine({ events: 12, head: last.hash, outputs: 1, first: digest(headerLine(header)) }),
];

const read = (bytes: Buffer): ReturnType<typeof readExport> =>
  readExport(
    (async function* (): AsyncGenerator<TextLine> {
      let number = 0;
      for (let at = 0; at < bytes.length;) {
        const found = bytes.indexOf(10, at);
        const end = found === -1 ? bytes.length : found;
        number += 1;
        yield { number, bytes: bytes.subarray(at, end) };
        at = end + 1;
      }
    })(),
  );
const textOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join("\n")}\n`);
const must = (answer: Awaited<ReturnType<typeof readExport>>): ExportContents => {
  assert.ok(!isRefusal(answer), JSON.stringify(answer));
  return answer;
};

test("a whole export is read with nothing to find", async () => {
  const { rows: found, findings, bad, outputs } = must(await read(textOf(whole)));
  assert.deepEqual([found, findings, bad], [rows, [], 0]);
  assert.deepEqual([...outputs], [[digest(output), 14]]);
});

test("cut anywhere, to the byte, the events before the cut are read and the missing end is told", async () => {
  const bytes = textOf(whole);
  const from = bytes.indexOf(10) + 1;
  for (let size = from; size < bytes.length - 1; size += 7) {
    const answer = await read(bytes.subarray(0, size));
    const lines = bytes.subarray(0, size).toString("utf8").split("\n").length - 1;
    if (isRefusal(answer)) {
      assert.ok(lines <= 1, `${size}: ${answer.code}`);
      continue;
    }
    assert.ok(
      answer.rows.length >= Math.min(12, lines - 1) && answer.rows.length <= lines,
      String(size),
    );
    assert.ok(answer.findings.some(({ code }) => code === "END_MISSING"));
  }
});

/** Damage to files: bytes changed, inserted or removed; lines removed, doubled or moved. */
const mishap = fc.oneof(
  fc.record({
    is: fc.constant("flip" as const),
    at: fc.nat(),
    to: fc.integer({ min: 0, max: 255 }),
  }),
  fc.record({
    is: fc.constant("cut" as const),
    at: fc.nat(),
    size: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({
    is: fc.constant("put" as const),
    at: fc.nat(),
    text: fc.string({ maxLength: 60, unit: "binary" }),
  }),
  fc.record({ is: fc.constant("move" as const), from: fc.nat(), to: fc.nat() }),
  fc.record({ is: fc.constant("double" as const), from: fc.nat(), to: fc.nat() }),
);

const suffer = (
  bytes: Buffer,
  did: typeof mishap extends fc.Arbitrary<infer T> ? T : never,
): Buffer => {
  if (did.is === "move" || did.is === "double") {
    const lines = bytes.toString("latin1").split("\n");
    const from = did.from % lines.length;
    const line = lines[from] ?? "";
    if (did.is === "move") lines.splice(from, 1);
    lines.splice(did.to % (lines.length + 1), 0, line);
    return Buffer.from(lines.join("\n"), "latin1");
  }
  const at = did.at % (bytes.length + 1);
  if (did.is === "cut")
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + did.size)]);
  if (did.is === "put")
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(did.text), bytes.subarray(at)]);
  const changed = Buffer.from(bytes);
  if (at < changed.length) changed[at] = did.to;
  return changed;
};

test("after any mishaps what is trusted is a beginning of the true history, and outputs are what they were", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mishap, { minLength: 1, maxLength: 4 }), async (mishaps) => {
      const answer = await read(mishaps.reduce(suffer, textOf(whole)));
      if (isRefusal(answer)) return;
      assert.deepEqual(answer.rows, rows.slice(0, answer.rows.length));
      for (const name of answer.outputs.keys()) assert.equal(name, digest(output));
      // Nothing is omitted without a finding.
      assert.ok(answer.rows.length === 12 || answer.findings.length > 0);
    }),
    { numRuns: 3_000 },
  );
});
