// The ledgers in test/fixtures/ledgers/before-kit, and what the code that made them made of each.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../../src/core/record.ts";
import type { Recorded } from "../../../src/core/row.ts";
import { readLine } from "../../../src/runtime/export/format.ts";
import { recorded } from "../../../src/runtime/fold.ts";

export const folder = join(import.meta.dirname, "../../fixtures/ledgers/before-kit");

/** `name`: `history 3`, or that of an export's file. */
export type OldLedger = {
  readonly protocol: string;
  readonly name: string;
  readonly log: readonly Recorded[];
};

export const lines = (path: string): readonly string[] =>
  readFileSync(join(folder, path), "utf8")
    .split("\n")
    .filter((line) => line !== "");

const isEvent = (value: unknown): value is Recorded =>
  isRecord(value) &&
  typeof value["type"] === "string" &&
  isRecord(value["data"]) &&
  isRecord(value["by"]) &&
  typeof value["version"] === "number";

const logOf = (line: string): readonly Recorded[] => {
  const value: unknown = JSON.parse(line);
  assert.ok(isRecord(value) && Array.isArray(value["log"]) && value["log"].every(isEvent));
  return value["log"];
};

const exported = (name: string): OldLedger => {
  const all = lines(`exports/${name}`).map(readLine);
  const [first] = all;
  assert.ok(first?.is === "header" && first.header !== null, name);
  const { protocol, run } = first.header;
  return {
    protocol,
    name,
    log: all.flatMap((line) => (line?.is === "row" ? [recorded({ run, ...line.row })] : [])),
  };
};

export const exportNames: readonly string[] = readdirSync(join(folder, "exports")).toSorted();
const exports = exportNames.map(exported);

/** None of a protocol that older code didn't have. */
const historiesOf = (protocol: string): readonly string[] =>
  existsSync(join(folder, `histories/${protocol}.jsonl`))
    ? lines(`histories/${protocol}.jsonl`)
    : [];
export const ledgersOf = (protocol: string): readonly OldLedger[] => [
  ...historiesOf(protocol).map((line, index) => ({
    protocol,
    name: `history ${index + 1}`,
    log: logOf(line),
  })),
  ...exports.filter((one) => one.protocol === protocol),
];
