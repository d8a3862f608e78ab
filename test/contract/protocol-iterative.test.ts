// Iterative under the contract of all protocols.
import fc from "fast-check";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { iterative } from "../../src/protocols/iterative/index.ts";
import { sayable, type Word } from "../fixtures/iterative-chance.ts";
import { openStory, unitOf } from "../fixtures/iterative-story.ts";
import { type History, protocolContract } from "./protocol.ts";

const word = fc.record({
  pick: fc.nat(9_999),
  raw: fc.nat(9),
  rare: fc.nat(14),
  ok: fc.integer({ min: 0, max: 9 }).map((n) => n > 2),
  edit: fc.boolean(),
  holder: fc.nat(4),
});

const play = (words: readonly Word[]): History => {
  const run = openStory();
  run.plan([unitOf("T1", { max: 9 }), unitOf("T2", { max: 4 })], {
    workers: 2,
    caps: { unsettled: 2, rejected: 1 },
  });
  const refused: Refusal[] = [];
  for (const one of words) {
    const all = sayable(run, one);
    const chosen = all[one.pick % Math.max(1, all.length)];
    const answer = chosen === undefined ? [] : run.send(chosen.type, chosen.data, chosen.by);
    if (isRefusal(answer)) refused.push(answer);
  }
  // Chance alone never ends a run.
  if (run.state().phase === "deliver") run.ok("ApproveDelivery", { reason: "so" });
  else run.ok("Cancel", {});
  return { log: run.log, refused };
};

const histories = fc
  .sample(fc.array(word, { minLength: 40, maxLength: 150, size: "max" }), { seed: 11, numRuns: 25 })
  .map(play);

protocolContract({
  protocol: iterative,
  histories: async () => histories,
  adopted: {
    same: ["brief.md", "context.md", "guardrails.md"],
    // Work that isn't there is told as lost in an entry of its own.
    meaning: (_path, text) => text.replaceAll(/^## Recovery - [^]*?(?=^## |(?![^]))/gmu, "").trim(),
  },
  byFile: [
    "AddGuardrail",
    "AddNote",
    "AddUnit",
    "BeginPass",
    "BlockUnit",
    "EditGuardrail",
    "EditUnit",
    "EndPass",
    "KeepEntry",
    "KeepExtras",
    "ProposePlan",
    "RecordClaim",
    "RecordCommit",
    "RemoveGuardrail",
    "SetContext",
    "SetLimit",
    "SetNotes",
    "Start",
    "WriteBrief",
  ],
});
