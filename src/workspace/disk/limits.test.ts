// Tests of the check of resource limits: each one that is too low is named with its number and the way to raise it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { lowLimits } from "./limits.ts";

const rows = (files: string, size: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units
Max file size             ${size.padEnd(20)} unlimited            bytes
Max processes             96000                96000                processes
Max open files            ${files.padEnd(20)} 1048576              files
`;

test("limits that are high enough, or not known, pass", () => {
  for (const text of [rows("256", "unlimited"), rows("1048576", "67108864"), ""])
    assert.equal(lowLimits(text), null);
});

test("limits that are too low are named together, with their numbers and what raises them", () => {
  const fault = lowLimits(rows("40", "102400"));
  assert.equal(fault?.code, "LIMITS_LOW");
  assert.match(
    fault?.message ?? "",
    /allows 40 open files \(`ulimit -n`\) and 100 KiB for one file \(`ulimit -f`\)[^]*at least 256 and 65536/u,
  );
  assert.match(fault?.hint ?? "", /`ulimit -n 1024` and `ulimit -f 262144`/u);
});

test(
  "the limits of a shell reach the check",
  { skip: process.platform !== "linux" && "Linux alone shows them" },
  () => {
    const asked = `import(${JSON.stringify(join(import.meta.dirname, "limits.ts"))}).then(({ limitsHere }) => console.log(limitsHere()?.message ?? "fine"))`;
    const { stdout } = spawnSync(
      "sh",
      ["-c", 'ulimit -n 120; exec "$0" --input-type=module -e "$1"', process.execPath, asked],
      { encoding: "utf8" },
    );
    assert.match(stdout, /^This shell allows 120 open files/u);
  },
);
