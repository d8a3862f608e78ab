// Stigmergy under the contract of all protocols.
import fc from "fast-check";
import { isRecord } from "../../src/core/json/record.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { stigmergy } from "../../src/protocols/stigmergy/index.ts";
import { sayable, type Word } from "../fixtures/stigmergy-chance.ts";
import { openDesk } from "../fixtures/stigmergy-desk.ts";
import { type History, protocolContract } from "./protocol.ts";

const word = fc.record({
  pick: fc.nat(9_999),
  raw: fc.nat(9),
  rare: fc.nat(9),
  ok: fc.integer({ min: 0, max: 9 }).map((n) => n > 2),
  edit: fc.boolean(),
});

const play = ([words, begun]: readonly [readonly Word[], boolean]): History => {
  const run = openDesk();
  if (begun) run.execute({ concurrency: 2 }, {}, { A: ["a", "b", "c"], B: ["d"] }, ["npm test"]);
  else run.start({ gates: ["brief", "blueprint"] });
  const refused: Refusal[] = [];
  for (const one of words) {
    const all = sayable(run, one);
    const chosen = all[one.pick % Math.max(1, all.length)];
    if (chosen === undefined) continue;
    if (chosen.edit !== undefined) run.world.edit(chosen.edit);
    const data =
      chosen.measured === true ? { ...chosen.data, after: run.world.moment() } : chosen.data;
    const answer = run.send(chosen.type, data, chosen.by);
    if (isRefusal(answer)) refused.push(answer);
  }
  return { log: run.log, refused };
};

const words = fc.tuple(
  fc.array(word, { minLength: 60, maxLength: 160, size: "max" }),
  fc.boolean(),
);
const histories = fc.sample(words, { seed: 11, numRuns: 25 }).map(play);

/** Each adoption adds an entry to the history. */
const withoutAdoption = (file: unknown): unknown => {
  if (!isRecord(file) || !Array.isArray(file["history"])) return file;
  const history = file["history"].filter(
    (entry: unknown) => !isRecord(entry) || entry["signal"] !== "PROJECT_ADOPTED",
  );
  return { ...file, history };
};

protocolContract({
  protocol: stigmergy,
  histories: async () => histories,
  adopted: { same: [], meaning: (_path, text) => withoutAdoption(JSON.parse(text)) },
  byFile: [
    "Escalate",
    "ExtendManifest",
    "FinishArchitecture",
    "FinishBrief",
    "FinishPrd",
    "FinishUx",
    "FinishWork",
    "GiveUpIssue",
    "Halt",
    "ImportManifest",
    "KeepExtras",
    "LinkIssue",
    "RecordAction",
    "RecordStoryFile",
    "RenameProject",
    "ReplaceManifest",
    "RerunChecks",
    "ResolveIssue",
    "SetAutonomy",
    "Start",
    "StartStory",
    "TakeIssue",
  ],
});
