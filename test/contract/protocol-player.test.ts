// The player under the contract of all protocols.
import fc from "fast-check";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { player } from "../../src/protocols/player/index.ts";
import { openChance, said, timeOf, type Word, word } from "../fixtures/player-chance.ts";
import { type History, protocolContract } from "./protocol.ts";

const stage = await openChance();

const play = (words: readonly Word[]): History => {
  let state = stage.state();
  const log = [...stage.log];
  const refused: Refusal[] = [];
  for (const [index, one] of words.entries()) {
    const at = timeOf(index);
    const chosen = said(state, one, at);
    const events =
      chosen === undefined ? [] : player.decide(state, chosen.command, { at, by: chosen.by });
    if (isRefusal(events)) refused.push(events);
    else
      for (const event of events) {
        const recorded = {
          ...event,
          version: log.length + 1,
          at,
          by: chosen?.by ?? { kind: "engine", name: "engine" },
          cause: "c",
        } as const;
        state = player.evolve(state, recorded);
        log.push(recorded);
      }
  }
  return { log, refused };
};

const histories = fc
  .sample(fc.array(word, { minLength: 20, maxLength: 80, size: "max" }), { seed: 7, numRuns: 40 })
  .map(play);

protocolContract({
  protocol: player,
  histories: async () => histories,
  adopted: {
    same: ["artifacts/template.json"],
    // A gate that was open is saved anew.
    meaning: (_path, text) =>
      text.replaceAll(/\n *"(?:saved_at|snapshot_path|auto_continue)": [^\n]*/gu, ""),
  },
  byFile: [
    "AmendNode",
    "Archive",
    "BindSession",
    "BindTask",
    "Cancel",
    "ChangeContext",
    "FinishNode",
    "FinishTask",
    "KeepExtras",
    "Pause",
    "ReleaseNode",
    "Start",
    "StartNode",
    "Unarchive",
  ],
});
