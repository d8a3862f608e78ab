// Fuzzed readers of exports: only a valid continuation of the beginning is believed.
import assert from "node:assert/strict";
import { chain, digest, genesis } from "../../../src/core/hash.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import type { Draft } from "../../../src/core/row.ts";
import {
  endLine,
  headerLine,
  outputLine,
  readLine,
  rowLine,
} from "../../../src/runtime/care/export-lines.ts";
import { readExport } from "../../../src/runtime/care/read-export.ts";
import type { TextLine } from "../../../src/runtime/system.ts";
import { mutated, mutatedLines } from "../mutated.ts";
import { sound } from "../never.ts";
import { reader, slowReader } from "../reader.ts";
import type { Reader } from "../reader.ts";

const rows: Draft[] = [];
let head = genesis("ultrawork", "r1");
for (let version = 1; version <= 5; version += 1) {
  const row = {
    run: "r1",
    version,
    type: "Stood",
    at: "2026-01-08T12:00:00.000Z",
    by: '{"kind":"person","name":"ana"}',
    cause: `c${version}`,
    data: `{"n":${version}}`,
  };
  head = chain(head, row);
  rows.push({ ...row, hash: head });
}
const bytes = Buffer.from("5 tests passed");
const header = {
  protocol: "ultrawork",
  run: "r1",
  origin: null,
  root: ".",
  version: rows.length,
  head,
};
const first = headerLine(header);
const all = [
  first,
  ...rows.map(rowLine),
  outputLine(digest(bytes), bytes),
  endLine({ events: rows.length, head, outputs: 1, first: digest(first) }),
];
const text = `${all.join("\n")}\n`;

const lines = async function* (whole: string): AsyncGenerator<TextLine> {
  for (const [index, line] of whole.split("\n").entries())
    if (line !== "") yield { number: index + 1, bytes: Buffer.from(line) };
};

export const exportReaders: readonly Reader[] = [
  reader("lines of an export", 40, mutated(all), (line) => {
    const read = readLine(Buffer.from(line));
    if (read?.is === "row")
      assert.deepEqual(readLine(Buffer.from(rowLine({ run: "", ...read.row }))), read);
    if (read?.is === "header" && read.header !== null && read.format === 1)
      assert.deepEqual(readLine(Buffer.from(headerLine(read.header))), read);
  }),
  slowReader("exports", 20, mutatedLines([text]), async (whole) => {
    const read = await readExport(lines(whole));
    if (isRefusal(read)) return sound(read);
    assert.deepEqual(
      read.rows,
      rows.slice(0, read.rows.length),
      "only what was exported is believed",
    );
    if (read.findings.length === 0) assert.equal(read.rows.length, rows.length);
  }),
];
