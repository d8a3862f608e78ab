// Why: somebody who was told to write his mark into the state file does so at any moment, with or without a runner, on a copy as old as he likes.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../../src/core/record.ts";
import type { Ground } from "../ground.ts";

const fileOf = ({ home }: Ground): string => join(home, "state.json");
export const stateText = (here: Ground): string => readFileSync(fileOf(here), "utf8");

/** Who edits beside all roles. */
export const editorName = "eve";

/** Writes `from` back with an entry more: by rename, or in place. */
export const addEntry = (here: Ground, summary: string, from: string, way: "rename" | "place" = "rename"): void => {
  const state: unknown = JSON.parse(from);
  if (!isRecord(state) || !Array.isArray(state["history"])) throw new Error("the state file has no history");
  const entry = { timestamp: new Date().toISOString(), agent_id: editorName, signal: "NOTE", summary, files_modified: [] };
  const text = JSON.stringify({ ...state, system_signal: entry.signal, history: [...state["history"], entry] }, null, 2);
  const path = fileOf(here);
  const other = `${path}.${editorName}`;
  writeFileSync(way === "rename" ? other : path, text);
  if (way === "rename") renameSync(other, path);
};
