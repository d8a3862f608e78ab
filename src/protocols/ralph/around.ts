// Files around a run: its own, and the plugin's loop file, which is only read.
import type { Ask, Command, Facts } from "../../core/protocol.ts";
import { isOver } from "../../core/over.ts";
import { life, type Work } from "../../work/work.ts";
import { loopFile, readLoop } from "./loop.ts";
import { ownOf } from "./own.ts";

export const prdFile = "prd.json";
export const progressFiles = ["progress.txt", "progress.md"] as const;

const asksLoop = { files: [loopFile], lenient: true, given: true } as const;
/** While the loop is active, the plugin's stop hook affects every session in the folder. */
export const remarks = {
  ask: () => asksLoop,
  of: (_state: Work, { files }: Facts): readonly string[] => {
    const text = files[loopFile]?.text;
    return text !== undefined && readLoop(loopFile, text).active
      ? [
          `${loopFile} is on: the plugin holds each Claude Code session of this folder; /cancel-ralph there ends it`,
        ]
      : [];
  },
};

/** A finished run ignores the loop file. */
const isHeard = (state: Work): boolean => ownOf(state).loop !== null && !isOver(life(state));
export const notice = (state: Work): Ask => (isHeard(state) ? asksLoop : {});
/** Reports an adopted loop file that changed or was deleted. */
export const noticed = (state: Work, { files }: Facts): readonly Command[] => {
  if (!isHeard(state)) return [];
  const found = files[loopFile]?.text;
  const now = found === undefined ? null : readLoop(loopFile, found).loop;
  return now?.digest === ownOf(state).loop?.digest
    ? []
    : [{ type: "EditLoop", data: { loop: now } }];
};
