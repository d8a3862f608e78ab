// Test of ARCHITECTURE.md's table of limits against the code's numbers (invariant 14).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mostLevels } from "../../src/core/depth.ts";
import { usualLeaseMs } from "../../src/core/patience.ts";
import { limits as served } from "../../src/http/door/limits.ts";
import { shelfBytes } from "../../src/ledger/ledger.ts";
import * as iterative from "../../src/protocols/iterative/limits.ts";
import { defaultSettings } from "../../src/protocols/iterative/settings.ts";
import * as stigmergy from "../../src/protocols/stigmergy/limits.ts";
import { defaultSettings as project } from "../../src/protocols/stigmergy/settings.ts";
import { kinds } from "../../src/protocols/ultrawork/kinds.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import { claimMs } from "../../src/runtime/claims/token.ts";
import { mostMute } from "../../src/work/course.ts";
import { outputBytes } from "../../src/work/jobs.ts";
import { usualOptions } from "../../src/work/options.ts";
import { top } from "./source.ts";

const minutes = (ms: number): number => ms / 60_000;
const kib = (bytes: number): number => bytes / 2 ** 10;
const { minutes: given, caps } = defaultSettings;
const { explore, plan, task, verify } = kinds;

/** What stands in the first column → what the second must begin with. */
const rows: Readonly<Record<string, string>> = {
  "explorer · planner · worker · verifier": `${[explore, plan, task, verify].map(({ ms }) => minutes(ms)).join(" · ")} min`,
  "failures of an explorer · of the planner · of the judge of a unit": `${[explore, plan].map(({ tries }) => tries(usualOptions)).join(" · ")} · ${mostMute},`,
  "attempts of a task": `${task.tries(usualOptions)},`,
  "rounds of work and verification": `${usualOptions.max_iterations},`,
  "agents that one runner has under way": `${emptyConfig.runner.agents},`,
  "a check": `${usualOptions.timeout_s / 60} min,`,
  "output of one process": `${outputBytes / 2 ** 20} MiB,`,
  "lists and objects in a report or a command, one in another": `${mostLevels} levels`,
  "a work or confirmation pass · a verification, review or plan · a gate's check of iterative": `${given.work} · ${given.verify} · ${given.check} min`,
  "iterations of a unit · units of a plan": `its \`max\`, ${iterative.maxIterations.least} to ${iterative.maxIterations.most} · ${iterative.unitsLimit}`,
  "in a row: confirmations that disagree · verdicts that reject · red gates · passes that came to nothing · passes without progress; and reviews": `${[caps.unsettled, caps.rejected, caps.redGates, caps.voids, caps.still, caps.reviews].join(" · ")},`,
  "brief of a pass · context.md · an entry of progress.md": `${iterative.briefLimit.toLocaleString("en")} characters without its report's schema · ${iterative.contextWords} words · ${kib(iterative.entryLimit)} KiB`,
  "progress.md · another document of iterative · guardrails · questions": `${kib(kib(iterative.progressLimit))} MiB · ${kib(kib(iterative.documentLimit))} MiB · ${iterative.guardrailsLimit} · ${iterative.questionsLimit}`,
  "a story's work or an issue · a planning document · a review, story file or audit · a check of stigmergy": `${project.minutes.work} · ${project.minutes.plan} · ${project.minutes.review} · ${project.minutes.check} min`,
  "tries of a job that come to nothing · strikes before a responder · issues of one matter · questions about one matter": `${project.attempts} · ${project.strikes} · ${project.issues_per_subject} · ${stigmergy.questionsLimit},`,
  "epics · stories · checks · guidance of one matter": `${stigmergy.epicsLimit} · ${stigmergy.storiesLimit.toLocaleString("en")} · ${stigmergy.checksLimit} · ${stigmergy.guidanceLimit.texts} texts of ${kib(stigmergy.guidanceLimit.characters)} KiB`,
  "state.json as it is read · entries that one edit adds, or is behind · a summary · files of an entry · unknown keys of an object": `${kib(kib(stigmergy.fileLimit))} MiB · ${stigmergy.editLimit} · ${stigmergy.summaryLimit.toLocaleString("en")} characters · ${stigmergy.filesLimit} · ${kib(stigmergy.extrasLimit)} KiB`,
  "a request's body · headers · until its headers, all of it have come · nothing moves on its connection": `${kib(kib(served.body))} MiB · ${kib(served.headers)} KiB · ${served.headersMs / 1_000} s, ${served.requestMs / 1_000} s · ${minutes(served.stillMs)} min,`,
  "connections of a server · such as have shown no session yet · pages that follow the ledger": `${served.sockets} · ${served.strangers} · ${served.live}`,
  "a content on the shelf of a ledger that machines share": `${kib(kib(shelfBytes))} MiB,`,
  "lease of a job that a runner began · of somebody outside": `${usualLeaseMs / 1_000} s, renewed by its host at a third of it · ${minutes(claimMs)} min,`,
};

test("ARCHITECTURE.md's limits are the code's", () => {
  const text = readFileSync(join(top, "ARCHITECTURE.md"), "utf8");
  const table = new Map(
    [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)].map((match) => [
      match[1] ?? "",
      match[2] ?? "",
    ]),
  );
  for (const [what, limit] of Object.entries(rows)) {
    const stated = table.get(what);
    assert.ok(
      stated?.startsWith(limit),
      `${what}: the code says "${limit}", the table "${stated ?? "nothing"}"`,
    );
  }
});
