// Fuzzed readers of the spool, the anchors and the stored outputs.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { anchorLine, anchorsIn, runName } from "../../../src/workspace/anchors.ts";
import { keptBytes } from "../../../src/workspace/kept.ts";
import { openSpool } from "../../../src/workspace/spool.ts";
import { parsed } from "../../../src/core/json/parsed.ts";
import { isSpoolExit, isSpoolHost, isSpoolJob } from "../../../src/workspace/spool/read.ts";
import { spoolExit, spoolJob } from "../../contract/workspace-spool-job.ts";
import { mutated, mutatedLines, raw } from "../mutated.ts";
import { tried } from "../never.ts";
import { reader, slowReader } from "../reader.ts";
import type { Reader } from "../reader.ts";

const proof = {
  argv: ["ls"],
  cwd: ".",
  exit: 0,
  why: null,
  ms: 1,
  digest: "d",
  bytes: 1,
  text: "x",
  tree: "t",
  head: null,
};
const job = JSON.stringify(spoolJob("r1", 7));
const host = JSON.stringify({ is: "host", process: { pid: 1, start: "1" } });
const exit = JSON.stringify({ ...spoolExit, proofs: [proof] });
const files = [job, host, exit, '{"task":"1","status":"done"}'];
const head = "a".repeat(64);
const anchors = [
  [3, 5, 9]
    .map((version) => anchorLine({ version, head, at: "2026-01-08T12:00:00.000Z", ledger: "k3v9" }))
    .join(""),
];

const names = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "",
    "/",
    "../x",
    "a/b",
    "a\0b",
    "a\nb",
    "~",
    "CON",
    "r".repeat(300),
    "é",
    "r1",
    "r1/../../x",
    "R1",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** One folder for all cases: made when the first comes, gone with the process. */
let spoolFolder: string | null = null;
const folder = (): string => {
  if (spoolFolder === null) {
    const made = mkdtempSync(join(tmpdir(), "cairn-fuzz-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    spoolFolder = made;
  }
  return spoolFolder;
};

export const spoolReaders: readonly Reader[] = [
  reader("job.json, host.json, exit.json", 100, mutated(files), (text) => {
    const value = parsed(text);
    if (isSpoolJob(value))
      assert.ok(typeof value.lease.fence === "number" && value.job.key.length >= 0);
    if (isSpoolHost(value))
      assert.ok(value.is === "void" || Number.isSafeInteger(value.process.pid));
    if (isSpoolExit(value))
      for (const one of value.proofs ?? [])
        assert.ok(one.argv.every((word) => typeof word === "string"));
  }),
  slowReader(
    "an entry of the spool",
    3,
    fc.tuple(mutated([job]), mutated([host]), mutated([exit]), mutated([files[3] ?? ""])),
    async (texts) => {
      const spool = openSpool(join(folder(), ".cairn"));
      const entry = await spool.make(spoolJob("r1", 7), "brief");
      for (const [index, name] of ["job.json", "host.json", "exit.json", "report-1.json"].entries())
        writeFileSync(join(entry, name), texts[index] ?? "");
      const { entries, broken } = await spool.list("r1");
      assert.ok(entries.length + broken.length <= 1);
      await spool.reports(entry);
      await spool.remove(entry);
    },
  ),
  reader("anchors", 60, fc.oneof(mutatedLines(anchors), raw), (text) => {
    const found = anchorsIn(text);
    assert.deepEqual(anchorsIn(found.map(anchorLine).join("")), found);
    for (const { version } of found) assert.ok(Number.isFinite(version) && version >= 0);
  }),
  reader("names of runs", 30, names, (name) => {
    const run = tried(() => runName(name));
    if (run !== null) assert.ok(run !== "" && !/[/\0]/u.test(run) && run !== "." && run !== "..");
  }),
  reader(
    "names of kept outputs",
    30,
    names,
    (name) => void tried(() => keptBytes(join(folder(), ".cairn"), name)),
  ),
];
