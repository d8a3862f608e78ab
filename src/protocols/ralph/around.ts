// What lies around a run: its files, and the plugin's loop file, which is looked at and never written.
import type { Ask, Command, Facts } from "../../core/protocol.ts";
import { isOver } from "../../core/over.ts";
import type { Path } from "../../core/row.ts";
import { refusedFile } from "../../core/refused-edit.ts";
import { life } from "../../kit/attempts/state.ts";
import { loopFile, readLoop } from "./loop.ts";
import type { State } from "./state.ts";

export const prdFile = "prd.json";
export const progressFiles = ["progress.txt", "progress.md"];

/** Names that a run may have in its folder, where others have files, too. */
export const owned = (state: State | null): readonly Path[] => [
  ...(state === null ? [prdFile, ...progressFiles] : [state.files.prd, state.files.progress]),
  refusedFile,
];
export const asksLoop = { files: [loopFile], lenient: true, given: true } as const;
/** The plugin's stop hook holds every session of the folder while the loop is on. */
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

/** A run that is over hears no more of it. */
const isHeard = (state: State): boolean => state.loop !== null && !isOver(life(state));
export const notice = (state: State): Ask => (isHeard(state) ? asksLoop : {});
/** A loop file that was taken over and reads otherwise now, or is gone. */
export const noticed = (state: State, { files }: Facts): readonly Command[] => {
  if (!isHeard(state)) return [];
  const found = files[loopFile]?.text;
  const now = found === undefined ? null : readLoop(loopFile, found).loop;
  return now?.digest === state.loop?.digest ? [] : [{ type: "EditLoop", data: { loop: now } }];
};
