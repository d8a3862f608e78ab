// Ultrawork under the contract of all protocols.
import fc from "fast-check";
import type { Refusal } from "../../src/core/refusal.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { stage, start } from "../fixtures/stage.ts";
import { type Chance, step } from "../fixtures/stage-chance.ts";
import { playOf } from "../fixtures/ultrawork-play.ts";
import { type History, protocolContract } from "./protocol.ts";

const chance = fc.record({ kind: fc.nat(1_000), pick: fc.nat(1_000), coin: fc.boolean() });
const steps = fc.array(fc.tuple(fc.nat(19), chance), { minLength: 60, maxLength: 250 });

const play = async (
  mode: string,
  given: readonly (readonly [number, Chance])[],
): Promise<History> => {
  const options = { mode, max_iterations: 3, max_attempts: 2 };
  const run = await stage(ultrawork, start({ goal: "Add a login", explorers: 1, options }));
  const player = playOf(run);
  const refused: Refusal[] = [];
  for (const [road, one] of given) {
    const no = step(run, player, road, one);
    if (no !== null) refused.push(no);
  }
  return { log: run.log(), refused };
};

let made: readonly History[] | null = null;
protocolContract({
  protocol: ultrawork,
  histories: async () =>
    (made ??= await Promise.all(
      ["interactive", "auto"].flatMap((mode) =>
        fc.sample(steps, { seed: 7, numRuns: 15 }).map((given) => play(mode, given)),
      ),
    )),
  adopted: { same: ["context.json"], meaning: (_path, text) => text },
  byFile: [
    "BeginJob",
    "Cancel",
    "ClaimEvidence",
    "KeepExtras",
    "ProposePlan",
    "RecordExploration",
    "ReportDone",
    "ReportFailure",
    "SeeDocument",
    "SetCheck",
    "SetGoal",
    "SetUnits",
    "Start",
  ],
});
