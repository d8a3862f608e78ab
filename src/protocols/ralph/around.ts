// Files around a run: its own, and the plugin's loop file, which is only read.
import type { Ask, Command, Facts } from "../../core/protocol.ts";
import { isOver } from "../../core/over.ts";
import { life } from "../../kit/attempts/state.ts";
import { loopFile, readLoop } from "./loop.ts";
import type { State } from "./state.ts";

export const prdFile = "prd.json";
export const progressFiles = ["progress.txt", "progress.md"] as const;

export const asksLoop = { files: [loopFile], lenient: true, given: true } as const;
/** While the loop is active, the plugin's stop hook affects every session in the folder. */
export const loopOn = ({ files }: Facts): boolean => {
  const text = files[loopFile]?.text;
  return text !== undefined && readLoop(loopFile, text).active;
};
export const loopWords = `${loopFile} is on: the plugin holds each Claude Code session of this folder`;

export const remarks = {
  ask: () => asksLoop,
  of: (_state: State, facts: Facts): readonly string[] =>
    loopOn(facts) ? [`${loopWords}; /cancel-ralph there ends it`] : [],
};

/** A finished run ignores the loop file. */
const isHeard = (state: State): boolean => state.loop !== null && !isOver(life(state));
export const notice = (state: State): Ask => (isHeard(state) ? asksLoop : {});
/** Reports an adopted loop file that changed or was deleted. */
export const noticed = (state: State, { files }: Facts): readonly Command[] => {
  if (!isHeard(state)) return [];
  const found = files[loopFile]?.text;
  const now = found === undefined ? null : readLoop(loopFile, found).loop;
  return now?.digest === state.loop?.digest ? [] : [{ type: "EditLoop", data: { loop: now } }];
};
