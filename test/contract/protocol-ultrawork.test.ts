// Ultrawork under the contract of all protocols.
import fc from "fast-check";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { decide } from "../../src/protocols/ultrawork/decider.ts";
import { evolve } from "../../src/protocols/ultrawork/evolve.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { type Chance, ofAnybody, ofJob } from "../fixtures/ultrawork-chance.ts";
import { story } from "../fixtures/ultrawork-story.ts";
import { type History, protocolContract } from "./protocol.ts";

const chance = fc.record({ kind: fc.nat(1_000), pick: fc.nat(1_000), coin: fc.boolean() });
const steps = fc.array(fc.tuple(fc.nat(19), chance), { minLength: 60, maxLength: 250 });

const play = (mode: string, told: readonly (readonly [number, Chance])[]): History => {
  const begun = story({ mode, explorers: 1, baseline: true, max_iterations: 3, max_attempts: 2 });
  let state = begun.state();
  const log = [...begun.log];
  const refused: Refusal[] = [];
  for (const [road, given] of told) {
    const { one, by } = (road < 18 ? ofJob(state, given) : null) ?? ofAnybody(state, given);
    const stamp = { at: "2026-01-08T13:00:00.000Z", by };
    const decided = decide(state, one, stamp);
    if (isRefusal(decided)) {
      refused.push(decided);
      continue;
    }
    for (const event of decided) {
      const recorded = { ...event, version: log.length + 1, ...stamp, cause: "c" };
      state = evolve(state, recorded);
      log.push(recorded);
    }
  }
  return { log, refused };
};

const histories = ["interactive", "auto"].flatMap((mode) =>
  fc.sample(steps, { seed: 7, numRuns: 15 }).map((told) => play(mode, told)),
);

protocolContract({
  protocol: ultrawork,
  histories: async () => histories,
  adopted: { same: ["context.json"], meaning: (_path, text) => text },
  byFile: [
    "AddTask",
    "BeginJob",
    "Cancel",
    "ClaimDone",
    "ClaimEvidence",
    "EditGoal",
    "EditTask",
    "KeepExtras",
    "ProposePlan",
    "RecordExploration",
    "RemoveTask",
    "ReportFailure",
    "SetCheck",
    "Start",
  ],
});
