// Tests of reports refused by `cairn job report`: named where the attempts have failed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { shop } from "./one-file.ts";
import { hostsWithin } from "./desk.ts";

hostsWithin();

test(
  "a report that `cairn job report` refused is named where its attempts have failed: how often, code, what is wrong, what fits",
  { timeout: 60_000 },
  async (t) => {
    const misfit = JSON.stringify({
      status: "finished",
      summary: "x",
      evidence: [],
    });
    const anyhow = [
      "sh",
      "-c",
      '"$@" || true',
      "sh",
      process.execPath,
      join(import.meta.dirname, "../../bin/source.cjs"),
    ];
    const here = shop(t, () => [
      { run: [...anyhow, "job", "report", "--data", misfit] },
      { cairn: ["job", "report", "--data", misfit] },
    ]);
    await here.cairn('run --later ultrawork "One file" --plan plan.json --session s');
    await here.cairn("decide s approve-1 approve");
    const ended = await here.ends(3, "run s");
    const told = ended.out.replaceAll(/\s+/g, " ");
    assert.match(
      told,
      /Task 1 failed after 3 attempts: ended with exit code \d+; the report that it handed in was refused: 2 times, at last: REPORT_MISFIT: the report doesn't fit its schema: \/status must be [^(]* \(what fits: the form that the job's brief describes\)/,
    );
  },
);
