// Why: the table of limits is read as a promise, so its numbers are held against the code's (invariant 14).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mostLevels } from "../../src/core/depth.ts";
import * as limits from "../../src/protocols/ultrawork/limits.ts";
import { defaultOptions } from "../../src/protocols/ultrawork/options.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import { claimMs } from "../../src/runtime/outside.ts";
import { top } from "./source.ts";

const minutes = (ms: number): number => ms / 60_000;
const { exploreLimits, planLimits, taskLimits, verifyLimits, explorerTries, plannerTries, verifierTries } = limits;

/** What stands in the first column → what the second must begin with. */
const rows: Readonly<Record<string, string>> = {
  "explorer · planner · worker · verifier": `${[exploreLimits, planLimits, taskLimits(1), verifyLimits].map(({ ms }) => minutes(ms)).join(" · ")} min`,
  "failures of an explorer · of the planner · of the verifier in one sweep": `${explorerTries} · ${plannerTries} · ${verifierTries},`,
  "attempts of a task": `${defaultOptions.max_attempts},`,
  "iterations of rework": `${defaultOptions.max_iterations},`,
  "agents that one runner has under way": `${emptyConfig.runner.agents},`,
  "a check": `${defaultOptions.check_timeout_s / 60} min,`,
  "a check before the work began (baseline) · the seal": `${minutes(limits.baselineCheckMs)} min, ${limits.baselineLimits(1).tries} try · ${minutes(limits.sealMs)} min`,
  "void sweeps of one iteration": `${limits.sweepVoids},`,
  "output of one process": `${taskLimits(1).bytes / 2 ** 20} MiB,`,
  "lists and objects in a report or a command, one in another": `${mostLevels} levels`,
  "lease of somebody outside": `${minutes(claimMs)} min,`,
};

test("ARCHITECTURE.md's limits are the code's", () => {
  const text = readFileSync(join(top, "ARCHITECTURE.md"), "utf8");
  const table = new Map([...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)].map((match) => [match[1] ?? "", match[2] ?? ""]));
  for (const [what, limit] of Object.entries(rows)) {
    const stated = table.get(what);
    assert.ok(stated?.startsWith(limit), `${what}: the code says "${limit}", the table "${stated ?? "nothing"}"`);
  }
});
